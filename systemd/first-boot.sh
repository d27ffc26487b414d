#!/bin/sh
# Makes a fresh Raspberry Pi OS into a box: run by jarapon-first-boot.service, again and again until it has worked once.
#
# `jarapon first-boot` puts the program on the boot partition; cloud-init unpacks it and starts the service. What is done
# stands in a file of the boot partition, which every computer can read: put the card into one to see what went wrong.
#
# JARAPON_COUNTRY is the country for the Wi-Fi, may be empty for a box with a cable; JARAPON_LANGUAGE goes to the installer.
#
# With DESTDIR set, files are read and written below that folder.
set -eu
umask 022

ROOT=${DESTDIR:-}
FOLDER=$ROOT/opt/jarapon-first-boot
LOG=$ROOT/boot/firmware/jarapon-log.txt

# Shows how far it is on the display, if there is one: a picture that was drawn when the card was made.
show() {
    timeout 20 python3 -B "$FOLDER/systemd/first_boot_screen.py" "$FOLDER/first-boot-screens.json" "$1" \
        "$ROOT/dev/i2c-1" || true
}

fail() {
    show "$number-failed"
    say "this did not work: $step. It is tried again in a minute, and whenever the box is switched on"
}

say() {
    step=$*
    printf '%s %s\n' "$(date '+%Y-%m-%d %H:%M:%S')" "jarapon: $step"
    sync -f "$LOG"
}

main() {
    number=1
    step="writing to the card"
    trap fail EXIT
    exec >>"$LOG" 2>&1
    say "1 of 4: switching on the display's connection (I2C) and the Wi-Fi"
    raspi-config nonint do_i2c 0
    show 1
    if [ -n "${JARAPON_COUNTRY:-}" ]; then
        # The image keeps the Wi-Fi blocked until it knows the country, and has NetworkManager's switch off.
        raspi-config nonint do_wifi_country "$JARAPON_COUNTRY"
        nmcli radio wifi on
    fi
    number=2
    show 2
    say "2 of 4: waiting for the network, with the Wi-Fi's name and password or the cable"
    nm-online --quiet --timeout=120
    number=3
    show 3
    say "3 of 4: installing what the camera and the buttons need"
    apt-get update
    DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends \
        python3-picamera2 python3-lgpio python3-venv make avahi-daemon dnsmasq-base polkitd
    number=4
    show 4
    say "4 of 4: installing the box; this takes some minutes"
    "$FOLDER/systemd/install.sh"
    trap - EXIT
    systemctl disable jarapon-first-boot.service
    rm -rf "$FOLDER"
    say "done: the box runs, and starts with the machine from now on"
}

main
