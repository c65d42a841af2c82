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
says 'Nothing to change: the console is installed' $install --any-machine --bundle /media/khvatka.tar
echo '== only what its owner signed, and nothing older'
rm -rf "$folder/next"
mkdir "$folder/next"
tar -xf "$folder/system/media/khvatka.tar" -C "$folder/next" --strip-components=1
another "$folder/next" 0.0.9 "$folder/system/media/older.tar"
another "$folder/next" 9.9 "$folder/system/media/newer.tar"
says 'is older than' sh -c "! $update install /media/older.tar --any-machine"
says 'is older than' sh -c "! $install --any-machine --bundle /media/older.tar"
says '0.0.9.*on trial' $update apply --downgrade /media/older.tar
says 'not signed with the key that this table trusts' sh -c "
	ssh-keygen -q -t ed25519 -N '' -f /srv/other && cp /media/newer.tar /media/theirs.tar
	ssh-keygen -q -Y sign -n khvatka-bundle -f /srv/other </media/newer.tar >>/media/theirs.tar
	! $update install /media/theirs.tar"
printf 'x' | dd of="$folder/system/media/theirs.tar" conv=notrunc status=none
says 'not signed with the key' sh -c "! $update apply /media/theirs.tar"
cp -a "$folder/next" "$folder/system/media/next"
says 'the signed file alone' sh -c '! /media/next/deploy/install.sh --any-machine'
says '9.9.*on trial' $update install /media/newer.tar --any-machine
says "root's alone" sh -c "find /opt/khvatka /usr/local/sbin /etc/khvatka /etc/systemd/system \
	! -type l \\( ! -user 0 -o -perm /7022 \\) | grep . || echo root\\'s alone"
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
for unit in khvatka khvatka-attempt khvatka-confirm khvatka-build khvatka-apply@srv-khvatka.tar; do
	says "exposure level for $unit.service: [0-2]\\." \
		sh -c "systemd-analyze security --offline=true $unit.service | tail -n 1"
	says 'no complaint' sh -c "systemd-analyze verify --man=no $unit.service && echo no complaint"
done
echo '== out'
says 'Matches stay' $install --any-machine --uninstall
says 'Nothing to change: the console is not installed' $install --any-machine --uninstall
says 'remove the user khvatka' $install --any-machine --uninstall --purge
says 'as it came' cat /boot/firmware/config.txt
echo '== in from a checkout, which makes its wheels'
mkdir "$folder/system/srv/checkout"
for name in pyproject.toml README.md LICENSE khvatka.py console drivers host_sim deploy; do
	cp -a "$project/$name" "$folder/system/srv/checkout"
done
authorities=/etc/ssl/certs/ca-certificates.crt # this computer's own: it may see the network otherwise
inside useradd --create-home owner
says 'root makes no wheels' sh -c '! /srv/checkout/deploy/install.sh --any-machine --board mk1'
says 'The console is installed' --bind-ro=$authorities --setenv=SUDO_USER=owner \
	/srv/checkout/deploy/install.sh --any-machine --board mk1
says '^-rw------- 1 owner' ls -l /home/owner/.config/khvatka/bundle-key
says '^0[.]7' /opt/khvatka/current/bin/python -c 'from importlib.metadata import version; print(version("RPi.GPIO"))'
says 'remove the user khvatka' $install --any-machine --uninstall --purge
left=$(find "$folder/system" -xdev -name '*hvatka*' -not -path '*/srv/*' \
	-not -path '*/media/*' -not -path '*/home/*')
[ -z "$left" ] || { echo "left behind: $left"; exit 1; }
echo 'nothing is left behind'
