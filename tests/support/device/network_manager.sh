#!/bin/sh
# A machine of its own with the real NetworkManager, polkit and D-Bus, in which a command is run:
#
#   unshare --net --mount tests/support/device/network_manager.sh FOLDER COMMAND...
#
# It has the network device wlan0, whose other end, phone0, is in the network namespace of the process $PHONE: a phone. No
# kernel makes a Wi-Fi here, so wlan0 is a cable. Needs root and Debian's network-manager, dnsmasq-base, polkitd and dbus.
# What the installer puts into /etc is taken from the checkout. FOLDER is an empty one, for logs.
set -eu
HERE=$(CDPATH='' cd -- "$(dirname -- "$0")/../../.." && pwd)
FOLDER=$1
shift

mount --make-rprivate /
mount -t tmpfs tmpfs /run
mount -t tmpfs tmpfs /var/lib/NetworkManager
# Read-only, as in a container: then NetworkManager does not wait for udev.
mount -t sysfs -o ro none /sys
mkdir -p /run/dbus /run/NetworkManager "$FOLDER/nm" "$FOLDER/rules" "$FOLDER/polkit"
cp -a /etc/NetworkManager/. "$FOLDER/nm/"
rm -f "$FOLDER/nm/system-connections"/*
mkdir -p "$FOLDER/nm/dnsmasq-shared.d" "$FOLDER/nm/system-connections"
cp "$HERE/systemd/jarapon-shared.conf" "$FOLDER/nm/dnsmasq-shared.d/jarapon.conf"
mount --bind "$FOLDER/nm" /etc/NetworkManager
chmod 755 "$FOLDER/rules"
[ -n "${WITHOUT_RULES:-}" ] || install -m 0644 "$HERE/systemd/50-jarapon-polkit.rules" "$FOLDER/rules/"
mount --bind "$FOLDER/rules" /etc/polkit-1/rules.d
for file in passwd group resolv.conf; do
    cp "/etc/$file" "$FOLDER/$file"
    mount --bind "$FOLDER/$file" "/etc/$file"
done
echo "jarapon:x:4242:4242::/nonexistent:/usr/sbin/nologin" >>/etc/passwd
echo "jarapon:x:4242:" >>/etc/group

ip link set lo up
unshare --net sleep 600 &
PHONE=$!
export PHONE
until [ "$(readlink /proc/$PHONE/ns/net)" != "$(readlink /proc/self/ns/net)" ]; do :; done
ip link add wlan0 type veth peer name phone0 netns "$PHONE"
ip link set wlan0 up
nsenter --target "$PHONE" --net ip link set lo up
nsenter --target "$PHONE" --net ip link set phone0 up

dbus-daemon --system --nofork --nopidfile >"$FOLDER/dbus.log" 2>&1 &
started="$PHONE $!"
trap 'kill $started 2>/dev/null; wait' EXIT
until [ -S /run/dbus/system_bus_socket ]; do sleep 0.05; done
/usr/lib/polkit-1/polkitd --no-debug >"$FOLDER/polkit.log" 2>&1 &
started="$started $!"
NetworkManager --no-daemon >"$FOLDER/nm.log" 2>&1 &
started="$started $!"
until nmcli --terse --fields DEVICE device 2>/dev/null | grep -q wlan0; do sleep 0.05; done
"$@"
