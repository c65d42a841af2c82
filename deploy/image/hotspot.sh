#!/bin/sh
# The table as an access point for phones, without internet; and back again.
#
#   khvatka-hotspot --enable [--name NAME] [--country CC]   now, and at each start
#   khvatka-hotspot --disable                               as it was before
#   khvatka-hotspot --status                                name, password, what to print
#
# NetworkManager makes it, with addresses and names (dnsmasq); nftables keeps a guest to the page.
# Every name leads to the table, so that phones hear that all is well and stay (console/phones/probes.py).
set -eu

root='' action='' name='Khvatka' country='' device='wlan0' password='' changes=0
address=192.168.4.1
begin='# khvatka-hotspot'

fail() {
	printf 'khvatka-hotspot: %s\n' "$1" >&2
	exit 2
}

while [ $# -gt 0 ]; do
	case $1 in
	--enable | --disable | --status) action=${1#--} ;;
	--name | --country | --device | --root)
		[ $# -ge 2 ] || fail "$1 needs a value"
		case $1 in
		--name) name=$2 ;;
		--country) country=$2 ;;
		--device) device=$2 ;;
		--root) root=${2%/} ;;
		esac
		shift
		;;
	*) fail "$1 is no option: give --enable, --disable or --status" ;;
	esac
	shift
done
[ -n "$action" ] || fail 'give --enable, --disable or --status'
[ -n "$root" ] || [ "$(id -u)" = 0 ] || fail 'run it as root: sudo khvatka-hotspot'
profile=$root/etc/NetworkManager/system-connections/khvatka-hotspot.nmconnection
names=$root/etc/NetworkManager/dnsmasq-shared.d/khvatka-hotspot.conf
walls=$root/etc/khvatka/hotspot.nft
unit=$root/etc/systemd/system/hotspot-khvatka.service # khvatka-* has other walls
settings=$root/etc/khvatka/table.toml

live() { [ -z "$root" ] && [ -d /run/systemd/system ]; }

# What it is made of; a name may be anything that a Wi-Fi may be called and a file may say.
check() {
	[ -f "$settings" ] || fail "$settings is missing: install the table first"
	[ -w "$settings" ] || fail 'the root is read-only: sudo mount -o remount,rw /'
	case $name in
	'' | *[!A-Za-z0-9\ _.-]* | ' '* | *' ') fail "--name is '$name': give letters of A to Z, digits, spaces, - _ ." ;;
	esac
	[ ${#name} -le 32 ] || fail "--name is ${#name} letters long: give 32 at most"
	case $country in
	'' | [A-Z][A-Z]) ;;
	*) fail "--country is $country: give two letters, as DE" ;;
	esac
	case $device in
	*[!a-z0-9]*) fail "--device is $device: give a name as wlan0" ;;
	esac
	[ -z "$root" ] || return 0
	for command in nmcli nft dnsmasq; do
		command -v $command >/dev/null || fail \
			"$command is missing: apt install network-manager nftables dnsmasq-base"
	done
	[ -e "/sys/class/net/$device" ] || fail "there is no $device: name the Wi-Fi's device by --device"
}

# What is there keeps its password: stickers are printed.
secret() {
	password=$(sed -n 's/^psk=//p' "$profile" 2>/dev/null || true)
	[ -n "$password" ] || password=$(tr -dc 'a-hjkmnp-z2-9' </dev/urandom | head -c 10)
}

write() { # write TARGET MODE: the standard input
	mkdir -p "$(dirname "$1")"
	(umask 077 && cat >"$1.new")
	chmod "$2" "$1.new"
	if cmp -s "$1.new" "$1"; then
		rm "$1.new"
		return
	fi
	mv -f "$1.new" "$1"
	changes=$((changes + 1))
}

