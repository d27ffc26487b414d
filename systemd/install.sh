#!/bin/sh
# Installs the box as a service that starts with the machine, or removes it again. May be run any number of times.
#
#   sudo systemd/install.sh               install, or bring an installation up to date
#   sudo systemd/install.sh --uninstall   remove it; the recorded games stay in /var/lib/jarapon
#
# A version is built beside the one that runs, in a folder of its own, and /opt/jarapon is a link to the one in use. It
# is changed only when the new version is complete, and changed back when that does not run well.
#
# JARAPON_LANGUAGE (ja or en) is the language of a box that is installed for the first time.
#
# With DESTDIR set, files go below that folder and the running system is left alone.
set -eu
umask 022

SOURCE=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
ROOT=${DESTDIR:-}
HOME_OF_BOX=/opt/jarapon
RELEASES=/opt/jarapon-releases
PARTS="engines vision simulator device web cli systemd pyproject.toml requirements.lock Makefile README.md LICENSE"
UNIT=/etc/systemd/system/jarapon.service
RULES=/etc/udev/rules.d/60-jarapon.rules
AVAHI=/etc/avahi/services/jarapon.service
# Leave to switch its own Wi-Fi and the machine, and to set the time zone.
POLKIT=/etc/polkit-1/rules.d/50-jarapon-polkit.rules
# What the box's own Wi-Fi takes: its names, and port 80.
NAMES=/etc/NetworkManager/dnsmasq-shared.d/jarapon.conf
HTTP=/etc/systemd/system/jarapon-http
# That they start with the machine.
ENABLED="/etc/systemd/system/multi-user.target.wants/jarapon.service
    /etc/systemd/system/sockets.target.wants/jarapon-http.socket"
HOTSPOT=/etc/NetworkManager/system-connections/jarapon-hotspot.nmconnection
OPTIONS=/etc/default/jarapon
# Seconds for which a new version must run without being started again. Longer than three starts that fail at once take.
HEALTHY_S=20

say() {
    printf '%s\n' "jarapon: $*"
}

main() {
    case "${1:-}" in
        "") need_root; build_release; make_user; put_options; switch_to "$RELEASE"; start || go_back; keep_two ;;
        --uninstall) need_root; stop; remove_files ;;
        *) say "unknown option $1; use --uninstall, or none" >&2; exit 2 ;;
    esac
}

need_root() {
    if [ -z "$ROOT" ] && [ "$(id -u)" -ne 0 ]; then
        say "this changes the system: run it with sudo" >&2
        exit 1
    fi
}

# The release in use, as the name of its folder; empty where there is none.
current() {
    if [ -L "$ROOT$HOME_OF_BOX" ]; then
        basename -- "$(readlink -- "$ROOT$HOME_OF_BOX")"
    fi
}

# Sets RELEASE to a complete release of this program.
build_release() {
    RELEASE=$(current)
    BEFORE=$RELEASE
    if [ -n "$RELEASE" ] && [ "$SOURCE" = "$(CDPATH='' cd -- "$ROOT$HOME_OF_BOX" && pwd -P)" ]; then
        say "the program is in $HOME_OF_BOX already"
        return
    fi
    RELEASE=$(sed -n 's/^version = "\(.*\)"$/\1/p' "$SOURCE/pyproject.toml")-$(date +%Y%m%d-%H%M%S)
    folder=$RELEASES/$RELEASE
    while [ -e "$ROOT$folder" ]; do
        RELEASE=$RELEASE-again
        folder=$RELEASES/$RELEASE
    done
    say "building the program in $ROOT$folder"
    mkdir -p "$ROOT$folder"
    # Whatever stops this, what is not whole goes away again.
    trap 'rm -rf "$ROOT$folder"; say "the new version could not be built: nothing has been changed" >&2' EXIT
    trap 'exit 1' HUP INT TERM
    for part in $PARTS; do
        if [ -e "$SOURCE/$part" ]; then
            cp -R "$SOURCE/$part" "$ROOT$folder/$part"
        fi
    done
    find "$ROOT$folder" -name __pycache__ -type d -prune -exec rm -rf {} +
    make_environment "$folder"
    # On the disk, not on its way there, before it is put to use.
    sync -f "$ROOT$folder"
    trap - EXIT HUP INT TERM
}

make_environment() {
    if [ -n "$ROOT" ] && ! running_system; then
        say "leaving out the Python environment, which cannot be moved: make it with make -C $HOME_OF_BOX environment"
        return
    fi
    make -C "$ROOT$1" environment
    # The box itself may not write there, so what Python keeps is made now.
    (cd "$ROOT$1" && .venv/bin/python -m compileall -q engines vision simulator device web cli)
    # As complete as can be told without starting it.
    "$ROOT$1/.venv/bin/jarapon" games >/dev/null
}

