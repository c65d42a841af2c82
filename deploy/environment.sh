#!/bin/sh
# Makes the virtual environment that the Makefile works in, or does nothing if it is whole and new
# enough. Usage: environment.sh STAMP PYTHON; STAMP is FOLDER/installed, or FOLDER/installed-dev for
# what tests need too.
#
# The stamp says which Python made it in which folder. It goes before anything is changed and comes
# when all went well, so what was broken off, or has lost its Python, or was moved, is made anew.
set -eu

stamp=$1 wanted=$2
venv=${stamp%/*}
case $stamp in *-dev) project='.[dev]' ;; *) project=. ;; esac
least='3, 11'

# There is no Python yet that could ask gettext.
catalogue() { echo "console/locale/$1/LC_MESSAGES/khvatka.po"; }

# ---- words

# Which of our languages is spoken: as console/i18n.py chooses it.
language() {
	for asked in "${LANGUAGE-}" "${LC_ALL-}" "${LC_MESSAGES-}" "${LANG-}"; do
		other=
		while [ -n "$asked" ]; do
			code=${asked%%[_.@:-]*}
			case $code in
			[a-z][a-z] | [a-z][a-z][a-z])
				{ [ "$code" = en ] || [ -f "$(catalogue "$code")" ]; } && echo "$code" && return
				other=en
				;;
			'' | [Cc] | POSIX) ;;
			*) other=en ;;
			esac
			case $asked in *:*) asked=${asked#*:} ;; *) asked= ;; esac
		done
		[ -z "$other" ] || { echo en && return; }
	done
	echo ru
}

# say TEXT FIELD…: in that language; TEXT is the catalogue's message id.
say() {
	text=
	spoken=$(language)
	[ "$spoken" = en ] || text=$(awk -v wanted="$1" '
		/^msgid / { if (id == wanted) exit; id = text = ""; part = 1 }
		/^msgstr / { part = 2 }
		/^(msgid |msgstr )?"/ {
			sub(/^[^"]*"/, ""); sub(/"$/, "")
			if (part == 1) id = id $0; else text = text $0
		}
		END { if (id == wanted) print text }
	' "$(catalogue "$spoken")")
	text=${text:-$1}
	shift
	# shellcheck disable=SC2059 # its fields are
	printf "$text\n" "$@"
}

fail() {
	printf 'khvatka: %s\n' "$(say "$@")" >&2
	exit 2
}

# ---- what is here

# Either stamp will do: what tests need is added to what is needed to play.
whole() {
	now=$(says_of_itself) || return
	[ "$now" = "$(cat "$venv/installed" 2>/dev/null)" ] ||
		[ "$now" = "$(cat "$venv/installed-dev" 2>/dev/null)" ]
}
says_of_itself() {
	"$venv/bin/python" -c 'import sys; print(*sys.version_info[:2], sys.prefix)' 2>/dev/null
}
is_new_enough() { "$1" -c "import sys; sys.exit(sys.version_info < ($least))" 2>/dev/null; }

# What installs a package here, as one line to type.
line_for() {
	line="apt install $1"
	apt-cache show "$1" 2>/dev/null | grep -q . || line="apt update && $line"
	if [ "$(id -u)" = 0 ]; then
		echo "$line"
	elif command -v sudo >/dev/null; then
		echo "sudo $line" | sed 's/&& /\&\& sudo /'
	else
		echo "su - -c '$line'"
	fi
}

# Prints the first Python that will do: the wanted one, else any that is here beside `python3`.
find_python() {
	for python in "$wanted" python3.14 python3.13 python3.12 python3.11; do
		if is_new_enough "$python"; then
			echo "$python"
			return
		fi
		[ "$wanted" = python3 ] || break
	done
	package=python3-venv
	if found=$("$wanted" --version 2>/dev/null); then
		needs=$(say 'Python 3.11 or later is needed, and %s is %s' "$wanted" "$found")
		package=$(apt_has_newest)
	else
		needs=$(say 'Python 3.11 or later is needed, and %s is not here' "$wanted")
	fi
	command -v apt-cache >/dev/null || fail '%s: install one, or name one by PYTHON=…' "$needs"
	[ -n "$package" ] || fail \
		'%s, which this system does not have: install one by hand and name it by PYTHON=…' "$needs"
	fail '%s: %s' "$needs" "$(line_for "$package")"
}
apt_has_newest() {
	apt-cache --names-only search '^python3[.]1[1-9]-venv$' 2>/dev/null | sort -rV | sed 's/ .*//;q'
}

check_venv() {
	"$python" -c 'import ensurepip, venv' 2>/dev/null && return
	if [ "$("$python" -c 'import sys; print(sys.base_prefix)')" = /usr ] &&
		command -v apt-cache >/dev/null; then
		fail '%s comes without what makes virtual environments: %s' \
			"$python" "$(line_for "${python##*/}-venv")"
	fi
	fail '%s comes without venv and ensurepip: name another one by PYTHON=…' "$python"
}

# ---- making it

install_project() {
	# Compiled is what is imported, when it first is: a quarter of it all.
	"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-compile \
		-e "$project"
}

stamp_it() {
	says_of_itself >"$venv/installed"
	case $stamp in *-dev) says_of_itself >"$stamp" ;; esac
}

make_anew() {
	python=$(find_python)
	check_venv
	say 'Installing what Khvatka needs into %s; this takes a minute, once.' "$venv"
	trap 'rm -rf "$venv"' EXIT
	trap 'exit 130' INT TERM HUP
	rm -rf "$venv"
	"$python" -m venv "$venv" ||
		fail '%s could not be made, for the reason above' "$venv"
	install_project || fail \
		'the packages could not be installed, for the reason above: is the network there? Try again'
	stamp_it
	trap - EXIT
}

# One that is whole stays as it was if the network is not there.
renew() {
	say 'Renewing what Khvatka needs in %s.' "$venv"
	{ mkdir -p "$venv/before" && mv "$venv"/installed* "$venv/before"; } ||
		fail '%s could not be renewed, for the reason above' "$venv"
	if ! install_project; then
		mv "$venv"/before/* "$venv"
		fail 'the packages could not be renewed, for the reason above: is the network there? Try again'
	fi
	rm -r "$venv/before"
	stamp_it
}

# By `pip install .` there: it would play on as it is, whatever comes into the checkout.
is_a_copy() { [ -e "$(echo "$venv"/lib/*/site-packages/console/__init__.py)" ]; }

if ! whole; then
	make_anew
elif ! [ -f "$stamp" ] || [ -n "$(find pyproject.toml -newer "$stamp")" ] || is_a_copy; then
	renew
fi
