#!/bin/sh
# khvatka: the commands of this table, as its user, with its data and its board (deploy/install.sh).
set -eu

program=/opt/khvatka/current/bin/khvatka
[ -x "$program" ] || {
	echo 'khvatka: no version is installed: run install.sh' >&2
	exit 2
}
set -- env HOME=/var/lib/khvatka KHVATKA_DATA=/var/lib/khvatka/table \
	KHVATKA_BOARD=/etc/khvatka/board.toml "$program" "$@"
case $(id -un) in khvatka) exec "$@" ;; esac
# With a right that the table has not, and that is worth nothing here: whoever has less rights cannot
# take hold of this (ptrace(2)), and with it of the terminal that you go on typing into.
set -- setpriv --reuid=khvatka --regid=khvatka --init-groups \
	--inh-caps=+net_bind_service --ambient-caps=+net_bind_service -- "$@"
case $(id -un) in root) exec "$@" ;; *) exec sudo -- "$@" ;; esac