# Puts one of the releases to use, with its unit: the link is there at every moment, and names either of them.
switch_to() {
    if [ -d "$ROOT$HOME_OF_BOX" ] && [ ! -L "$ROOT$HOME_OF_BOX" ]; then
        # From when there was one version only. Its environment goes on working under its old path.
        BEFORE=before-$RELEASE
        say "moving the version before to $RELEASES/$BEFORE"
        mv -- "$ROOT$HOME_OF_BOX" "$ROOT$RELEASES/$BEFORE"
    fi
    if [ "$(current)" != "$1" ]; then
        say "$HOME_OF_BOX is now $RELEASES/$1"
        ln -sfn "jarapon-releases/$1" "$ROOT$HOME_OF_BOX.new"
        mv -Tf -- "$ROOT$HOME_OF_BOX.new" "$ROOT$HOME_OF_BOX"
    fi
    put jarapon.service "$UNIT"
    put 60-jarapon.rules "$RULES"
    put 50-jarapon-polkit.rules "$POLKIT"
    put jarapon-shared.conf "$NAMES"
    put jarapon-http.socket "$HTTP.socket"
    put jarapon-http.service "$HTTP.service"
    make_hotspot
    tell_avahi
}

# Makes the profile of the box's own Wi-Fi with a password of its own, unless there is one.
make_hotspot() {
    if [ -e "$ROOT$HOTSPOT" ]; then
        say "$HOTSPOT is yours and stays as it is"
    elif [ ! -x "$ROOT$HOME_OF_BOX/.venv/bin/python" ] || [ ! -e "$ROOT$HOME_OF_BOX/device/system/hotspot_profile.py" ] ||
        ! command -v nmcli >/dev/null; then
        say "leaving out the box's own Wi-Fi: it needs NetworkManager, and the Python environment"
    else
        say "writing $HOTSPOT: the box's own Wi-Fi"
        mkdir -p "$(dirname -- "$ROOT$HOTSPOT")"
        (cd "$ROOT$HOME_OF_BOX" && .venv/bin/python -m device.system.hotspot_profile "$ROOT$HOTSPOT")
        nmcli connection load "$ROOT$HOTSPOT" || say "NetworkManager does not run; it reads that when it starts"
    fi
}

make_user() {
    if [ -n "$ROOT" ]; then
        say "leaving out the user jarapon"
        return
    fi
    # The service manager gives the box its user's groups; those that a plain Debian lacks are made.
    for group in video i2c gpio audio; do
        getent group "$group" >/dev/null || { say "making the group $group"; groupadd --system "$group"; }
    done
    if ! getent passwd jarapon >/dev/null; then
        say "making the user jarapon"
        useradd --system --user-group --no-create-home --home-dir /var/lib/jarapon --shell /usr/sbin/nologin jarapon
    fi
    usermod --append --groups video,i2c,gpio,audio jarapon
}

put() {
    from=$ROOT$HOME_OF_BOX/systemd/$1
    if [ ! -e "$from" ]; then
        # A version before it was there, which has been put to use again.
        rm -f "$ROOT$2"
        return
    fi
    if cmp -s "$from" "$ROOT$2"; then
        say "$2 is up to date"
        return
    fi
    say "writing $2"
    mkdir -p "$(dirname -- "$ROOT$2")"
    install -m 0644 "$from" "$ROOT$2"
}

put_options() {
    if [ -e "$ROOT$OPTIONS" ]; then
        say "$OPTIONS is yours and stays as it is"
        return
    fi
    camera=usb:0
    if /usr/bin/python3 -c 'import picamera2' 2>/dev/null; then
        camera=pi
    fi
    say "writing $OPTIONS: the camera is $camera"
    mkdir -p "$(dirname -- "$ROOT$OPTIONS")"
    printf '%s\n' '# What "jarapon run" is started with; see "jarapon run --help".' \
        "JARAPON_OPTIONS=\"--camera $camera${JARAPON_LANGUAGE:+ --lang $JARAPON_LANGUAGE}\"" >"$ROOT$OPTIONS"
}

tell_avahi() {
    words=$(sed -n "s/^JARAPON_OPTIONS=//p" "$ROOT$OPTIONS" | tail -n 1 | tr -d "\"'")
    set -f
    # These are words.
    # shellcheck disable=SC2086
    DESTDIR=$ROOT "$ROOT$HOME_OF_BOX/systemd/announce.sh" --port 8000 $words
    set +f
}

