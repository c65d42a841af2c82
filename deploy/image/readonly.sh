#!/bin/sh
# The root read-only, one small partition for what the table keeps, logs in memory; and back again.
#
#   khvatka-readonly --enable --data /dev/disk/by-label/khvatka   from the next start on
#   khvatka-readonly --disable                                    as it was before
#
# The partition gets /var/lib/khvatka: matches (table/) and versions of the console (opt/, which is
# /opt/khvatka from then on, so that updates need no writable root). If it does not mount, the table
# starts all the same with the version that was installed when this was run.
set -eu

root='' data='' action='' dry=''
begin='# khvatka: begin (khvatka-readonly writes from here to the end mark)'
end='# khvatka: end'
aside='#khvatka-aside# '
store='khvatka.sqlite3'

fail() {
	printf 'khvatka-readonly: %s\n' "$1" >&2
	exit 2
}

while [ $# -gt 0 ]; do
	case $1 in
	--enable | --disable) action=${1#--} ;;
	--data | --root)
		[ $# -ge 2 ] || fail "$1 needs a value"
		if [ "$1" = --data ]; then data=$2; else root=${2%/}; fi
		shift
		;;
	--dry-run) dry=1 ;;
	*) fail "$1 is no option: give --enable --data PARTITION, or --disable" ;;
	esac
	shift
done
[ -n "$action" ] || fail 'give --enable --data PARTITION, or --disable'
fstab=$root/etc/fstab
[ -f "$fstab" ] || fail "$fstab is missing: this is no system's root"
[ -n "$root$dry" ] || [ "$(id -u)" = 0 ] || fail 'run it as root'

# The table of file systems as it was before.
original() { sed -e '/^# khvatka: begin/,/^# khvatka: end/d' -e "s/^$aside//" "$fstab"; }

# The root and the firmware's partition read-only; their old lines stay beside them.
readonly_lines() {
	original | awk -v aside="$aside" '
		/^[^#]/ && ($2 == "/" || $2 == "/boot/firmware" || $2 == "/boot") { print aside $0; next }
		{ print }'
	printf '%s\n' "$begin"
	original | awk '
		/^[^#]/ && ($2 == "/" || $2 == "/boot/firmware" || $2 == "/boot") {
			gsub(/(^|,)(rw|ro|defaults)(,|$)/, ",", $4); gsub(/^,+|,+$/, "", $4)
			$4 = ($4 == "" ? "ro" : "ro," $4); print
		}'
	# A journal, written out every second; ten seconds' patience, then without it.
	printf '%s /var/lib/khvatka ext4 %s 0 2\n' "$data" \
		'defaults,noatime,nosuid,commit=1,errors=remount-ro,nofail,x-systemd.device-timeout=10s'
	printf '%s\n' '/var/lib/khvatka/opt /opt/khvatka none bind,nofail 0 0'
	printf '%s\n' 'tmpfs /tmp tmpfs nosuid,nodev,size=256M,nofail 0 0' # a bundle is unpacked there
	for folder in /var/tmp /var/log /var/lib/systemd /var/lib/NetworkManager; do
		printf 'tmpfs %s tmpfs nosuid,nodev,size=32M,nofail 0 0\n' "$folder"
	done
	printf '%s\n' "$end"
}

replace_fstab() {
	if cmp -s "$1" "$fstab"; then
		rm -f "$1"
		echo 'Nothing to change.'
		exit 0
	fi
	if [ -n "$dry" ]; then
		diff -u "$fstab" "$1" || true
		rm -f "$1"
		exit 0
	fi
	chmod 644 "$1"
	sync -f "$1"
	mv -f "$1" "$fstab"
	sync -f "$fstab"
}

# What is on this root goes onto the partition: the versions always, the matches unless it has some
# and this root none. The table is stopped for that, until the restart: what was played meanwhile
# would stay behind. A cut in between leaves halves, which the next run makes anew.
move_in() {
	there=$(mktemp -d) ours=/var/lib/khvatka/table was_up=''
	trap 'leave; rm -f "$new"' EXIT
	mount "$data" "$there" 2>/dev/null ||
		fail "$data cannot be mounted: make an ext4 file system on it (mkfs.ext4 -L khvatka)"
	if systemctl --quiet is-active khvatka 2>/dev/null; then
		was_up=1
		systemctl stop khvatka
	fi
	if [ -e "$ours/$store" ] && [ -e "$there/table/$store" ]; then
		cmp -s "$ours/$store" "$there/table/$store" ||
			fail "$data has other matches than this root: move its table/ or $ours away first"
	fi
	onto /opt/khvatka opt
	if [ -e "$ours/$store" ] || ! [ -e "$there/table" ]; then onto "$ours" table; fi
	chown -R khvatka:khvatka "$there/table" # another installation may have numbered its user otherwise
	was_up=''
	leave
	trap 'rm -f "$new"' EXIT
}

leave() {
	if mountpoint -q "$there"; then umount "$there"; fi
	rmdir "$there"
	[ -z "$was_up" ] || systemctl start khvatka
}

# onto FOLDER NAME: the partition's NAME is what FOLDER is.
onto() {
	rm -rf "$there/$2.half" "$there/$2.old"
	cp -a "$1" "$there/$2.half"
	sync -f "$there"
	[ ! -e "$there/$2" ] || mv "$there/$2" "$there/$2.old"
	mv "$there/$2.half" "$there/$2"
	sync -f "$there"
	rm -rf "$there/$2.old"
}

[ -w "$root/etc" ] || fail 'the root is read-only: mount -o remount,rw / first'
new=$(mktemp "$root/etc/fstab.khvatka.XXXXXX")
trap 'rm -f "$new"' EXIT
if [ "$action" = disable ]; then
	original >"$new"
	replace_fstab "$new"
	echo 'The root is writable from the next start on.'
	exit 0
fi

[ -n "$data" ] || fail 'name the partition with --data, best by its label: /dev/disk/by-label/khvatka'
awk '/^[^#]/ && $2 == "/" { found = 1 } END { exit !found }' "$fstab" ||
	fail "$fstab has no line for /: it cannot be made read-only this way"
readonly_lines >"$new"
if [ -z "$root$dry" ] && ! cmp -s "$new" "$fstab"; then
	mountpoint -q /var/lib/khvatka || move_in
fi
mkdir -p "$root/var/lib/NetworkManager"
replace_fstab "$new"
echo 'The root is read-only from the next start on. Restart the computer.'
