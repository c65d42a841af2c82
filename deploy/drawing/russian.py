"""The Russian texts of the guide's drawings and tables, by the English ones."""

from __future__ import annotations

from typing import Final

_DRAWN: Final = {
    "A button (and mk1's reed): two ways": "Кнопка (и геркон mk1): два способа",
    "the Pi": "Pi",
    "cable": "кабель",
    "≤ 0.5 m": "≤ 0,5 м",
    "{volts}, pin 1": "{volts}, вывод 1",
    "Every line but GPIO2 and GPIO3": "Все линии, кроме GPIO2 и GPIO3",
    "GPIO2 and GPIO3": "GPIO2 и GPIO3",
    "Open: {high}. Pressed: 0 V, and {current} flow.": (
        "Отпущена: {high}. Нажата: 0 В, ток {current}."
    ),
    "The {series} limit the current if a line is an output by mistake.": (
        "{series} ограничат ток, если линия по ошибке станет выходом."
    ),
    "Pressed: {low}; low means below {limit}.": "Нажата: {low}; низкий уровень — ниже {limit}.",
    "With {series} it would be {high}: no press is seen.": (
        "С {series} было бы {high}: нажатия не видно."
    ),
    "A sensor and its divider": "Датчик и его делитель",
    "converter": "преобразователь",
    "sensor (FSR)": "датчик (FSR)",
    "the converter's own reference": "опора самого преобразователя",
    "one input a sensor": "свой вход у каждого датчика",
    "the converter's own ground": "земля самого преобразователя",
    "code / full code = 10 k / (10 k + sensor)": "код / полный код = 10 к / (10 к + датчик)",
    "The supply falls out: a ratio.": "Питание сокращается: это отношение.",
    "force, sensor, voltage at 3.3 V:": "сила, датчик, напряжение при 3,3 В:",
    "untouched: above 10 MΩ, nearly 0 V": "без касания: больше 10 МОм, почти 0 В",
    "mk2: the way of the light data, and its supply": "mk2: путь данных света и его питание",
    "supply": "питание",
    "5 V, 3 A": "5 В, 3 А",
    "fuse 2 A": "предохр. 2 А",
    "star point": "точка звезды",
    "pin {pin}": "вывод {pin}",
    "on to the next": "к следующему",
    "1000 µF, 10 V": "1000 мкФ, 10 В",
    "74AHCT125: pin 1 to ground (on); 4, 10, 13 to 5 V (off); 5, 9, 12 to ground.": (
        "74AHCT125: вывод 1 на землю (включён); 4, 10, 13 на 5 В (выключены); 5, 9, 12 на землю."
    ),
    "100 nF between its pins 14 and 7; 330 Ω close to its pin 3.": (
        "100 нФ между выводами 14 и 7; 330 Ом рядом с выводом 3."
    ),
    "At 5 V a pixel wants 3.5 V for a one: 3.3 V is too little, so the 74AHCT125.": (
        "При 5 В пикселю для единицы нужно 3,5 В: 3,3 В мало, поэтому 74AHCT125."
    ),
    "The capacitor sits where the first wires reach the pixels.": (
        "Конденсатор стоит там, где первые провода подходят к пикселям."
    ),
    "A petal from the side (layers drawn too thick)": "Лепесток сбоку (слои толще, чем на деле)",
    "table top": "столешница",
    "cradle": "гнездо",
    "hub": "середина",
    "cover: 2 mm of silicone or felt": "покрытие: 2 мм силикона или войлока",
    "disc of rubber, as wide as the sensor's active area": (
        "резиновый кружок шириной с активную зону"
    ),
    "sensor top, its tail to the hub": "верхний датчик, хвост к середине",
    "plate, stiff: 4 mm of plywood or acrylic": "жёсткая пластина: фанера или акрил 4 мм",
    "sensor under, its tail to the hub": "нижний датчик, хвост к середине",
    "disc of rubber, the same": "такой же резиновый кружок",
    "cover, the same: fingers reach it from below": "такое же покрытие: пальцы берут снизу",
    "palm: from above only": "ладонь: только сверху",
    "grab: pinched, 30 mm free below": "захват: щипок, снизу свободны 30 мм",
    "magnet": "магнит",
    "reed": "геркон",
    "mk1: the magnet in the hub, the reed in the cradle, its wire to the header.": (
        "mk1: магнит в середине пада, геркон в гнезде, провод от него к разъёму."
    ),
    "mk2: the other way round, the reed beside the Pico. Dimensions are proposals.": (
        "mk2: наоборот, геркон рядом с Pico. Размеры — предложение."
    ),
    "mk2: the Pico, from above": "mk2: Pico, вид сверху",
    "USB socket on this side": "разъём USB с этой стороны",
    "{name}: the header, from above": "{name}: разъём GPIO, вид сверху",
    "this end: the corner with pin 1": "этот конец: угол с выводом 1",
    "this end: the USB sockets": "этот конец: гнёзда USB",
    "Wires of one seat share a cable: its number on both ends.": (
        "Провода одного места идут одним кабелем: его номер — на обоих концах."
    ),
    "{name}: the pad, from above": "{name}: пад, вид сверху",
    "Seats count clockwise from above.": "Места — по часовой стрелке.",
    "White disc: both sensors,": "Белый круг: оба датчика,",
    "one above, one below the plate.": "над пластиной и под ней.",
    "Sides of a petal: 15 mm of air": "Между соседними лепестками",
    "to its neighbours at least.": "не меньше 15 мм воздуха.",
    "{name}: lights and power": "{name}: свет и питание",
    "with its own": "со своим",
    "supply by USB-C": "питанием USB-C",
    "fuse 0.5 A": "предохр. 0,5 А",
    "lamp 5 V": "лампа 5 В",
    "MOSFET: N channel, fully on at a gate voltage of 2.5 V. Numbers: header pins.": (
        "Транзистор: N-канал, полностью открыт при 2,5 В на затворе. Номера: выводы разъёма."
    ),
    "Lamp: LED with its own resistor for 5 V, at most 100 mA.": (
        "Лампа: светодиод с резистором для 5 В, не больше 100 мА."
    ),
    "The 100 kΩ keep the lamps dark while the Pi starts.": (
        "100 кОм держат лампы тёмными, пока Pi загружается."
    ),
    "{name}: the pad's MCP3008": "{name}: MCP3008 пада",
    "16 pins, from above": "16 выводов, вид сверху",
    "Each sensor: from the converter's 3.3 V to its input, which has a divider.": (
        "Каждый датчик: от 3,3 В преобразователя к своему входу, у входа делитель."
    ),
    "No capacitors at the inputs: 100 nF would make every touch up to 1 ms late.": (
        "Никаких конденсаторов на входах: 100 нФ задержали бы каждое касание до 1 мс."
    ),
    "ring: {count}": "кольцо: {count}",
    "ring": "кольцо",
    "of the lights": "света",
    "USB cable: data and 5 V": "кабель USB: данные и 5 В",
    "SYNC: pin {header} to {pico}": "SYNC: вывод {header} к {pico}",
    "Segments touch end to end: 5 V, data and ground go on from one to the next.": (
        "Сегменты соединены друг за другом: 5 В, данные и земля идут от одного к следующему."
    ),
    "The red and black wires feed the first, the middle one and the ring.": (
        "Красные и чёрные провода питают первый сегмент, средний и кольцо."
    ),
    (
        "{seats} × {segment} + {ring} = {pixels} pixels × 60 mA = {white} mA all white;"
        " the program allows {budget} mA."
    ): (
        "{seats} × {segment} + {ring} = {pixels} пикс. × 60 мА = {white} мА, если всё белое;"
        " программа допускает {budget} мА."
    ),
    "Wires: 0.75 mm² up to the first pixels, 0.5 mm² beyond, 0.14 mm² for data.": (
        "Провода: 0,75 мм² до первых пикселей, дальше 0,5 мм², для данных 0,14 мм²."
    ),
    "The light's current never goes through the header.": "Ток света никогда не идёт через разъём.",
    "{name}: the pad's 74HC4067": "{name}: 74HC4067 пада",
    "pins of the chip; a module prints the names": "номера — у микросхемы; на модуле имена",
    "Each sensor: from the Pico's pin 35 to its channel, which has a divider.": (
        "Каждый датчик: от вывода 35 Pico к своему каналу, у канала делитель."
    ),
    "Channels without a sensor go to ground.": "Каналы без датчика — на землю.",
    "{name}: port expander MCP23017": "{name}: расширитель портов MCP23017",
    "28 pins, from above": "28 выводов, вид сверху",
    "INTA tells both ports: the overlay mirrors INTB on it.": (
        "INTA сообщает об обоих портах: оверлей повторяет на нём INTB."
    ),
}