running_system() {
    [ -d "$ROOT/run/systemd/system" ]
}

# Starts the version in use; false where it does not run well.
start() {
    if ! running_system; then
        systemctl --quiet --root="${ROOT:-/}" enable jarapon.service jarapon-http.socket
        say "no running systemd here: the box starts with the machine"
        return
    fi
    udevadm control --reload
    udevadm trigger --subsystem-match=i2c-dev --subsystem-match=gpio --subsystem-match=dma_heap
    systemctl daemon-reload
    systemctl enable jarapon.service
    # Not --now: a box that runs already must begin anew with what has just been installed. This waits until it is up.
    systemctl restart jarapon.service && is_healthy || return 1
    open_port_80
    tell_name
    say "the box is running; see it with: systemctl status jarapon"
}

# Whether the box stays up and its page shows the table, which it does not in safe mode.
is_healthy() {
    say "watching it for $HEALTHY_S seconds"
    starts=$(starts_again)
    seconds=0
    while [ "$seconds" -lt "$HEALTHY_S" ]; do
        sleep 1
        seconds=$((seconds + 1))
        systemctl is-active --quiet jarapon.service && [ "$(starts_again)" = "$starts" ] || return 1
    done
    [ ! -e "$ROOT$AVAHI" ] || "$ROOT$HOME_OF_BOX/.venv/bin/python" -c '
import sys, urllib.request
urllib.request.urlopen(f"http://127.0.0.1:{sys.argv[1]}/api/state", timeout=20).close()' "$(port)" 2>/dev/null
}

# Nothing else of the box needs it, so a machine that has another page there is no reason to fail.
open_port_80() {
    [ -e "$ROOT$HTTP.socket" ] || return 0
    systemctl stop jarapon-http.service
    systemctl enable jarapon-http.socket
    systemctl start jarapon-http.socket || say "port 80 is another program's: phones have to be told :$(port) too"
}

starts_again() {
    systemctl show --property=NRestarts --value jarapon.service
}

port() {
    sed -n 's|.*<port>\(.*\)</port>.*|\1|p' "$ROOT$AVAHI"
}

# The version before is put to use again, since the new one does not run well; that is a failure in any case.
go_back() {
    say "the new version does not run well; this is what it says:" >&2
    journalctl --no-pager --unit=jarapon.service --lines=20 >&2 || true
    if [ -z "$BEFORE" ] || [ "$BEFORE" = "$RELEASE" ]; then
        say "there is no version before it to go back to; it is in $HOME_OF_BOX" >&2
        exit 1
    fi
    switch_to "$BEFORE"
    rm -rf "${ROOT:?}$RELEASES/$RELEASE"
    if start; then
        say "the version before runs again; the update was not installed" >&2
    else
        say "the version before does not run well either: see its page, or systemctl status jarapon" >&2
    fi
    exit 1
}

# The release in use and the one before it stay; others go, also what a power cut has left of one.
keep_two() {
    for folder in "$ROOT$RELEASES"/*; do
        case "$(basename -- "$folder")" in
            "$RELEASE" | "$BEFORE") ;;
            *) [ "$BEFORE" = "$RELEASE" ] || { say "removing $folder"; rm -rf "$folder"; } ;;
        esac
    done
}

tell_name() {
    if [ ! -e "$ROOT$AVAHI" ]; then
        say "the box has no page: $OPTIONS says --headless"
    elif systemctl is-active --quiet avahi-daemon.service; then
        say "phones find the page at http://$(hostname).local:$(port)"
    else
        say "phones find the page by its address only; by name too after: apt install avahi-daemon"
    fi
}

stop() {
    if running_system && systemctl cat jarapon.service >/dev/null 2>&1; then
        say "stopping the box"
        systemctl disable --now jarapon.service
        systemctl disable --now jarapon-http.socket
        systemctl stop jarapon-http.service
    fi
}

remove_files() {
    # These are words.
    # shellcheck disable=SC2086
    for file in $ENABLED "$UNIT" "$RULES" "$AVAHI" "$POLKIT" "$NAMES" "$HTTP.socket" "$HTTP.service" "$HOTSPOT" "$OPTIONS" \
        "$HOME_OF_BOX" "$RELEASES"; do
        if [ -e "$ROOT$file" ] || [ -L "$ROOT$file" ]; then
            say "removing $file"
            rm -rf "${ROOT:?}$file"
        fi
    done
    if running_system; then
        systemctl daemon-reload
        ! command -v nmcli >/dev/null || nmcli connection reload || true
    fi
    say "the recorded games stay in /var/lib/jarapon, and so does their owner, the user jarapon"
}

main "$@"
