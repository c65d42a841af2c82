#!/bin/sh
# khvatka: the commands of this table, as its user, with its data and its board (deploy/install.sh).
set -eu

program=/opt/khvatka/current/bin/khvatka
[ -x "$program" ] || {
	echo 'khvatka: no version is installed: run install.sh' >&2
	exit 2
}
set -- env KHVATKA_DATA=/var/lib/khvatka/table KHVATKA_BOARD=/etc/khvatka/board.toml "$program" "$@"
case $(id -un) in
khvatka) exec "$@" ;;
root) exec runuser -u khvatka -- "$@" ;;
*) exec sudo -u khvatka -- "$@" ;;
esac
