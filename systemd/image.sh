#!/bin/sh
# Installs the box into an image of Raspberry Pi OS 13 (64-bit), so that its card needs no network to start: `make image`.
#
#   sudo systemd/image.sh BASE.img FILES BOX.img
#
# BASE.img stays as it is. FILES is the folder that `jarapon first-boot` has written: the program and the settings. What
# the first start would do with them is done now, in the image; elsewhere than on 64-bit Arm, by qemu.
#
# JARAPON_ROOM is by how many MB the image grows, 1500 if not set.
set -eu
umask 022

HERE=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
# As in first-boot.sh.
PACKAGES="python3-picamera2 python3-lgpio python3-venv make avahi-daemon dnsmasq-base polkitd"
UNPACKED=/opt/jarapon-first-boot
# shellcheck source=systemd/arm64_root.sh
. "$HERE/arm64_root.sh"

say() {
    printf '%s\n' "jarapon: $*"
}

refuse() {
    printf '%s\n' "jarapon: $*" >&2
    exit 1
}

main() {
    [ $# -eq 3 ] || refuse "name the image, the folder of jarapon first-boot, and the new image"
    BASE=$1
    FILES=$2
    BOX=$3
    [ -f "$BASE" ] || refuse "$BASE is no file: give an image of Raspberry Pi OS (64-bit), unpacked (unxz)"
    for tool in sfdisk partx losetup resize2fs mcopy python3; do
        command -v "$tool" >/dev/null || refuse "$tool is needed: sudo apt install fdisk e2fsprogs mtools python3"
    done
    [ -f "$FILES/jarapon.tar.gz" ] || refuse "$FILES holds no jarapon.tar.gz: write it with jarapon first-boot --out $FILES"
    need_arm64
    PLACE=$(mktemp -d)
    trap clean_up EXIT
    trap 'exit 1' HUP INT TERM
    copy_and_grow
    mount_parts
    note_identity >"$PLACE/identity"
    enter "$PLACE/root"
    set_up_machine
    install_box
    put_settings
    check
    put_boot_files
    leave
    unmount_parts
    trap - EXIT
    rm -r --one-file-system "$PLACE"
    mv -f "$BOX.part" "$BOX"
    say "$BOX is $(du -h --apparent-size "$BOX" | cut -f 1): write it to a card, and plug the box in"
}

clean_up() {
    leave || true
    unmount_parts || true
    rm -f "$BOX.part"
    rm -r --one-file-system "$PLACE"
    say "the image could not be made: $BASE is as it was" >&2
}

copy_and_grow() {
    say "copying $BASE, and growing it by ${JARAPON_ROOM:=1500} MB"
    mkdir -p "$(dirname -- "$BOX")" "$PLACE/root" "$PLACE/boot"
    cp --sparse=always --reflink=auto "$BASE" "$BOX.part"
    truncate --size="+${JARAPON_ROOM}M" "$BOX.part"
    # The number of the disk, by which the kernel finds its partitions, stays.
    echo ', +' | sfdisk --quiet --no-reread -N 2 "$BOX.part" ||
        refuse "$BASE has no second partition: give an image of Raspberry Pi OS (64-bit), unpacked (unxz)"
    # By its place in the file: not every machine makes devices of an image's partitions.
    LOOP=$(losetup --find --show --offset "$(start_of 2)" "$BOX.part") ||
        refuse "there is no loop device for the image: modprobe loop, or run this where there are some"
    e2fsck -f -p "$LOOP" || [ $? -le 1 ] || refuse "the system in $BASE is damaged"
    resize2fs "$LOOP" 2>/dev/null
}

# Where a partition begins, in bytes.
start_of() {
    echo "$(($(partx --raw --noheadings --output START --nr "$1" "$BOX.part") * 512))"
}

# The boot partition as a copy of its files: not every kernel mounts FAT.
mount_parts() {
    mount -t ext4 "$LOOP" "$PLACE/root"
    [ -d "$PLACE/root/boot/firmware" ] || refuse "$BASE has no /boot/firmware: give an image of Raspberry Pi OS 13 (64-bit)"
    [ -e "$PLACE/root/usr/lib/ld-linux-aarch64.so.1" ] || refuse "$BASE is no 64-bit system: give an image that is"
    mcopy -s -m -n -i "$BOX.part@@$(start_of 1)" '::*' "$PLACE/boot" || refuse "the boot partition of $BASE cannot be read"
    touch "$PLACE/copied"
    mount --bind "$PLACE/boot" "$PLACE/root/boot/firmware"
}

put_boot_files() {
    (cd "$PLACE/boot" && find . -type f -newer "$PLACE/copied") | while read -r file; do
        mcopy -m -o -i "$BOX.part@@$(start_of 1)" "$PLACE/boot/$file" "::$file"
    done
}

unmount_parts() {
    for place in boot/firmware ""; do
        if mountpoint --quiet "$PLACE/root/$place"; then umount "$PLACE/root/$place"; fi
    done
    if [ -n "${LOOP:-}" ]; then losetup --detach "$LOOP"; fi
    LOOP=
}

# What every card must get of its own at its first start.
note_identity() {
    for file in "$PLACE"/root/etc/machine-id "$PLACE"/root/etc/ssh/ssh_host_*; do
        if [ -e "$file" ]; then sha256sum "$file"; fi
    done
}

# As the first start does it. Without this machine's network, of which raspi-config would set the country, too.
set_up_machine() {
    mkdir -p "$ENTERED$UNPACKED"
    tar -xzf "$FILES/jarapon.tar.gz" --no-same-owner -C "$ENTERED$UNPACKED"
    # JARAPON_LANGUAGE and JARAPON_COUNTRY.
    # shellcheck source=/dev/null
    . "$ENTERED$UNPACKED/first-boot.env"
    say "switching on the display's connection (I2C)"
    # It would also like to load the driver at once, which nothing here can.
    unshare --net chroot "$ENTERED" raspi-config nonint do_i2c 0 || true
    grep -q '^dtparam=i2c_arm=on' "$ENTERED/boot/firmware/config.txt" || refuse "raspi-config has not switched on I2C"
    if [ -z "${JARAPON_COUNTRY:-}" ]; then
        say "NO WI-FI: no country is given (--wifi and --country of jarapon first-boot); the box uses its cable"
        return
    fi
    say "switching on the Wi-Fi for $JARAPON_COUNTRY"
    unshare --net chroot "$ENTERED" raspi-config nonint do_wifi_country "$JARAPON_COUNTRY" || true
    grep -q "cfg80211.ieee80211_regdom=$JARAPON_COUNTRY" "$ENTERED/boot/firmware/cmdline.txt" ||
        refuse "raspi-config has not set the country $JARAPON_COUNTRY"
    if [ -e "$ENTERED/var/lib/NetworkManager/NetworkManager.state" ]; then
        sed -i 's/^WirelessEnabled=false/WirelessEnabled=true/' "$ENTERED/var/lib/NetworkManager/NetworkManager.state"
    fi
}

install_box() {
    say "installing what the camera and the buttons need"
    inside apt-get update
    # These are words.
    # shellcheck disable=SC2086
    inside apt-get install --yes --no-install-recommends $PACKAGES
    inside apt-get clean
    say "installing the box; under qemu this takes a quarter of an hour"
    PIP_NO_CACHE_DIR=1 JARAPON_LANGUAGE=${JARAPON_LANGUAGE:-} inside "$UNPACKED/systemd/install.sh"
    rm -rf "${ENTERED:?}$UNPACKED"
}

# cloud-init's: the machine's name, the account, the network. What they say of an installation is done.
put_settings() {
    boot=$ENTERED/boot/firmware
    cp "$FILES/network-config" "$FILES/meta-data" "$boot"
    if [ -e "$FILES/ssh" ]; then cp "$FILES/ssh" "$boot"; fi
    python3 -c '
import json, sys
first, _, rest = sys.stdin.read().partition("\n")
settings = json.loads(rest)
del settings["bootcmd"]
print(first, json.dumps(settings, ensure_ascii=False, indent=2), sep="\n")' <"$FILES/user-data" >"$boot/user-data"
}

check() {
    [ -L "$ENTERED/etc/systemd/system/multi-user.target.wants/jarapon.service" ] || refuse "the box would not start"
    [ -L "$ENTERED/etc/systemd/system/sockets.target.wants/jarapon-http.socket" ] || refuse "port 80 would not be served"
    inside /opt/jarapon/.venv/bin/python -m pip check
    inside /opt/jarapon/.venv/bin/jarapon --version
    note_identity | cmp - "$PLACE/identity" || refuse "the image has been given an identity, which every card would share"
    say "the service is enabled, its libraries are whole, and the image has no identity of its own"
    df -h "$ENTERED" | tail -n 1
}

main "$@"
