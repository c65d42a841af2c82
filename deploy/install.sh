#!/bin/sh
# Makes a console of a Raspberry Pi (Raspberry Pi OS 12 or later, 64 bit). See install.md.
# Again is harmless: what is there already is left alone, and it says so.
set -eu
umask 022 # sudo keeps a stricter one, and the table's user would not get in

here=$(cd "$(dirname "$0")" && pwd)
root='' bundle='' board='' action='install'
dry='' purge='' any_machine='' verified='' downgrade='' changes=0 work='' made=''
home=/opt/khvatka
command=/usr/local/bin/khvatka
# What root runs and trusts is on the root, never in $home, which may be a partition of its own.
update=/usr/local/sbin/khvatka-update
readonly=/usr/local/sbin/khvatka-readonly
hotspot=/usr/local/sbin/khvatka-hotspot
signers=/etc/khvatka/allowed_signers
python=/usr/bin/python3 # the system's, whatever else the owner has
packages='python3 python3-venv openssh-client udev dbus polkitd libdrm2 libgbm1 libegl1 libgles2
libgl1-mesa-dri libasound2-data'
builders='gcc libc6-dev python3-dev' # only where wheels are made here, from a checkout
units='khvatka.service khvatka-attempt.service khvatka-confirm.service khvatka-confirm.timer
khvatka-apply@.service khvatka-build.service'
walls=khvatka-.service.d/60-walls.conf
groups='gpio spi dialout video render input audio systemd-journal'

usage() {
	cat <<-TEXT
		sudo ./install.sh [OPTIONS]
		  --bundle FILE   wheels of a bundle (make bundle); without it those beside this script,
		                  or in a checkout the package source on the network
		  --board NAME    mk1, mk2 or mk2-8, for a first installation (mk2)
		  --downgrade     an older version than the one that is here, too
		  --dry-run       say what would be done, change nothing
		  --uninstall     take it out again; matches and settings stay
		  --purge         with --uninstall: matches, settings and the user go too
		  --root DIR      below this folder, not on this system (tests, images)
		  --any-machine   on another processor than aarch64 (tests)
	TEXT
}

fail() {
	printf 'install.sh: %s\n' "$1" >&2
	exit 2
}

say() { printf '%s\n' "$1"; }

# One step that changes something: its words, then its command.
step() {
	changes=$((changes + 1))
	if [ -n "$dry" ]; then
		say "would $1"
		return
	fi
	say "$1"
	shift
	"$@"
}

control() { systemctl ${root:+--root="$root"} "$@" >/dev/null 2>&1; }

tidy() { for folder in $work $made; do rm -rf "$folder"; done; }
trap tidy EXIT
trap 'exit 130' INT TERM

# ---- what must be so before anything is touched

options() {
	while [ $# -gt 0 ]; do
		case $1 in
		--bundle | --board | --root)
			[ $# -ge 2 ] || fail "$1 needs a value: see --help"
			case $1 in
			--bundle) bundle=$2 ;;
			--board) board=$2 ;;
			--root) root=${2%/} ;;
			esac
			shift
			;;
		--dry-run) dry=1 ;;
		--uninstall) action='uninstall' ;;
		--purge) purge=1 ;;
		--downgrade) downgrade=1 ;;
		--verified) verified=1 ;; # khvatka-update install: this is a bundle that it has verified
		--any-machine) any_machine=1 ;;
		-h | --help)
			usage
			exit 0
			;;
		*) fail "$1 is no option: see --help" ;;
		esac
		shift
	done
	[ -z "$purge" ] || [ "$action" = uninstall ] || fail '--purge belongs to --uninstall'
}