_NAMES: Final = {
    "not connected": "не подключён",
    "seat {seat}": "место {seat}",
    "top": "верх",
    "under": "низ",
    "lamp of seat {seat}": "лампа места {seat}",
    "seated (reed)": "пад на месте (геркон)",
    "power button": "кнопка питания",
    "SYNC": "SYNC",
    "light data": "данные света",
    "USB to the Raspberry Pi": "USB к Raspberry Pi",
    "reserved: connect nothing": "занят: ничего не подключать",
    "no input: leave open": "не вход: оставить свободным",
    "ground of seat {seat}": "земля места {seat}",
    "ground of the power button": "земля кнопки питания",
    "ground of the reed": "земля геркона",
    "ground of the converter": "земля преобразователя",
    "ground of the expander": "земля расширителя",
    "ground of the multiplexer": "земля мультиплексора",
    "ground of all dividers": "земля всех делителей",
    "ground of the LIS3DH": "земля LIS3DH",
    "to the star point": "к точке звезды",
    "3.3 V of all pull-ups": "3,3 В всех подтяжек",
    "3.3 V of converter and sensors": "3,3 В АЦП и датчиков",
    "3.3 V of the expander": "3,3 В расширителя",
    "3.3 V of the pad's chips": "3,3 В микросхем пада",
    "3.3 V of the multiplexer": "3,3 В мультиплексора",
    "supply of all sensors": "питание всех датчиков",
    "5 V of the lamps": "5 В ламп",
    "SPI clock": "такт SPI",
    "SPI data to the Raspberry Pi": "данные SPI к Raspberry Pi",
    "SPI data to the converter": "данные SPI к АЦП",
    "SPI select": "выбор SPI",
    "I2C data": "данные I2C",
    "I2C clock": "такт I2C",
    "expander's interrupt": "прерывание расширителя",
    "white": "белый",
    "blue": "синий",
    "green": "зелёный",
    "yellow": "жёлтый",
    "violet": "фиолетовый",
    "grey": "серый",
    "brown": "коричневый",
    "pink": "розовый",
    "turquoise": "бирюзовый",
    "orange": "оранжевый",
    "red": "красный",
    "black": "чёрный",
}

