#!/bin/sh
# install.sh in a real Debian 12 root: in, again, rated, out, out with everything. Needs root, the
# network, debootstrap and systemd-nspawn. Usage: debian_root.sh FOLDER PYTHON (what is made stays
# in FOLDER; PYTHON is the project's, for the bundle).
set -eu
# shellcheck source=root.sh
. "$(dirname "$0")/root.sh"
make_root

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
