#!/bin/sh
# The root read-only, one small partition for what the table keeps, logs in memory; and back again.
#
#   khvatka-readonly --enable --data /dev/mmcblk0p3   from the next start on
#   khvatka-readonly --disable                        as it was before
#
# The partition gets /var/lib/khvatka: matches (table/) and versions of the console (opt/, which is
# /opt/khvatka from then on, so that updates need no writable root). If it does not mount, the table
# starts all the same with the version that was installed when this was run.
#
# It is found by its UUID; any stick may carry a label. Root runs nothing of it, and trusts nothing
# but that its versions were put there by khvatka-update: they run as the table's user.
set -eu

root='' data='' action='' dry=''
begin='# khvatka: begin (khvatka-readonly writes from here to the end mark)'
end='# khvatka: end'
aside='#khvatka-aside# '
store='khvatka.sqlite3'
walls='rw,nosuid,nodev'
uuid=''

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
fstab=$root/etc/fstab rules=$root/etc/udev/rules.d/61-khvatka-data.rules
[ -f "$fstab" ] || fail "$fstab is missing: this is no system's root"
[ -n "$root$dry" ] || [ "$(id -u)" = 0 ] || fail 'run it as root'

# The table of file systems as it was before.
original() { sed -e '/^# khvatka: begin/,/^# khvatka: end/d' -e "s/^$aside//" "$fstab"; }

# Which partition that is, whatever it is called today.
look_at() {
	device=$(readlink -f "$data")
	uuid=$(blkid -o value -s UUID "$device") && [ "$(blkid -o value -s TYPE "$device")" = ext4 ] ||
		fail "$data has no ext4 file system: make one (mkfs.ext4 PARTITION), it is emptied"
	[ "$(blkid -c /dev/null -o device -t "UUID=$uuid" | wc -l)" -le 1 ] ||
		fail "two partitions have the UUID $uuid: take one out, or give one another (tune2fs -U random)"
}

# A stick with a copy of the partition is not taken for it: it gets this name instead of all others
# (udev takes a name off by no other way). Nothing tells one stick from another that says it is the
# same, so a partition that is on one has no such rule.
rules_of_data() {
	case $(readlink -f "/sys/class/block/${device##*/}") in
	*/usb[0-9]*) ;;
	*) printf 'ENV{ID_FS_UUID}=="%s", ENV{ID_BUS}=="usb", SYMLINK="khvatka-copy-%%k"\n' "$uuid" ;;
	esac
}

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
	printf 'UUID=%s /var/lib/khvatka ext4 %s 0 2\n' "$uuid" \
		"$walls,noexec,noatime,commit=1,errors=remount-ro,nofail,x-systemd.device-timeout=10s"
	printf '/var/lib/khvatka/opt /opt/khvatka none bind,%s,exec,nofail 0 0\n' "$walls"
	printf '%s\n' 'tmpfs /tmp tmpfs nosuid,nodev,size=256M,nofail 0 0'
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
	mount -o nosuid,nodev,noexec "$device" "$there" 2>/dev/null ||
		fail "$data cannot be mounted: make an ext4 file system on it (mkfs.ext4 PARTITION)"
	if systemctl --quiet is-active khvatka 2>/dev/null; then
		was_up=1
		systemctl stop khvatka
	fi
	if [ -e "$ours/$store" ] && [ -e "$there/table/$store" ]; then
		cmp -s "$ours/$store" "$there/table/$store" ||
			fail "$data has other matches than this root: move its table/ or $ours away first"
	fi
	onto /opt/khvatka opt
	# As its own user: root would follow what that user puts in the way meanwhile. What it has closed
	# to itself is opened, and named: a guest's program may leave such a file.
	if [ -e "$ours/$store" ] || ! [ -e "$there/table" ]; then
		runuser -u khvatka -- chmod -Rcf u+rX "$ours" || true # what it may not, cp tells
		onto "$ours" table khvatka
	fi
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

# onto FOLDER NAME [USER]: the partition's NAME is what FOLDER is, copied by USER.
onto() {
	rm -rf "$there/$2.half" "$there/$2.old"
	mkdir "$there/$2.half"
	chown --reference="$1" "$there/$2.half"
	runuser -u "${3:-root}" -- cp -a "$1/." "$there/$2.half"
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
	[ -n "$dry" ] || rm -f "$rules"
	replace_fstab "$new"
	echo 'The root is writable from the next start on.'
	exit 0
fi

[ -n "$data" ] || fail 'name the partition with --data, as /dev/mmcblk0p3'
awk '/^[^#]/ && $2 == "/" { found = 1 } END { exit !found }' "$fstab" ||
	fail "$fstab has no line for /: it cannot be made read-only this way"
look_at
readonly_lines >"$new"
if [ -z "$root$dry" ] && ! cmp -s "$new" "$fstab"; then
	mountpoint -q /var/lib/khvatka || move_in
fi
if [ -z "$dry" ]; then
	mkdir -p "$root/var/lib/NetworkManager" "${rules%/*}"
	rules_of_data >"$rules"
	[ -s "$rules" ] || rm "$rules"
fi
replace_fstab "$new"
echo 'The root is read-only from the next start on. Restart the computer.'
