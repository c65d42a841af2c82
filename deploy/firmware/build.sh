#!/bin/bash
# The pad controller's program frozen into MicroPython 1.25 for the RP2040, from Debian's sources.
# usage: build.sh FOLDER PROGRAM-ID     prints the folder, with firmware.bin and LICENSES.txt in it
# Needs apt-get with a Debian mirror, and root if the compiler has to be installed. A first call takes
# some minutes, later ones rebuild if the program changed. The same sources give the same bytes,
# wherever and whenever. Status 3: cannot be had here. One call at a time for a folder.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
project=$(cd "$here/../.." && pwd)
mkdir -p "$1"
work=$(cd "$1" && pwd)
program=$2
cd "$work"
exec 3>&1 1>&2
missing() { echo "$1"; exit 3; }

recipe=$(cat "$here/build.sh"
  cd "$project/drivers/firmware" && find . -name '*.py' -exec sha256sum {} + | LC_ALL=C sort)
made_from=$(printf '%s' "$program $recipe" | sha256sum)
if [ -e made-from ] && [ "$(cat made-from)" = "$made_from" ]; then echo "$work" >&3; exit 0; fi
[ -w "$work" ] || missing "$work cannot be written: let its owner build it once"
for tool in apt-get dpkg-deb; do
  command -v "$tool" >/dev/null || missing "there is no $tool here"
done
mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.sources /etc/apt/sources.list.d/*.list \
  2>/dev/null | sed -nE 's#^[^\#]*[ =](https?://[^ ]+/debian)/?( .*)?$#\1#p' | head -n 1) || true
[ -n "$mirror" ] || missing "apt-get knows no Debian mirror"

for tool in arm-none-eabi-gcc cmake ninja make gcc dpkg-source; do
  command -v "$tool" >/dev/null && continue
  [ "$(id -u)" = 0 ] || missing "$tool is not installed and only root could do it"
  apt-get -q update || missing "the Debian mirror cannot be reached"
  apt-get -q install -y --no-install-recommends gcc-arm-none-eabi libnewlib-arm-none-eabi \
    libstdc++-arm-none-eabi-newlib cmake ninja-build make gcc dpkg-dev xz-utils
done

source=$work/micropython
port=$source/ports/rp2
sdk=$source/lib/pico-sdk
if [ ! -e "$work/fetched" ]; then
  mkdir -p lists/partial cache/archives/partial debs root
  rm -rf "$source"
  key=/usr/share/keyrings/debian-archive-keyring.gpg
  printf '%s [signed-by=%s] %s trixie main\n' deb "$key" "$mirror" deb-src "$key" "$mirror" \
    > trixie.list
  apt() {
    apt-get -q -o Dir::Etc::sourcelist="$work/trixie.list" -o Dir::Etc::sourceparts=/dev/null \
      -o Dir::State::lists="$work/lists" -o Dir::Cache="$work/cache" \
      -o APT::Get::List-Cleanup=0 -o APT::Sandbox::User=root "$@"
  }
  apt update --error-on=any || missing "the Debian mirror cannot be reached"
  (cd debs && apt download pico-sdk-source tinyusb-source &&
    apt source --download-only micropython)
  for deb in debs/*.deb; do dpkg-deb -x "$deb" root; done
  dpkg-source --no-check -x debs/micropython_*.dsc "$source"
  rm -rf "$sdk"
  cp -r root/usr/src/pico-sdk "$sdk"
  rm -f "$sdk/lib/tinyusb"
  cp -rL root/usr/src/tinyusb/. "$source/lib/tinyusb/"
  touch "$source/lib/micropython-lib/README.md"
  # What Debian leaves out of the source is not needed here: TLS, hashes, the ROM's floats.
  # shellcheck disable=SC2016 # the variables are cmake's
  sed -i -e 's/set(MICROPY_SSL_MBEDTLS ON)/set(MICROPY_SSL_MBEDTLS OFF)/' \
    -e '/^ *mbedtls\/mbedtls_port.c$/d' \
    -e 's/target_link_libraries(${MICROPY_TARGET} micropy_lib_mbedtls)//' \
    -e 's/pico_set_float_implementation(${MICROPY_TARGET} micropython)/pico_set_float_implementation(${MICROPY_TARGET} compiler)\npico_set_double_implementation(${MICROPY_TARGET} compiler)/' \
    "$port/CMakeLists.txt"
  sed -i -E 's/(#define MICROPY_(SSL_MBEDTLS|PY_SSL|PY_HASHLIB_SHA1|PY_CRYPTOLIB\w*)) +\(1\)/\1 (0)/' \
    "$port/mpconfigport.h"
  make -C "$source/mpy-cross" -j"$(nproc)"
  rm -rf debs lists cache
  touch fetched
fi

printf 'PROGRAM = "%s"\n' "$program" > built.py
cat > manifest.py <<END
freeze("\$(PORT_DIR)/modules")
include("\$(MPY_DIR)/extmod/asyncio")
package("firmware", base_path="$project/drivers")
module("built.py", base_path="$work")
module("frozen.py", base_path="$project/drivers/firmware/start")
module("boot.py", base_path="$project/drivers/firmware/start")
module("main.py", base_path="$project/drivers/firmware/start")
END
export SOURCE_DATE_EPOCH=1735689600 MICROPY_GIT_TAG=v1.25.0 MICROPY_GIT_HASH=debian
export PICO_SDK_PATH=$sdk
[ -e "$port/build/build.ninja" ] ||
  cmake -G Ninja -S "$port" -B "$port/build" -DMICROPY_BOARD=RPI_PICO \
    -DMICROPY_BOARD_DIR="$port/boards/RPI_PICO" -DPICO_NO_PICOTOOL=1 \
    -DMICROPY_FROZEN_MANIFEST="$work/manifest.py"
# Another checkout's modules may look newer than this one's, another day's date stays in these.
rm -rf "$port/build/frozen_mpy" "$port/build/genhdr/mpversion.h"
find "$port/build" -type f -name 'standard_binary_info*' -delete
ninja -C "$port/build"
arm-none-eabi-objcopy -O binary "$port/build/firmware.elf" firmware.bin
{
  printf 'The pad controller runs Khvatka on MicroPython, with the pico-sdk and TinyUSB.\n'
  for licence in "$project/LICENSE" "$source/LICENSE" root/usr/share/doc/*/copyright; do
    printf '\n----\n\n'
    cat "$licence"
  done
} > LICENSES.txt
echo "$made_from" > made-from
echo "$work" >&3
