#!/bin/sh
# A MicroPython 1.25 for this machine, from Debian's packages with their own C library beside it.
# usage: micropython_unix.sh FOLDER      prints the interpreter's path; a second call finds it there
# Needs apt-get and a Debian mirror, no root. Status 3: this machine has no such source. One call at
# a time for a folder.
set -eu
mkdir -p "$1"
work=$(cd "$1" && pwd)
program=$work/micropython
if [ -x "$program" ] && "$program" -c 'pass' 2>/dev/null; then echo "$program"; exit 0; fi

command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || {
  echo "there is no apt-get here" >&2; exit 3; }
mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.sources /etc/apt/sources.list.d/*.list \
  2>/dev/null | sed -nE 's#^[^\#]*[ =](https?://[^ ]+/debian)/?( .*)?$#\1#p' | head -n 1) || true
[ -n "$mirror" ] || { echo "apt-get knows no Debian mirror" >&2; exit 3; }
[ -w "$work" ] || { echo "$work cannot be written: let its owner run the tests once" >&2; exit 3; }

mkdir -p "$work/lists/partial" "$work/cache/archives/partial" "$work/debs" "$work/unpacked"
printf 'deb [signed-by=%s] %s trixie main\n' \
  /usr/share/keyrings/debian-archive-keyring.gpg "$mirror" > "$work/trixie.list"
apt() {
  apt-get -q -o Dir::Etc::sourcelist="$work/trixie.list" -o Dir::Etc::sourceparts=/dev/null \
    -o Dir::State::lists="$work/lists" -o Dir::Cache="$work/cache" \
    -o APT::Get::List-Cleanup=0 -o APT::Sandbox::User=root "$@" >&2
}
apt update --error-on=any || { echo "the Debian mirror cannot be reached" >&2; exit 3; }
(cd "$work/debs" && apt download \
  micropython libc6 libffi8 libmbedcrypto16 libmbedtls21 libmbedx509-7 libgcc-s1)
for deb in "$work"/debs/*.deb; do dpkg-deb -x "$deb" "$work/unpacked"; done
loader=$(find "$work/unpacked" -name 'ld-linux*' -type f -o -name 'ld-linux*' -type l | head -n 1)
libraries=$(dirname "$(find "$work/unpacked/usr/lib" -name 'libffi.so.8' | head -n 1)")
printf '#!/bin/sh\nexec %s --library-path %s %s "$@"\n' \
  "$loader" "$libraries" "$work/unpacked/usr/bin/micropython" > "$program"
chmod +x "$program"
"$program" -c 'pass'
rm -rf "$work/debs" "$work/lists" "$work/cache"
echo "$program"
