#!/bin/sh
# The table on a read-only root in a real systemd: up, played at, killed, its power cut, updated to
# a version that does not come up, switched off, without its partition. Needs what root.sh needs and
# loop devices. Usage: readonly_root.sh FOLDER PYTHON (what is made stays in FOLDER).
#
# Installed by install.sh and khvatka-readonly; instead of a Pi's the screen is Xvfb, the board
# simulated, the first console the container's own, and the root read-only from the beginning.
set -eu
# shellcheck source=root.sh
. "$(dirname "$0")/root.sh"
data=/var/lib/khvatka/table
state='' init='' nspawn='' card='' partition=''

wrong() {
	echo "this is not so: $*"
	within journalctl --no-pager --lines=60 || cat "$folder/console.log"
	exit 1
}
sure() { "$@" || wrong "$@"; }
eventually() { # eventually COMMAND…: in a minute and a half at most
	for _ in $(seq 90); do
		if "$@"; then return; fi
		sleep 1
	done
	wrong "$@"
}

# ---- the installation

install_table() {
	printf '%s\n' '/dev/mmcblk0p2 / ext4 defaults,noatime 0 1' >"$folder/system/etc/fstab"
	says 'The console is installed' $install --any-machine --board pc
	inside sh -c 'apt-get -qq install --no-install-recommends xvfb xdotool >/dev/null && apt-get clean'
	printf '[match]\nauto = true\n' >>"$folder/system/etc/khvatka/table.toml"
	mkdir -p "$folder/system/etc/systemd/system/khvatka.service.d"
	cat >"$folder/system/etc/systemd/system/khvatka.service.d/screen.conf" <<-UNIT
		[Unit]
		Wants=screen.service
		After=screen.service
		[Service]
		Environment=SDL_VIDEODRIVER=x11 DISPLAY=:7
		BindReadOnlyPaths=/tmp/.X11-unix
	UNIT
	printf '[Service]\nExecStart=/usr/bin/Xvfb :7 -screen 0 1280x800x24 -nolisten tcp\n' \
		>"$folder/system/etc/systemd/system/screen.service"
	echo 'L /dev/tty1 - - - - console' >"$folder/system/etc/tmpfiles.d/screen.conf"
	inside systemctl mask console-getty.service
	rm -rf "$folder/next"
	cp -a "$folder/system/srv" "$folder/next"
	another "$folder/next" 9.9 "$folder/system/media/next.tar"
	another "$folder/next" 0.0.9 "$folder/system/media/older.tar"
	tar -cf "$folder/system/media/unsigned.tar" -C "$folder" next
	"$python" "$(dirname "$0")/harm.py" "$folder/next/wheels"
	another "$folder/next" 9.9.1 "$folder/system/media/harm.tar"
}

