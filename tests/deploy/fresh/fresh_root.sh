#!/bin/sh
# A new user at a bare system, by what the README says: what is missing is told and brought by the
# line told, `make play`, a window, an installation broken off, what `make test` needs, and the ways
# without make. Prints how long each takes. Needs what ../install/root.sh needs, and for the window
# Xvfb and xdotool. Usage: fresh_root.sh FOLDER PYTHON (PYTHON is not used; SUITE and others: root.sh).
set -eu
# shellcheck source=../install/root.sh
. "$(dirname "$0")/../install/root.sh"
home=/home/guest
authorities=/etc/ssl/certs/ca-certificates.crt # this computer's own: it may see the network otherwise
screen='' xvfb='' place=$home/khvatka

guest() { # guest COMMAND…: as an ordinary user, in $place
	systemd-nspawn --pipe --quiet --register=no --keep-unit --directory="$folder/system" --user=guest \
		--chdir="$place" --bind-ro=$authorities --setenv=PIP_CERT=$authorities \
		${screen:+--bind=/tmp/.X11-unix --setenv=DISPLAY=$screen} \
		${LANG:+--setenv=LANG=$LANG} "$@" 2>&1 </dev/null | sed '/^Attempted to remove/d'
}
shell() { # shell LINE: what is said goes to $folder/said, and what matters of it on; then $ended
	guest sh -c "$1; echo status \$?" >"$folder/all"
	ended=$(sed -n 's/^status //p' "$folder/all" | tail -n 1)
	sed '/^status /d' "$folder/all" >"$folder/said"
	case $1 in *'apt install'*) ;; *) cat "$folder/said" ;; esac
}
holds() { # holds LINE: it ends well; what was said last stays to be looked at
	guest sh -c "$1; echo status \$?" | grep -q '^status 0' || wrong "$1"
}
wrong() {
	echo "this is not so: $1"
	exit 1
}
does() { # does LINE [WORDS]: it ends well, and says this
	echo "\$ $1"
	began=$(date +%s)
	shell "$1"
	[ "$ended" = 0 ] || wrong "status $ended: $(cat "$folder/said")"
	[ $# = 1 ] || grep -q "$2" "$folder/said" || wrong "it says: $2"
	echo "-- $(($(date +%s) - began)) s"
}
refuses() { # refuses LINE WORDS: in one sentence, without a traceback
	echo "\$ $1"
	shell "$1"
	[ "$ended" = 2 ] || wrong "status $ended"
	[ "$(grep -c '^khvatka: ' "$folder/said")" = 1 ] || wrong 'it is one sentence'
	grep -q "^khvatka: .*$2" "$folder/said" || wrong "it says: $2"
}
type_it() { # the line that the last sentence has told
	told=$(sed -n 's/^khvatka: .*: //p' "$folder/said")
	does "$told"
}

make_guest() {
	echo 127.0.1.1 system >>"$folder/system/etc/hosts"
	inside useradd --create-home --shell /bin/sh guest
	echo 'guest ALL=(ALL) NOPASSWD: ALL' >"$folder/system/etc/sudoers.d/guest"
	echo 'APT::Get::Assume-Yes "true"; APT::Install-Recommends "false"; quiet "2";' \
		>"$folder/system/etc/apt/apt.conf.d/90guest"
	mkdir "$folder/system$home/khvatka"
	(cd "$project" && git ls-files -co --exclude-standard | while read -r name; do
		[ ! -e "$name" ] || echo "$name"
	done | tar -cf - -T -) | tar -xf - -C "$folder/system$home/khvatka"
	inside chown -R guest:guest $home
}

clean_up() { [ -z "$xvfb" ] || kill "$xvfb"; }
trap clean_up EXIT
trap 'exit 130' INT TERM
unset DISPLAY WAYLAND_DISPLAY LANG LANGUAGE LC_ALL LC_MESSAGES

bare_root sudo,ca-certificates
make_guest

echo '== what is missing, one after the other'
shell 'make play'
[ "$ended" = 127 ] || wrong 'there is no make yet'
does 'sudo apt install make'
refuses 'make play' 'python3 здесь нет: sudo apt install python3-venv'
does 'sudo apt install python3'
refuses 'make play' 'виртуальные окружения: sudo apt install python3-venv'
holds 'test ! -e .venv'
type_it

echo '== make play, without a display'
does 'make play' 'Экрана нет'
grep -q '^Победа: ' "$folder/said" || wrong 'the result is told'
holds 'test -s pictures/end.png'
does 'LANG=en_GB.UTF-8 make play' 'There is no display'
grep -q '^Won: ' "$folder/said" || wrong 'it is told in one language'
! grep -q 'Победа' "$folder/said" || wrong 'it is told in one language'

echo '== broken off, its Python gone, moved'
guest sh -c 'rm -rf .venv; make play & until [ -e .venv/bin/pip ]; do sleep 0.1; done; kill -9 -1'
does 'test -d .venv && test ! -e .venv/installed && make play' 'Победа'
does 'ln -sf /nowhere .venv/bin/python; ln -sf /nowhere .venv/bin/python3; make play' 'Победа'
does "mv $home/khvatka $home/moved && ln -s moved $home/khvatka && cd $home/moved && make play" 'Победа'
does "rm $home/khvatka && mv $home/moved $home/khvatka"

if command -v Xvfb >/dev/null && command -v xdotool >/dev/null; then
	echo '== make play, in a window'
	mkdir -p /tmp/.X11-unix
	: >"$folder/display"
	Xvfb -displayfd 3 -screen 0 1700x900x24 -nolisten tcp 3>"$folder/display" 2>"$folder/xvfb.log" &
	xvfb=$!
	until [ -s "$folder/display" ]; do sleep 0.1; done
	screen=:$(cat "$folder/display")
	refuses 'make play' 'экран есть, но нет нужного для окна: sudo apt install libx11-6'
	type_it
	guest sh -c 'make play' >"$folder/window.log" &
	window=$!
	found=$(DISPLAY=$screen timeout 120 xdotool search --sync --onlyvisible --class khvatka | head -n 1)
	[ -n "$found" ] || wrong "a window opens: $(cat "$folder/window.log")"
	echo 'a window is open'
	kill "$xvfb"
	xvfb='' screen=''
	wait "$window" || true
else
	echo '== no window: it takes Xvfb and xdotool'
fi

echo '== what make test needs'
does 'make .venv/installed-dev'
does ".venv/bin/pytest -p no:cacheprovider -m 'not slow' tests/console/cli tests/test_start.py"

echo '== without make: pip'
does "python3 -m venv $home/khvatka-env && $home/khvatka-env/bin/pip install --quiet ."
does "mkdir -p $home/elsewhere"
place=$home/elsewhere
does "$home/khvatka-env/bin/khvatka play" 'Победа'
does "$home/khvatka-env/bin/khvatka sim run c12_false_grab" 'верно'
does "$home/khvatka-env/bin/khvatka guide wiring --path" 'wiring.ru.md'
shell "$home/khvatka-env/bin/khvatka hw check --board mk1"
[ "$ended" = 1 ] || wrong 'the shipped board is found, and has no chip here'

echo '== without make: pipx'
does 'sudo apt install pipx'
does "pipx install $home/khvatka" 'installed package khvatka'
does "$home/.local/bin/khvatka play" 'Победа'
echo 'all of it works'
