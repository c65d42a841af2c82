#!/bin/sh
# install.sh in a real Debian 12 root: in, again, rated, out, out with everything. Needs root, the
# network, debootstrap and systemd-nspawn. Usage: debian_root.sh FOLDER PYTHON (what is made stays
# in FOLDER; PYTHON is the project's, for the bundle).
set -eu
folder=$1 python=$2
project=$(cd "$(dirname "$0")/../../.." && pwd)

mkdir -p "$folder"
if [ ! -f "$folder/clean/made" ]; then
	rm -rf "$folder/clean"
	debootstrap --variant=minbase --include=systemd,systemd-sysv,udev,dbus,ca-certificates \
		bookworm "$folder/clean" >"$folder/debootstrap.log"
	touch "$folder/clean/made"
fi
rm -rf "$folder/root" "$folder/bundle"
cp -a "$folder/clean" "$folder/root"
mkdir -p "$folder/root/boot/firmware"
echo '# as it came' >"$folder/root/boot/firmware/config.txt"
(cd "$project" && "$python" -B -m deploy.bundle --here --out "$folder/bundle")
tar -xf "$folder"/bundle/khvatka-*.tar -C "$folder/root/srv" --strip-components=1

inside() { systemd-nspawn --quiet --register=no --keep-unit --directory="$folder/root" "$@"; }
says() { # says WORDS COMMAND…
	words=$1
	shift
	inside "$@" >"$folder/said" 2>&1 || { cat "$folder/said"; exit 1; }
	cat "$folder/said"
	grep -q "$words" "$folder/said" || { echo "it does not say: $words"; exit 1; }
}
install=/srv/deploy/install.sh

echo '== first'
says 'The console is installed' $install --any-machine --board mk1
echo '== again'
says 'Nothing to change: the console is installed' $install --any-machine
echo '== what is there'
says 'version' /opt/khvatka/current/bin/khvatka --version
says 'gpio' id khvatka
says 'exposure level for khvatka.service: [0-2]\.' \
	sh -c 'systemd-analyze security --offline=true khvatka.service | tail -n 1'
says 'no complaint' sh -c 'systemd-analyze verify --man=no khvatka.service && echo no complaint'
echo '== out'
says 'Matches stay' $install --any-machine --uninstall
says 'Nothing to change: the console is not installed' $install --any-machine --uninstall
says 'remove the user khvatka' $install --any-machine --uninstall --purge
says 'as it came' cat /boot/firmware/config.txt
left=$(find "$folder/root" -xdev -name '*hvatka*' -not -path '*/srv/*')
[ -z "$left" ] || { echo "left behind: $left"; exit 1; }
echo 'nothing is left behind'
