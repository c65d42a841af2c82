#!/bin/bash
# The pad controller's firmware as `make firmware` builds it, and an emulator for it.
# usage: rp2040_sim.sh FOLDER     prints the folder with firmware.bin, rom.bin and node_modules
# Needs what deploy/firmware/build.sh needs, node and npm. Status 3: cannot be had here. One call at
# a time for a folder.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
project=$(cd "$here/../.." && pwd)
mkdir -p "$1"
work=$(cd "$1" && pwd)
exec 3>&1 1>&2
missing() { echo "$1"; exit 3; }

command -v node >/dev/null && command -v npm >/dev/null || missing "there is no node with npm here"
cd "$project"
program=$("${PYTHON:-python3}" -m deploy.firmware --id)
bash deploy/firmware/build.sh "$work" "$program"
cd "$work"
[ -e node_modules/rp2040js ] || npm --prefix "$work" install --no-audit --no-fund rp2040js@1.4.1 ||
  missing "npm cannot reach its registry"
if [ ! -e rom.bin ] || ! cmp -s "$here/rp2040/rom.S" rom.S; then
  arm-none-eabi-gcc -c -o rom.o "$here/rp2040/rom.S"
  arm-none-eabi-ld -Ttext=0 -e 0 -o rom.elf rom.o
  arm-none-eabi-objcopy -O binary -j .text rom.elf rom.bin
  cp "$here/rp2040/rom.S" rom.S
fi
echo "$work" >&3