# What a cut in the middle of it left is made anew; matches that are there are never covered.
make_readonly() {
	mkdir -p "$folder/card" "$folder/data"
	rm -f "$folder/data.img" "$folder/system.img"
	truncate -s 1G "$folder/data.img"
	mkfs.ext4 -q "$folder/data.img"
	partition=$(losetup -f --show "$folder/data.img")
	enable="khvatka-readonly --enable --data $partition"
	inside runuser -u khvatka -- sh -c "cd $data && mkdir -p shut/in && echo mine >closed &&
		echo mine >shut/in/it && chmod 0 closed shut/in shut"
	says "closed' changed" --bind="$partition" sh -c "$enable && khvatka-readonly --disable"
	mount "$partition" "$folder/data"
	for file in closed shut/in/it; do sure grep -q mine "$folder/data/table/$file"; done
	umount "$folder/data"
	rm -r "$folder/system$data/closed" "$folder/system$data/shut"
	mkfs.ext4 -q -F "$partition"
	mount "$partition" "$folder/data"
	mkdir -p "$folder/data/opt.half/left" "$folder/data/opt/bin" "$folder/data/table"
	echo 'another' >"$folder/data/table/khvatka.sqlite3"
	echo 'mine' >"$folder/system$data/khvatka.sqlite3"
	umount "$folder/data"
	says 'has other matches' --bind="$partition" sh -c "! $enable"
	rm "$folder/system$data/khvatka.sqlite3"
	says 'read-only from the next start' --bind="$partition" sh -c "$enable"
	link=disk/by-uuid/$(blkid -o value -s UUID "$partition")
	says "DEVLINKS=.*$link" --bind="$partition" udevadm test "/sys/class/block/${partition#/dev/}"
	says "DEVLINKS=/dev/khvatka-copy-${partition#/dev/}[^/]*\$" --bind="$partition" sh -c "
		mkdir -p /run/udev/rules.d
		echo 'SUBSYSTEM==\"block\", ENV{ID_BUS}=\"usb\"' >/run/udev/rules.d/50-as-on-usb.rules
		udevadm test /sys/class/block/${partition#/dev/}"
	mount "$partition" "$folder/data"
	sure grep -q another "$folder/data/table/khvatka.sqlite3"
	sure test -x "$folder/data/opt/current/bin/khvatka"
	sure grep -q "^UUID=$(blkid -o value -s UUID "$partition") /var/lib/khvatka" \
		"$folder/system/etc/fstab"
	sure test ! -e "$folder/data/opt.half"
	rm "$folder/data/table/khvatka.sqlite3"
	umount "$folder/data"
	mkfs.ext4 -q -d "$folder/system" "$folder/system.img" 2G
	card=$(losetup -r -f --show "$folder/system.img")
	mount -o ro "$card" "$folder/card"
	before=$(sha256sum <"$folder/system.img")
}

# ---- the running system

boot() { # boot [OPTION…]: until systemd has started all that it starts
	systemd-nspawn --quiet --register=no --keep-unit --machine=khvatka-table --read-only \
		--private-network --console=read-only --directory="$folder/card" "$@" --boot \
		>"$folder/console.log" 2>&1 </dev/null &
	nspawn=$! state=''
	eventually booted
}
booted() {
	init=$(pgrep -P "$nspawn") && state=$(within systemctl is-system-running --wait 2>/dev/null)
	[ "$state" = running ] || [ "$state" = degraded ]
}
checked() { fsck.ext4 -p "$partition" >"$folder/fsck.log" 2>&1 || [ $? = 1 ]; }
with_partition() {
	eventually checked # not before the kernel has let go of the last mount
	mount -o noatime,nosuid,nodev,noexec,commit=1,errors=remount-ro "$partition" "$folder/data"
	boot --bind="$folder/data:/var/lib/khvatka"
}
within() { nsenter --target "$init" --all "$@"; }
as_table() { # as_table COMMAND…: by the table's user, from where the table sees
	main=$(within systemctl show --value --property=MainPID khvatka)
	within nsenter --target "$main" --mount setpriv --reuid=khvatka --regid=khvatka \
		--init-groups --no-new-privs "$@"
}
ended() {
	wait "$nspawn" 2>/dev/null || true
	nspawn='' init=''
}

# Nothing more reaches the partition, not even what the kernel still holds (FS_IOC_SHUTDOWN without
# its journal); then the processes are gone.
cut_power() {
	"$python" -c 'import fcntl, os, struct, sys
fcntl.ioctl(os.open(sys.argv[1], os.O_RDONLY), 0x8004587D, struct.pack("I", 2))' "$folder/data"
	kill -9 "$init"
	ended
	umount "$folder/data"
}

is_up() { [ "$(within systemctl is-active khvatka)" = active ]; }
restarted() { # restarted TIMES: since it was started by hand
	is_up && [ "$(within systemctl show --value --property=NRestarts khvatka)" = "$1" ]
}
stays() { ! within test -e /run/khvatka-starts; }
matches() { as_table /opt/khvatka/current/bin/khvatka matches --json --data $data; }
turns() { matches | sed -n 's/.*"finished":false.*"actions":\([0-9]*\).*/\1/p'; }
keys() { # keys KEY…: one after the other, at seat 1
	for key in "$@"; do
		within env DISPLAY=:7 xdotool keydown "$key" sleep 0.2 keyup "$key" sleep 0.5
	done
}
plays_on() { # plays_on TURNS: ● until there are ten more of them
	keys w
	sleep 0.5
	now=$(turns)
	[ "${now:-0}" -ge $(($1 + 10)) ]
}
takes_up() { # takes_up TURNS: ● sits down, ▶ ● is the card of the match, ▶ ● says whose it is
	keys s s s w d w d w # whatever was half done before, ✕ leaves; in the match all but ● does nothing
	sleep 5
	[ "$(turns)" -gt "$1" ]
}
keeps() { [ "$(turns)" -ge "$1" ] && [ "$(matches | wc -l)" = 1 ]; }
says_within() { # says_within WORDS COMMAND…
	words=$1
	shift
	within "$@" | grep -q "$words"
}
root_is_as_it_was() { [ "$(sha256sum <"$folder/system.img")" = "$before" ]; }
complains_of_root() { within journalctl --no-pager | grep -i 'read-only file system'; }

clean_up() {
	if [ -n "$nspawn" ]; then
		pkill -9 --parent "$nspawn" || true
		ended
	fi
	for place in card data; do
		if mountpoint -q "$folder/$place"; then umount "$folder/$place"; fi
	done
	for device in $card $partition; do losetup -d "$device"; done
}
trap clean_up EXIT
trap 'exit 130' INT TERM

make_root
install_table
make_readonly

echo '== up, on a read-only root, with nothing that failed'
with_partition
[ "$state" = running ] || wrong "nothing failed: $(within systemctl --failed)"
sure is_up
sure says_within '\<ro\>' findmnt --noheadings --output OPTIONS /
sure says_within 'Started khvatka.service' journalctl --no-pager --unit=khvatka
sure within test -d /run/log/journal
sure says_within 'rw,nosuid,nodev,noatime' findmnt --noheadings --output OPTIONS /opt/khvatka
echo '== played at'
eventually plays_on 0
echo '== killed, hung up: there again, with its match'
had=$(turns)
within systemctl kill --signal=SIGKILL khvatka
eventually restarted 1
sure keeps "$had"
within systemctl kill --kill-who=main --signal=SIGHUP khvatka
eventually restarted 2
eventually takes_up "$had"
eventually plays_on "$had"
echo '== the power is cut: the match is there again'
had=$(turns)
cut_power
with_partition
sure is_up
sure keeps "$had"
eventually takes_up "$had"
eventually plays_on "$had"
echo '== up for a minute'
eventually stays
echo '== what nobody signed, and what is older, its own user does not get in'
for given in unsigned older; do
	as_table sh -c "! $update apply /media/$given.tar" 2>&1 | tee "$folder/said"
done
sure grep -q 'is older than 0.1.0' "$folder/said"
sure test "$(within $update status | wc -l)" = 1
! as_table $update apply --downgrade /media/older.tar || wrong 'that is for root alone'
! as_table systemctl start khvatka-build || wrong 'that is for root alone'
echo '== what is in a signed one runs without rights'
as_table sh -c "! $update apply /media/harm.tar" 2>&1 | tee "$folder/said"
sure grep -q "ran as $(within id -u khvatka-build) and may: nothing" "$folder/said"
sure test "$(within $update status | wc -l)" = 1
echo '== updated by its own user, to a version that does not come up'
as_table $update apply /media/next.tar
sure says_within '9.9.*on trial' $update status
rm -r "$folder"/data/opt/venvs/9.9-*/lib/python3*/site-packages/pygame
within systemctl --no-block restart khvatka
eventually says_within '9.9.*went back' $update status
eventually is_up
echo '== switched off by its own user'
! complains_of_root || wrong 'nobody wanted to write to the root'
as_table systemctl poweroff
ended
umount "$folder/data"
sure root_is_as_it_was
echo '== without its partition: up, and it says so'
boot
sure is_up
sure says_within 'не открыть или не записать' journalctl --no-pager --unit=khvatka
kill -9 "$init"
ended
sure root_is_as_it_was
echo 'only the partition was written'