check_place() {
	[ -n "$root$dry" ] || [ "$(id -u)" = 0 ] || fail 'run it as root: sudo ./install.sh'
	[ -z "$root" ] || [ -d "$root" ] || fail "$root: there is no such folder: make it first"
	machine=$(uname -m)
	if [ "$machine" != aarch64 ] && [ -z "$any_machine" ]; then
		fail "this is $machine: it needs a 64 bit Raspberry Pi OS (aarch64)"
	fi
	os=$(sed -n 's/^ID=//p' "$root/etc/os-release" 2>/dev/null | tr -d '"')
	release=$(sed -n 's/^VERSION_ID=//p' "$root/etc/os-release" 2>/dev/null | tr -d '"')
	case $os in
	debian | raspbian) ;;
	*) fail "this is ${os:-no known system}: it needs Raspberry Pi OS 12 or later" ;;
	esac
	[ "${release%%.*}" -ge 12 ] 2>/dev/null || fail \
		"this is release ${release:-unknown}: it needs Raspberry Pi OS 12 or later"
	if ! [ -w "$root/etc" ] && [ -z "$dry" ]; then
		fail 'the root is read-only: khvatka-readonly --disable, restart, try again'
	fi
}

# The board: as asked for, else as the owner's file has it.
check_board() {
	there=''
	if [ -f "$root/etc/khvatka/board.toml" ]; then
		there=$(sed -n 's/^name *= *"\(.*\)".*/\1/p' "$root/etc/khvatka/board.toml" | head -n 1)
	fi
	board=${board:-${there:-mk2}}
	boards=$here/../drivers/boards
	[ -n "$there" ] || [ -f "$boards/$board.toml" ] ||
		fail "--board is $board: give mk1, mk2 or mk2-8"
	[ -z "$there" ] || [ "$there" = "$board" ] || fail \
		"--board is $board and /etc/khvatka/board.toml describes $there: move that file away first"
}

# ---- files

# put SOURCE TARGET [MODE]: a file of ours; one that is as it should be is left alone.
put() {
	if [ -f "$root$2" ] && cmp -s "$1" "$root$2"; then return; fi
	step "write $2" write_whole "$1" "$root$2" "${3:-644}"
}

# The short command; a program of that name that is not ours is left alone.
put_command() {
	if [ -e "$root$command" ] && ! is_ours; then
		say "$command is another program: left alone"
	else
		put "$here/image/khvatka.sh" $command 755
	fi
}

is_ours() { grep -q '^# khvatka: the commands of this table' "$root$command" 2>/dev/null; }

# keep SOURCE TARGET: a file of the owner's, written once.
keep() {
	[ -e "$root$2" ] || step "write $2" write_whole "$1" "$root$2" 644
}

write_whole() {
	mkdir -p "$(dirname "$2")"
	cp "$1" "$2.new"
	chmod "$3" "$2.new"
	sync -f "$2.new" 2>/dev/null || sync
	mv -f "$2.new" "$2"
}

gone() {
	for path in "$@"; do
		if [ -e "$root$path" ] || [ -L "$root$path" ]; then
			step "remove $path" rm -rf "$root$path"
		fi
	done
}

# ---- installing

install_packages() {
	[ -z "$root" ] || [ -n "$dry" ] || return 0
	wanted=$packages
	[ -n "$bundle" ] || wanted="$wanted $builders"
	missing=''
	for name in $wanted; do
		dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' ||
			missing="$missing $name"
	done
	# shellcheck disable=SC2086 # a list of names
	[ -z "$missing" ] || step "install the packages$missing" add_packages $missing
}

add_packages() {
	apt-get -qq update || say 'the package lists could not be renewed; trying with the old ones'
	DEBIAN_FRONTEND=noninteractive apt-get -qq install --no-install-recommends "$@" >/dev/null ||
		fail "the packages $* cannot be had: connect the network once, or install them by hand"
}

add_user() { # add_user NAME HOME
	grep -q "^$1:" "$root/etc/group" ||
		step "make the group $1" groupadd --system ${root:+--prefix "$root"} "$1"
	grep -q "^$1:" "$root/etc/passwd" || step "make the user $1" useradd --system \
		${root:+--prefix "$root"} --gid "$1" --home-dir "$2" --no-create-home \
		--shell /usr/sbin/nologin "$1"
}

remove_user() {
	if grep -q "^$1:" "$root/etc/passwd"; then
		step "remove the user $1" userdel ${root:+--prefix "$root"} "$1"
	fi
}

