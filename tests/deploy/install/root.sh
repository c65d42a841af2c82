# Sourced by the scripts beside it and by ../fresh/fresh_root.sh, whose arguments are FOLDER PYTHON: a
# clean Debian root, with an unpacked bundle in /srv and signed ones in /media where that is wanted.
# Needs root, the network, debootstrap and systemd-nspawn. SUITE=trixie is Debian 13, SUITE=noble
# COMPONENTS=main,universe Ubuntu 24.04 (from debootstrap's usual place, or MIRROR), ARCH=arm64 a Pi's
# processor (by qemu-user in binfmt_misc, flag F), each in another FOLDER.
# shellcheck shell=sh
folder=$1 python=$2
project=$(cd "$(dirname "$0")/../../.." && pwd)
install=/srv/deploy/install.sh
update=/usr/local/sbin/khvatka-update
export XDG_CONFIG_HOME="$folder/config" # the owner's key is there, and nobody's own
arch=${ARCH:-$(dpkg --print-architecture)}

bare_root() { # bare_root PACKAGE,…: these and what every Debian has, in $folder/system
	mkdir -p "$folder"
	if [ ! -f "$folder/clean/made" ]; then
		rm -rf "$folder/clean"
		debootstrap --arch="$arch" --variant=minbase --components="${COMPONENTS:-main}" \
			--include="$1" "${SUITE:-bookworm}" "$folder/clean" ${MIRROR:+"$MIRROR"} \
			>"$folder/debootstrap.log"
		touch "$folder/clean/made"
	fi
	rm -rf "$folder/system"
	cp -a "$folder/clean" "$folder/system"
}

make_root() {
	bare_root systemd,systemd-sysv,udev,dbus,ca-certificates
	rm -rf "$folder/bundle"
	mkdir -p "$folder/system/boot/firmware"
	echo '# as it came' >"$folder/system/boot/firmware/config.txt"
	case $arch in arm64) machine=aarch64 ;; *) machine=$(uname -m) ;; esac
	(cd "$project" && "$python" -B -m deploy.bundle --machine "$machine" --out "$folder/bundle")
	cp "$folder"/bundle/khvatka-*.tar "$folder/system/media/khvatka.tar"
	tar -xf "$folder/system/media/khvatka.tar" -C "$folder/system/srv" --strip-components=1
}

# another FROM NUMBER FILE: the unpacked bundle FROM, as version NUMBER, in FILE, signed.
another() {
	(cd "$project" && "$python" -B -c 'import sys; from pathlib import Path
from deploy.bundle.keys import owners_key, sign
from deploy.bundle.pack import archive
from deploy.update.parcel import seal
folder, number, file = sys.argv[1:]
archive(seal(Path(folder), number, "20250101000000"), "khvatka", Path(file))
sign(Path(file), owners_key(None))' "$@")
}

inside() { systemd-nspawn --quiet --register=no --keep-unit --directory="$folder/system" "$@"; }

says() { # says WORDS COMMAND…
	words=$1
	shift
	inside "$@" >"$folder/said" 2>&1 || { cat "$folder/said"; exit 1; }
	cat "$folder/said"
	grep -q "$words" "$folder/said" || { echo "it does not say: $words"; exit 1; }
}