_ENDS: Final = {
    "through {series}, no pull-up: the Pi has 1.8 k": "через {series}, без подтяжки: на Pi 1,8 к",
    "through {series}; {pull} to 3.3 V": "через {series}; {pull} к 3,3 В",
    "gate of the lamp's MOSFET, {pull} to ground": "затвор транзистора лампы, {pull} на землю",
    "Pico pin {pin} (GP{gp}), {series} in series": "Pico, вывод {pin} (GP{gp}), через {series}",
    "sensor, and {pull} to ground": "датчик, и {pull} на землю",
    "rail of the 10 k resistors": "шина резисторов 10 к",
    "fuse 0.5 A, then all lamps": "предохранитель 0,5 А, затем все лампы",
    "the button's other end": "второй вывод кнопки",
    "the buttons' other ends": "вторые выводы кнопок",
    "the reed's other end": "второй вывод геркона",
    "MCP3008 pins 15 and 16, all sensors": "MCP3008, выводы 15 и 16, все датчики",
    "MCP3008 pins 9 and 14, dividers": "MCP3008, выводы 9 и 14, делители",
    "MCP3008 pin 10 (CS)": "MCP3008, вывод 10 (CS)",
    "MCP3008 pin 11 (DIN)": "MCP3008, вывод 11 (DIN)",
    "MCP3008 pin 12 (DOUT)": "MCP3008, вывод 12 (DOUT)",
    "MCP3008 pin 13 (CLK)": "MCP3008, вывод 13 (CLK)",
    "star point: the one common ground": "точка звезды: единственная общая земля",
    "MCP23017 pin 13 (SDA), 2.2 k to 3.3 V": "MCP23017, вывод 13 (SDA), 2,2 к к 3,3 В",
    "MCP23017 pin 12 (SCL), 2.2 k to 3.3 V": "MCP23017, вывод 12 (SCL), 2,2 к к 3,3 В",
    "MCP23017 pin 20 (INTA)": "MCP23017, вывод 20 (INTA)",
    "MCP23017 pins 9 and 18, its 10 k": "MCP23017, выводы 9 и 18, его 10 к",
    "MCP23017 pins 10, 15, 16, 17": "MCP23017, выводы 10, 15, 16, 17",
    "header pin 17, 100 n and 10 µ to ground": "разъём, вывод 17; 100 н и 10 мк на землю",
    "the header's ground of the converter": "земля АЦП на разъёме",
    "header pin 23 (GPIO11)": "разъём, вывод 23 (GPIO11)",
    "header pin 21 (GPIO9)": "разъём, вывод 21 (GPIO9)",
    "header pin 19 (GPIO10)": "разъём, вывод 19 (GPIO10)",
    "header pin 24 (GPIO8)": "разъём, вывод 24 (GPIO8)",
    "header pin 17, 100 n to ground": "разъём, вывод 17; 100 н на землю",
    "the header's ground of the expander": "земля расширителя на разъёме",
    "header pin 15 (GPIO22)": "разъём, вывод 15 (GPIO22)",
    "header pin 16 (GPIO23)": "разъём, вывод 16 (GPIO23)",
    "header pin 18 (GPIO24)": "разъём, вывод 18 (GPIO24)",
    "header pin 12 (GPIO18), 1 k in series": "разъём, вывод 12 (GPIO18), через 1 к",
    "between multiplexer S0 and Pico pin 4": "между S0 мультиплексора и выводом 4 Pico",
    "between multiplexer S1 and Pico pin 5": "между S1 мультиплексора и выводом 5 Pico",
    "between multiplexer S2 and Pico pin 6": "между S2 мультиплексора и выводом 6 Pico",
    "between multiplexer S3 and Pico pin 7": "между S3 мультиплексора и выводом 7 Pico",
    "between multiplexer SIG and Pico pin 31": "между SIG мультиплексора и выводом 31 Pico",
    "between multiplexer and Pico pin 38": "между мультиплексором и выводом 38 Pico",
    "Pico pin 36, 100 n to ground": "Pico, вывод 36; 100 н на землю",
    "all sensors; 10 Ω to pin 36, 10 µ to pin 33": "все датчики; 10 Ом к 36, 10 мк к 33",
    "multiplexer VCC, LIS3DH VIN": "VCC мультиплексора, VIN LIS3DH",
    "the 10 k of all dividers": "10 к всех делителей",
    "LIS3DH GND": "LIS3DH, GND",
    "LIS3DH SDA": "LIS3DH, SDA",
    "LIS3DH SCL": "LIS3DH, SCL",
    "star point, by a wire of its own": "точка звезды, своим проводом",
    "74AHCT125 pin 2": "74AHCT125, вывод 2",
    "reed to ground; 10 k to pin 36": "геркон на землю; 10 к к выводу 36",
    "by the USB cable, not by a wire": "кабелем USB, не проводом",
}