install_user() {
	for group in $groups; do
		grep -q "^$group:" "$root/etc/group" ||
			step "make the group $group" groupadd --system ${root:+--prefix "$root"} "$group"
	done
	add_user khvatka /var/lib/khvatka
	add_user khvatka-build /nonexistent # who runs what is in a bundle, before the table does
	for group in $groups; do
		grep -Eq "^$group:.*[:,]khvatka(,|\$)" "$root/etc/group" || step \
			"put khvatka into the group $group" \
			usermod ${root:+--prefix "$root"} -a -G "$group" khvatka
	done
}

install_files() {
	for unit in $units; do
		put "$here/systemd/$unit" "/etc/systemd/system/$unit"
	done
	put "$here/systemd/walls.conf" "/etc/systemd/system/$walls"
	put "$here/systemd/journald.conf" /etc/systemd/journald.conf.d/60-khvatka.conf
	put "$here/systemd/logind.conf" /etc/systemd/logind.conf.d/60-khvatka.conf
	put "$here/systemd/watchdog.conf" /etc/systemd/system.conf.d/60-khvatka.conf
	put "$here/udev/60-khvatka.rules" /etc/udev/rules.d/60-khvatka.rules
	put "$here/udev/90-khvatka-sticks.rules" /etc/udev/rules.d/90-khvatka-sticks.rules
	put "$here/polkit/60-khvatka.rules" /etc/polkit-1/rules.d/60-khvatka.rules
	put "$here/image/sysctl.conf" /etc/sysctl.d/60-khvatka.conf
	put "$here/image/readonly.sh" $readonly 755
	put "$here/image/hotspot.sh" $hotspot 755
	put_command
	keep "$here/image/table.toml" /etc/khvatka/table.toml
	keep "$boards/$board.toml" /etc/khvatka/board.toml
	[ -d "$root/var/lib/khvatka/table" ] || step 'make /var/lib/khvatka/table' make_data
}

make_data() {
	mkdir -p "$root/var/lib/khvatka/table"
	chmod 750 "$root/var/lib/khvatka/table"
	: >"$root/var/lib/khvatka/table/first-pin" # console/service/first_pin.py
	[ -n "$root" ] || chown -R khvatka:khvatka /var/lib/khvatka/table
}

# The lines of the firmware's configuration that belong to the table, between two marks.
install_firmware() {
	config=$root/boot/firmware/config.txt
	[ -f "$config" ] && [ -f "$here/image/config/$board.txt" ] || return 0
	without_block "$config" >"$work/config.txt"
	cat "$here/image/config/$board.txt" >>"$work/config.txt"
	put "$work/config.txt" /boot/firmware/config.txt
}

# The card is the root by its place, for a stick may have its number too (PARTUUID). What stood there
# stays beside it: the kernel asks for no khvatka.root.
pin_root() {
	line=$root/boot/firmware/cmdline.txt
	device=$(findmnt --noheadings --output SOURCE "${root:-/}" 2>/dev/null) || return 0
	case $device in
	/dev/mmcblk* | /dev/nvme*) [ -f "$line" ] || return 0 ;;
	*) return 0 ;;
	esac
	sed -E "s#(^| )root=([A-Z]+=[^ ]*)#\\1root=$device khvatka.root=\\2#" "$line" >"$work/cmdline.txt"
	put "$work/cmdline.txt" /boot/firmware/cmdline.txt
}

unpin_root() {
	line=$root/boot/firmware/cmdline.txt
	[ -f "$line" ] || return 0
	sed -E 's#(^| )root=[^ ]* khvatka\.root=([^ ]*)#\1root=\2#' "$line" >"$work/cmdline.txt"
	put "$work/cmdline.txt" /boot/firmware/cmdline.txt
}

without_block() { sed '/^# khvatka: begin/,/^# khvatka: end/d' "$1"; }

