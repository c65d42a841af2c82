// The pad controller's firmware in an emulated RP2040, step by step on command.
// usage: node emulator.mjs ROM FIRMWARE       run where rp2040js is installed
// Each line in is a JSON object; time runs to its `until` (ns) and a line comes out.
//   send: hex for the USB port; codes: 16 ADC codes by multiplexer address; pins: levels by GPIO;
//   g: x, y, z of the accelerometer in raw counts
//   out: { t: ns, out: hex from the USB port, lights: words sent to the WS2812 so far }
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { pathToFileURL } from 'node:url';
import { createRequire } from 'node:module';

const require = createRequire(path.join(process.cwd(), 'here.js'));
const { Simulator, USBCDC, ConsoleLogger, LogLevel } =
  await import(pathToFileURL(require.resolve('rp2040js')));

const CYCLE_NS = 8;
const PIO_CYCLE_NS = 1000; // the scanner's state machine runs at 1 MHz
const ADDRESS_PIN = 2;
const [romFile, firmwareFile] = process.argv.slice(2);

const simulator = new Simulator();
const mcu = simulator.rp2040;
const clock = simulator.clock;
mcu.logger = new ConsoleLogger(LogLevel.Error);
const rom = new Uint32Array(4096);
new Uint8Array(rom.buffer).set(fs.readFileSync(romFile));
mcu.loadBootrom(rom);
mcu.flash.fill(0xff);
mcu.flash.set(fs.readFileSync(firmwareFile), 0);
mcu.core.PC = 0x10000000;

// State machines run in the emulated time, not beside it.
const [scanPio, lightPio] = mcu.pio;
scanPio.run = () => {};
lightPio.run = () => {};
const scanner = scanPio.machines[0];
let pioTime = 0;
function stepScanner() {
  if (!scanner.enabled) { pioTime = clock.nanos; return; }
  while (pioTime <= clock.nanos) {
    const before = scanner.cycles;
    scanner.step();
    scanPio.checkChangedPins();
    pioTime += Math.max(1, scanner.cycles - before) * PIO_CYCLE_NS;
  }
}

// The lights' machine takes every word at once.
const lights = [];
const lightMachine = lightPio.machines[0];
lightMachine.writeFIFO = (word) => { lights.push(word >>> 8); };

// The multiplexer chooses what the converter sees.
const codes = new Array(16).fill(4);
mcu.adc.onADCRead = (channel) => {
  mcu.adc.currentChannel = channel;
  mcu.adc.channelValues[channel] = codes[(scanPio.pinValues >> ADDRESS_PIN) & 15];
  mcu.adc.sampleAlarm.schedule(mcu.adc.sampleTime * 1000);
};

// A LIS3DH lies still on I2C 0.
const registers = new Uint8Array(256);
registers[0x0f] = 0x33;
function setAcceleration(g) {
  g.forEach((value, axis) => {
    registers[0x28 + 2 * axis] = value & 0xff;
    registers[0x29 + 2 * axis] = (value >> 8) & 0xff;
  });
}
setAcceleration([0, 0, 16384]);
const i2c = mcu.i2c[0];
let register = 0, fresh = false;
i2c.onStart = () => i2c.completeStart();
i2c.onConnect = (address) => { fresh = true; i2c.completeConnect(address === 0x18); };
i2c.onWriteByte = (value) => {
  if (fresh) { register = value & 0x7f; fresh = false; } else registers[register++] = value;
  i2c.completeWrite(true);
};
i2c.onReadByte = () => i2c.completeRead(registers[register++ & 0x7f]);
i2c.onStop = () => i2c.completeStop();

const usb = new USBCDC(mcu.usbCtrl);
let out = [];
usb.onSerialData = (bytes) => { out.push(Buffer.from(bytes)); };
const WATCHDOG = 0x40058;
let resets = 0;
mcu.peripherals[WATCHDOG].onWatchdogTrigger = () => { resets += 1; };

function runTo(end) {
  while (clock.nanos < end) {
    if (mcu.core.waiting) {
      const next = clock.nanosToNextAlarm;
      clock.tick(next > 0 ? Math.min(next, PIO_CYCLE_NS) : CYCLE_NS);
    } else {
      clock.tick(mcu.core.executeInstruction() * CYCLE_NS);
    }
    if (pioTime <= clock.nanos) stepScanner();
  }
}

for await (const line of readline.createInterface({ input: process.stdin })) {
  const wish = JSON.parse(line);
  for (const byte of Buffer.from(wish.send ?? '', 'hex')) usb.sendSerialByte(byte);
  for (const [pin, level] of Object.entries(wish.pins ?? {})) mcu.gpio[pin].setInputValue(!!level);
  (wish.codes ?? []).forEach((code, address) => { codes[address] = code; });
  if (wish.g) setAcceleration(wish.g);
  runTo(wish.until);
  const hex = Buffer.concat(out).toString('hex');
  out = [];
  process.stdout.write(JSON.stringify({ t: clock.nanos, out: hex, lights, resets }) + '\n');
}
