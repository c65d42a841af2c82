#!/bin/sh
# install.sh in a real Debian root: in, again, a match drawn, rated, out, out with everything, in from
# a checkout. Needs what root.sh needs. Usage: debian_root.sh FOLDER PYTHON (what is made stays in
# FOLDER; PYTHON is the project's, for the bundle).
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
says 'end\.png' env HOME=/tmp SDL_VIDEODRIVER=dummy /opt/khvatka/current/bin/khvatka play --headless \
	--players 2 --pictures /tmp/pictures --data /tmp/data
echo '== the short command keeps its match as the table'
says 'winners' khvatka play --headless --players 2 --json --data /var/lib/khvatka/table
says '^ *1 .*Хаос' khvatka matches --lang ru
says '^khvatka' stat -c %U /var/lib/khvatka/table/khvatka.sqlite3
says 'gpio' id khvatka
says 'systemd-journal' id khvatka
says 'exposure level for khvatka.service: [0-2]\.' \
	sh -c 'systemd-analyze security --offline=true khvatka.service | tail -n 1'
says 'no complaint' sh -c 'systemd-analyze verify --man=no khvatka.service && echo no complaint'
echo '== out'
says 'Matches stay' $install --any-machine --uninstall
says 'Nothing to change: the console is not installed' $install --any-machine --uninstall
says 'remove the user khvatka' $install --any-machine --uninstall --purge
says 'as it came' cat /boot/firmware/config.txt
echo '== in from a checkout, which makes its wheels'
mkdir "$folder/system/srv/checkout"
for name in pyproject.toml README.md LICENSE console drivers host_sim deploy; do
	cp -a "$project/$name" "$folder/system/srv/checkout"
done
authorities=/etc/ssl/certs/ca-certificates.crt # this computer's own: it may see the network otherwise
says 'The console is installed' --bind-ro=$authorities \
	/srv/checkout/deploy/install.sh --any-machine --board mk1
says '^RPi.GPIO' /opt/khvatka/current/bin/python -m pip list --format=freeze
says 'remove the user khvatka' $install --any-machine --uninstall --purge
left=$(find "$folder/system" -xdev -name '*hvatka*' -not -path '*/srv/*')
[ -z "$left" ] || { echo "left behind: $left"; exit 1; }
echo 'nothing is left behind'