install_updater() {
	if [ -n "$dry" ] && ! [ -x $python ]; then
		say "would write $update"
		return
	fi
	mkdir -p "$work/zip/deploy"
	cp "$here/update/__main__.py" "$work/zip/"
	cp "$here/__init__.py" "$work/zip/deploy/"
	mkdir "$work/zip/deploy/update"
	cp "$here"/update/*.py "$work/zip/deploy/update/"
	find "$work/zip" -exec touch -d '2025-01-01 00:00 UTC' {} +
	$python -m zipapp "$work/zip" -p "$python -I" -o "$work/khvatka-update"
	put "$work/khvatka-update" $update 755
}

# A table that is installed verifies the file itself, with the program that is installed, before
# anything of it is unpacked; that runs the install.sh of what it has verified.
hand_over() {
	[ -n "$bundle" ] && [ -z "$verified" ] && [ -x "$root$update" ] && [ -f "$root$signers" ] ||
		return 0
	set -- install "$bundle"
	[ -z "$board" ] || set -- "$@" --board "$board"
	[ -z "$dry" ] || set -- "$@" --dry-run
	[ -z "$downgrade" ] || set -- "$@" --downgrade
	[ -z "$any_machine" ] || set -- "$@" --any-machine
	status=0
	"$root$update" ${root:+--root "$root"} "$@" || status=$?
	exit "$status"
}

unpack_bundle() {
	if [ -n "$verified" ]; then
		return
	elif [ -n "$bundle" ]; then
		[ -f "$bundle" ] || fail "$bundle: there is no such bundle: name a file of make bundle"
		mkdir "$work/bundle"
		tar -xf "$bundle" --no-same-owner -C "$work/bundle" 2>/dev/null ||
			fail "$bundle: it cannot be unpacked: copy it again"
		for found in "$work"/bundle/*/deploy/install.sh; do
			[ -f "$found" ] || fail "$bundle: this is no bundle of Khvatka: name one of make bundle"
			here=$(dirname "$found")
			bundle=$(dirname "$here")
		done
	elif [ -f "$here/../SHA256SUMS" ]; then
		bundle=$(dirname "$here")
	elif ! [ -f "$here/../pyproject.toml" ]; then
		fail 'there are no wheels beside this script: give --bundle FILE'
	fi
}

# A first installation has nothing yet to verify by: it takes what its owner has copied, if whole.
check_bundle() {
	[ -n "$bundle" ] && [ -z "$verified" ] || return 0
	if [ -n "$dry" ] && ! [ -x $python ]; then return; fi
	updater check --unpacked "$bundle" >/dev/null || exit 2
}

# The update program of this script's own folder: the installed one may be of another version.
updater() {
	(cd "$here/.." && $python -B -m deploy.update --root "${root:-/}" "$@")
}

# In a checkout with network: its owner makes a signed bundle, as `make bundle` does; never root.
from_checkout() {
	[ -z "$bundle$dry" ] && [ -f "$here/../pyproject.toml" ] || return 0
	[ "$(id -u)" != 0 ] || [ "${SUDO_USER:-root}" != root ] || fail \
		'root makes no wheels: run it by sudo as the owner of this checkout, or give --bundle FILE'
	check_board
	install_packages
	say 'make the wheels; this takes some minutes'
	made=$(as_owner mktemp -d)
	as_owner $python -m venv "$made/venv"
	(cd "$here/.." && as_owner "$made/venv/bin/python" -B -m deploy.bundle --here --out "$made") \
		>"$work/made.log" || fail \
		'there is no bundle, and the network gives no wheels: give --bundle FILE'
	bundle=$(tail -n 1 "$work/made.log")
}

as_owner() {
	if [ "$(id -u)" != 0 ]; then
		"$@"
	else
		runuser -u "$SUDO_USER" -- env HOME="$(getent passwd "$SUDO_USER" | cut -d: -f6)" "$@"
	fi
}

# Whose updates the table takes from now on.
trust_owner() {
	[ -f "$root$signers" ] || step "write $signers" updater trust "$here/../OWNER.pub"
}

install_version() {
	if [ -n "$dry" ]; then
		say "would install the version ${bundle:+of $bundle}${bundle:-made of this checkout}"
		return
	fi
	if is_running; then control daemon-reload; fi # the unit that builds may be another now
	if [ -n "$verified" ]; then
		updater apply ${downgrade:+--downgrade} "$bundle" >"$work/applied" || exit 2
	else
		updater apply --unpacked "$bundle" >"$work/applied" || exit 2
	fi
	say "$(cat "$work/applied")"
	grep -q 'nothing to do' "$work/applied" || changes=$((changes + 1))
}

