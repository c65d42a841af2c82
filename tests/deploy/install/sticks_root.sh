#!/bin/sh
# Sticks that are plugged in before the table starts and after it, in a real systemd: the unit's own
# mounts let it write both, and nothing beside them. Needs what root.sh needs. Usage: sticks_root.sh
# FOLDER PYTHON. The unit is the real one; in the table's place something sleeps.
set -eu
# shellcheck source=root.sh
. "$(dirname "$0")/root.sh"
nspawn='' init='' state=''

within() { nsenter --target "$init" --all "$@"; }
booted() {
	init=$(pgrep -P "$nspawn") && state=$(within systemctl is-system-running --wait 2>/dev/null)
	[ "$state" = running ] || [ "$state" = degraded ]
}
clean_up() {
	[ -z "$init" ] || kill -9 "$init"
	[ -z "$nspawn" ] || wait "$nspawn" || true
}
trap clean_up EXIT
trap 'exit 130' INT TERM

as_table() { # by the table's user, from where the table sees
	main=$(within systemctl show --value --property=MainPID khvatka)
	within nsenter --target "$main" --mount setpriv --reuid=khvatka --regid=khvatka \
		--clear-groups --no-new-privs "$@"
}
plug_in() { # plug_in NAME: a stick in each place
	for place in /media /run/media/system /mnt; do
		within mkdir -p "$place/$1"
		within mount -t tmpfs -o mode=777 stick "$place/$1"
	done
}
writes() { # writes NAME
	for place in /media /run/media/system /mnt; do
		as_table sh -c "echo written >$place/$1/file" || { echo "$place/$1 is not written"; exit 1; }
	done
}

bare_root systemd,systemd-sysv,udev,dbus,ca-certificates
units=$folder/system/etc/systemd/system
mkdir -p "$units/khvatka.service.d"
cp "$project/deploy/systemd/khvatka.service" "$units"
cat >"$units/khvatka.service.d/sleeps.conf" <<-UNIT
	[Unit]
	Requires=
	Wants=
	[Service]
	Type=exec
	ExecStartPre=
	ExecStart=
	ExecStart=/usr/bin/sleep infinity
	StandardInput=null
	TTYPath=
	TTYReset=no
	TTYVHangup=no
	TTYVTDisallocate=no
	WatchdogSec=0
UNIT
inside sh -c 'useradd --system --user-group khvatka && mkdir -p /var/lib/khvatka/table &&
	chown khvatka: /var/lib/khvatka/table && systemctl mask console-getty.service' >/dev/null
systemd-nspawn --quiet --register=no --keep-unit --machine=khvatka-sticks --private-network \
	--console=read-only --directory="$folder/system" --boot >"$folder/console.log" 2>&1 </dev/null &
nspawn=$!
for _ in $(seq 90); do
	if booted; then break; fi
	sleep 1
done
echo '== sticks of before the start, of after it'
plug_in before
within systemctl start khvatka
plug_in after
writes before
writes after
echo '== and nothing beside them'
for path in /media /mnt /run/media /etc /usr /var/lib; do
	if as_table touch "$path/mine" 2>/dev/null; then
		echo "$path is written"
		exit 1
	fi
done
within systemctl is-active khvatka
echo 'each stick was written, and nothing beside them'
