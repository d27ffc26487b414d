#!/bin/sh
# Makes an image that is divided as those of Raspberry Pi OS are, with the Debian 13 of `make test-arm64` in it:
#
#   sudo tests/support/arm64/stand_in_image.sh ROOT BASE.img
#
# Debian has no raspi-config, python3-picamera2 and python3-lgpio. Here they are stand-ins: the first only changes the two
# files of the boot partition as the true one does; the packages hold one empty module each, and apt installs them. nmcli
# only says, as the true one does where no system runs, that NetworkManager does not.
set -eu
umask 022

ROOT=${1:?name the folder with the Debian 13}
IMAGE=${2:?name the image}
BOOT_MB=512
PLACE=$(mktemp -d)
LOOP=

leave() {
    if mountpoint --quiet "$PLACE/root"; then umount "$PLACE/root"; fi
    if [ -n "$LOOP" ]; then losetup --detach "$LOOP"; fi
    rm -rf --one-file-system "$PLACE"
}
trap leave EXIT

package() {
    folder=$PLACE/$1
    mkdir -p "$folder/DEBIAN" "$folder/usr/lib/python3/dist-packages"
    : >"$folder/usr/lib/python3/dist-packages/${1#python3-}.py"
    printf 'Package: %s\nVersion: 0\nArchitecture: all\nMaintainer: nobody <nobody@example.org>\nDescription: stand-in\n' \
        "$1" >"$folder/DEBIAN/control"
    dpkg-deb --build --root-owner-group "$folder" "$PLACE/root/srv/stand-ins/$1.deb" >/dev/null
}

mkdir "$PLACE/root"
rm -f "$IMAGE"
truncate --size=1700M "$IMAGE"
printf 'label: dos\n,%sM,c\n,,L\n' "$BOOT_MB" | sfdisk --quiet --no-reread "$IMAGE"
LOOP=$(losetup --find --show --offset "$((BOOT_MB + 1))MiB" "$IMAGE")
mkfs.ext4 -q -L rootfs "$LOOP"
mount "$LOOP" "$PLACE/root"
# What the tests have put there stays out, and what is mounted there while they run.
tar -C "$ROOT" --one-file-system --exclude='./opt/*' --exclude='./src/*' --exclude='./photos/*' --exclude='./root/.cache' \
    --exclude='./etc/default/jarapon' --exclude='./etc/systemd/system/jarapon.service' --exclude='*/jarapon.service' \
    --exclude='./etc/resolv.conf' --exclude='./etc/.resolv*' --exclude='./usr/sbin/policy-rc.d' \
    --exclude='./var/cache/apt/archives/*.deb' -cf - . | tar -C "$PLACE/root" -xpf -
mkdir -p "$PLACE/root/boot/firmware" "$PLACE/root/srv/stand-ins" "$PLACE/root/var/lib/NetworkManager"
mkdir "$PLACE/boot"
printf '#dtparam=i2c_arm=on\ndtparam=audio=on\n' >"$PLACE/boot/config.txt"
echo 'console=tty1 root=PARTUUID=00000000-02 rootfstype=ext4 rootwait resize' >"$PLACE/boot/cmdline.txt"
printf '[main]\nWirelessEnabled=false\n' >"$PLACE/root/var/lib/NetworkManager/NetworkManager.state"
: >"$PLACE/root/etc/machine-id"
package python3-picamera2
package python3-lgpio
(cd "$PLACE/root/srv/stand-ins" && dpkg-scanpackages --multiversion . >Packages 2>/dev/null)
echo 'deb [trusted=yes] file:/srv/stand-ins ./' >"$PLACE/root/etc/apt/sources.list.d/stand-ins.list"
cat >"$PLACE/root/usr/bin/raspi-config" <<'SH'
#!/bin/sh
case "$2" in
    do_i2c) sed -i 's/^#dtparam=i2c_arm=.*/dtparam=i2c_arm=on/' /boot/firmware/config.txt; exit 1 ;;
    do_wifi_country) sed -i "s/\$/ cfg80211.ieee80211_regdom=$3/" /boot/firmware/cmdline.txt ;;
esac
SH
printf '#!/bin/sh\necho "Error: NetworkManager is not running." >&2\nexit 8\n' >"$PLACE/root/usr/bin/nmcli"
chmod 0755 "$PLACE/root/usr/bin/raspi-config" "$PLACE/root/usr/bin/nmcli"
# The kernel need not know FAT for this.
mkfs.vfat -F 32 -n BOOTFS --offset 2048 "$IMAGE" "$((BOOT_MB * 1024))" >/dev/null
mcopy -i "$IMAGE@@1M" "$PLACE"/boot/*.txt ::
echo "$IMAGE is ready: raspi-config, nmcli, python3-picamera2 and python3-lgpio are stand-ins in it"