enable() {
	check
	secret
	write "$profile" 600 <<-TEXT
		$begin writes this: --disable takes it away
		[connection]
		id=khvatka-hotspot
		uuid=5b1f7a0e-6a7c-4f6e-9d0e-7f1c3a2b8e18
		type=wifi
		interface-name=$device
		autoconnect-priority=100

		[wifi]
		mode=ap
		ssid=$name
		band=bg
		ap-isolation=1

		[wifi-security]
		key-mgmt=wpa-psk
		proto=rsn
		pairwise=ccmp
		group=ccmp
		psk=$password

		[ipv4]
		method=shared
		address1=$address/24

		[ipv6]
		method=disabled
	TEXT
	write "$names" 644 <<-TEXT
		$begin: every name is the table; one is what Windows asks for by number
		address=/#/$address
		address=/dns.msftncsi.com/131.107.255.255
		no-resolv
		dhcp-lease-max=32
	TEXT
	write "$walls" 644 <<-TEXT
		# What a guest of the table's Wi-Fi can reach: an address, a name, the page. Nothing else of this
		# computer (no ssh), nobody behind it, no other guest (ap-isolation in the profile).
		table inet khvatka_hotspot
		delete table inet khvatka_hotspot
		table inet khvatka_hotspot {
			chain asked {
				type nat hook prerouting priority dstnat; policy accept;
				# phones ask at 80 whether there is internet; the table may listen above 1023 only
				iifname "$device" tcp dport 80 redirect to :8017
			}
			chain in {
				type filter hook input priority filter - 10; policy accept;
				iifname != "$device" accept
				ct state established,related accept
				udp dport { 53, 67 } accept
				tcp dport 53 accept
				tcp dport 8017 ct count over 512 drop
				tcp dport 8017 accept
				icmp type echo-request accept
				drop
			}
			chain through {
				type filter hook forward priority filter - 10; policy accept;
				iifname "$device" drop
				oifname "$device" drop
			}
		}
	TEXT
	write "$unit" 644 <<-TEXT
		# The walls of the table's Wi-Fi (/etc/khvatka/hotspot.nft), up before it is.
		[Unit]
		Description=A guest of the table's Wi-Fi reaches its page alone
		DefaultDependencies=no
		Before=network-pre.target NetworkManager.service
		Wants=network-pre.target
		After=local-fs.target

		[Service]
		Type=oneshot
		RemainAfterExit=yes
		ExecStart=/usr/sbin/nft --file /etc/khvatka/hotspot.nft
		ExecStop=/usr/sbin/nft delete table inet khvatka_hotspot
		# It may change the net's rules, and nothing else.
		CapabilityBoundingSet=CAP_NET_ADMIN
		NoNewPrivileges=yes
		ProtectSystem=strict
		ProtectHome=yes
		PrivateDevices=yes
		ProtectClock=yes
		ProtectHostname=yes
		ProtectKernelTunables=yes
		ProtectKernelModules=yes
		ProtectKernelLogs=yes
		ProtectControlGroups=yes
		ProtectProc=invisible
		RestrictNamespaces=yes
		RestrictRealtime=yes
		RestrictSUIDSGID=yes
		RestrictAddressFamilies=AF_NETLINK AF_UNIX
		LockPersonality=yes
		MemoryDenyWriteExecute=yes
		SystemCallArchitectures=native
		SystemCallFilter=@system-service
		SystemCallErrorNumber=EPERM
		UMask=0077

		[Install]
		WantedBy=multi-user.target
	TEXT
	grep -q '^ *phones_host *=' "$settings" || {
		sed "s/^\[table\].*/&\nphones_host = \"$address\" $begin/" "$settings" | write "$settings" 644
	}
	if live; then
		nft --check --file "$walls" || fail 'nftables refuses the walls: nothing was turned on'
		[ -z "$country" ] || iw reg set "$country" || fail "the Wi-Fi refuses the country $country"
		systemctl daemon-reload
		systemctl enable hotspot-khvatka.service >/dev/null 2>&1
		systemctl restart hotspot-khvatka.service
		nmcli connection reload
		nmcli connection up khvatka-hotspot >/dev/null || fail \
			"the Wi-Fi does not come up: give its country (--country DE), see nmcli device"
		systemctl try-restart khvatka.service
	else
		systemctl --root="${root:-/}" enable hotspot-khvatka.service >/dev/null 2>&1 || true
	fi
	[ "$changes" -gt 0 ] || printf 'Nothing to change.\n'
	status
}

disable() {
	if live; then
		nmcli connection down khvatka-hotspot >/dev/null 2>&1 || true
		systemctl disable --now hotspot-khvatka.service >/dev/null 2>&1 || true
	else
		systemctl --root="${root:-/}" disable hotspot-khvatka.service >/dev/null 2>&1 || true
	fi
	rm -f "$profile" "$names" "$walls" "$unit"
	if grep -q "$begin" "$settings" 2>/dev/null; then
		sed "/$begin/d" "$settings" | write "$settings" 644
	fi
	if live; then
		systemctl daemon-reload
		nmcli connection reload
		systemctl try-restart khvatka.service
	fi
	printf 'The table is no access point.\n'
}

status() {
	[ -f "$profile" ] || {
		printf 'The table is no access point.\n'
		return
	}
	name=$(sed -n 's/^ssid=//p' "$profile") password=$(sed -n 's/^psk=//p' "$profile")
	printf 'Wi-Fi %s, password %s\n' "$name" "$password"
	printf 'To print as a code: WIFI:T:WPA;S:%s;P:%s;;\n' "$name" "$password"
}

$action