_PARTS: Final = {
    "Raspberry Pi 4B or 5": "Raspberry Pi 4B или 5",
    "64 bit Raspberry Pi OS 12 or later": "Raspberry Pi OS 12 или новее, 64 бита",
    "SD card, 16 GB or more": "карта SD, от 16 ГБ",
    "supply of the Pi, USB-C": "блок питания Pi, USB-C",
    "5.1 V 3 A for a Pi 4, 5 V 5 A for a Pi 5": "5,1 В 3 А для Pi 4, 5 В 5 А для Pi 5",
    "flat display, HDMI": "плоский дисплей, HDMI",
    "with its own supply, behind a plate that bears a hit": (
        "со своим питанием, под пластиной, что выдержит удар"
    ),
    "push button, normally open": "кнопка, нормально разомкнутая",
    "four a seat: ◀ ▶ ● ✕": "по четыре на место: ◀ ▶ ● ✕",
    "power button, normally open": "кнопка питания, нормально разомкнутая",
    "sunk in, so that no elbow presses it": "утоплена, чтобы не нажать локтем",
    "force sensor (FSR), round, 13 mm active": "датчик силы (FSR), круглый, активная зона 13 мм",
    "two a seat: top and under, and two spare": "по два на место: верх и низ, и два запасных",
    "resistor 10 kΩ, 1 %": "резистор 10 кОм, 1 %",
    "dividers and pull-ups": "делители и подтяжки",
    "resistor 1 kΩ": "резистор 1 кОм",
    "in series with each line": "последовательно с каждой линией",
    "resistor 330 Ω": "резистор 330 Ом",
    "GPIO2, GPIO3, light data": "GPIO2, GPIO3, данные света",
    "resistor 100 kΩ": "резистор 100 кОм",
    "gates of the lamps": "затворы ламп",
    "resistor 2.2 kΩ": "резистор 2,2 кОм",
    "I2C pull-ups": "подтяжки I2C",
    "resistor 10 Ω": "резистор 10 Ом",
    "in parallel to the Pico's own 200 Ω before ADC_VREF": (
        "параллельно 200 Ом перед ADC_VREF на самом Pico"
    ),
    "MCP3008, DIP16": "MCP3008, DIP16",
    "reads the pad": "читает пад",
    "Raspberry Pi Pico (RP2040)": "Raspberry Pi Pico (RP2040)",
    "the pad controller": "контроллер пада",
    "74HC4067, module or chip": "74HC4067, модуль или микросхема",
    "16 channels; HC, not HCT, at 3.3 V": "16 каналов; при 3,3 В — HC, не HCT",
    "MCP23017, DIP28": "MCP23017, DIP28",
    "buttons of three seats": "кнопки трёх мест",
    "LIS3DH on a module": "LIS3DH на модуле",
    "may be left out: the reed is enough to play": "можно без него: для игры хватит геркона",
    "reed contact, normally open": "геркон, нормально разомкнутый",
    "closed while the pad is seated": "замкнут, пока пад на месте",
    "magnet, 8 mm": "магнит, 8 мм",
    "LED lamp for 5 V, with resistor": "светодиодная лампа на 5 В, с резистором",
    "at most 100 mA": "не больше 100 мА",
    "N channel MOSFET, logic level": "N-канальный MOSFET, логический уровень",
    "fully on at 2.5 V: AO3400 or like it": "полностью открыт при 2,5 В: AO3400 или подобный",
    "WS2812B pixel": "пиксель WS2812B",
    "a segment a seat and a ring, 5 V": "по сегменту на место и кольцо, 5 В",
    "74AHCT125, DIP14": "74AHCT125, DIP14",
    "AHCT: it reads 3.3 V as high at 5 V": "AHCT: при 5 В читает 3,3 В как единицу",
    "fuse 0.5 A, with holder": "предохранитель 0,5 А, с держателем",
    "fuse 2 A slow, with holder": "предохранитель 2 А медленный, с держателем",
    "5 V of the lights": "5 В света",
    "supply 5 V, 3 A": "блок питания 5 В, 3 А",
    "the lights only": "только для света",
    "capacitor 1000 µF, 10 V": "конденсатор 1000 мкФ, 10 В",
    "where the first pixels are fed": "там, где питаются первые пиксели",
    "capacitor 100 nF, ceramic": "конденсатор 100 нФ, керамика",
    "one at each chip": "по одному у каждой микросхемы",
    "capacitor 10 µF, ceramic": "конденсатор 10 мкФ, керамика",
    "at the converter's reference": "у опоры преобразователя",
    "cable of a seat, 6 wires of 0.14 mm²": "кабель места, 6 жил по 0,14 мм²",
    "one a seat, to half a metre": "по одному на место, до полуметра",
    "USB cable, micro B, with data lines": "кабель USB, micro B, с линиями данных",
    "Pi to Pico": "от Pi к Pico",
    "wire 0.75 mm², red and black, metres": "провод 0,75 мм², красный и чёрный, метров",
    "5 V and ground of the lights": "5 В и земля света",
    "plug for the header, 2 × 20": "ответная часть разъёма, 2 × 20",
    "on a board with all resistors of the header": "на плате со всеми резисторами разъёма",
    "petal: plate, two covers, two rubber discs": (
        "лепесток: пластина, два покрытия, два резиновых кружка"
    ),
    "see the drawing from the side": "см. рисунок сбоку",
}

_HEADS: Final = {
    "{n} seats": "мест: {n}",
    "part": "деталь",
    "note": "примечание",
    "table": "стол",
    "pixels": "пиксели",
    "all white, mA": "всё белое, мА",
    "all dark, mA": "всё тёмное, мА",
    "allowed, mA": "допускается, мА",
    "white at most": "белый не ярче",
    "pin": "вывод",
    "line": "линия",
    "signal": "сигнал",
    "goes to": "куда идёт",
    "wire": "провод",
    "name": "имя",
}

RUSSIAN: Final[dict[str, str]] = {**_DRAWN, **_NAMES, **_ENDS, **_PARTS, **_HEADS}