start_units() {
	control is-enabled khvatka.service ||
		step 'let the table start with the system' control enable khvatka.service
	[ "$(readlink "$root/etc/systemd/system/getty@tty1.service")" = /dev/null ] ||
		step 'take the login off the first console' control mask getty@tty1.service
	if [ "$(systemctl ${root:+--root="$root"} get-default)" = graphical.target ] &&
		[ -e "$root/etc/systemd/system/display-manager.service" ]; then
		step 'start without the desktop' without_desktop
	fi
	[ -z "$dry" ] && is_running && [ "$changes" -gt 0 ] || return 0
	control daemon-reload
	udevadm control --reload 2>/dev/null || say 'udev takes the new rules at the next start'
	control try-restart khvatka.service
}

is_running() { [ -z "$root" ] && [ -d /run/systemd/system ]; }

without_desktop() {
	: >"$root/etc/khvatka/desktop-was-on"
	control set-default multi-user.target
}

install() {
	check_place
	work=$(mktemp -d)
	from_checkout
	hand_over
	unpack_bundle
	check_board
	install_packages
	check_bundle
	install_user
	install_files
	install_firmware
	pin_root
	install_updater
	trust_owner
	install_version
	start_units
	if [ "$changes" = 0 ]; then
		say 'Nothing to change: the console is installed.'
	elif [ -z "$dry" ]; then
		say 'The console is installed. Restart the computer: it starts as a table.'
	fi
}

# ---- taking it out

uninstall() {
	check_place
	work=$(mktemp -d)
	if grep -q '^# khvatka: begin' "$root/etc/fstab" 2>/dev/null; then
		fail 'the root is set read-only: khvatka-readonly --disable, restart first'
	fi
	if [ -e "$root/etc/systemd/system/khvatka.service" ]; then
		step 'stop the table and start it no more' stop_units
	fi
	if [ -e "$root/etc/khvatka/desktop-was-on" ]; then
		step 'start with the desktop again' control set-default graphical.target
		gone /etc/khvatka/desktop-was-on
	fi
	for unit in $units; do
		gone "/etc/systemd/system/$unit"
	done
	gone /etc/systemd/journald.conf.d/60-khvatka.conf /etc/systemd/logind.conf.d/60-khvatka.conf
	gone /etc/systemd/system.conf.d/60-khvatka.conf /etc/udev/rules.d/60-khvatka.rules
	gone "/etc/systemd/system/$walls" /etc/sysctl.d/60-khvatka.conf
	rmdir "$root/etc/systemd/system/${walls%/*}" 2>/dev/null || true # an owner's own may be there
	gone /etc/udev/rules.d/90-khvatka-sticks.rules
	gone /etc/polkit-1/rules.d/60-khvatka.rules
	config=$root/boot/firmware/config.txt
	if [ -f "$config" ]; then
		without_block "$config" >"$work/config.txt"
		put "$work/config.txt" /boot/firmware/config.txt
	fi
	unpin_root
	if [ -e "$root/etc/systemd/system/hotspot-khvatka.service" ]; then
		step 'end the access point' "$root$hotspot" --disable ${root:+--root "$root"}
	fi
	if is_ours; then gone $command; fi
	gone $home $update $readonly $hotspot $signers
	remove_user khvatka-build
	if [ -n "$purge" ]; then
		gone /var/lib/khvatka /etc/khvatka
		remove_user khvatka
	fi
	if [ "$changes" = 0 ]; then
		say 'Nothing to change: the console is not installed.'
	elif [ -z "$purge" ]; then
		say 'Matches stay in /var/lib/khvatka and settings in /etc/khvatka; --purge removes them.'
	fi
}

stop_units() {
	[ -n "$root" ] || control stop khvatka.service khvatka-confirm.timer || true
	control disable khvatka.service || true
	if [ "$(readlink "$root/etc/systemd/system/getty@tty1.service")" = /dev/null ]; then
		control unmask getty@tty1.service || true
	fi
}

options "$@"
$action
