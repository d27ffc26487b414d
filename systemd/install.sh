#!/bin/sh
# Installs the box as a service that starts with the machine, or removes it again. May be run any number of times.
#
#   sudo systemd/install.sh               install, or bring an installation up to date
#   sudo systemd/install.sh --uninstall   remove it; the recorded games stay in /var/lib/jarapon
#
# With DESTDIR set, files go below that folder and the running system is left alone.
set -eu
umask 022

SOURCE=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
ROOT=${DESTDIR:-}
HOME_OF_BOX=/opt/jarapon
PARTS="engines vision device web systemd pyproject.toml requirements.lock Makefile README.md LICENSE"
UNIT=/etc/systemd/system/jarapon.service
RULES=/etc/udev/rules.d/60-jarapon.rules
AVAHI=/etc/avahi/services/jarapon.service
OPTIONS=/etc/default/jarapon

say() {
    printf '%s\n' "jarapon: $*"
}

main() {
    case "${1:-}" in
        "") need_root; copy_program; make_environment; make_user; put_files; put_options; tell_avahi; start ;;
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

copy_program() {
    if [ "$SOURCE" = "$ROOT$HOME_OF_BOX" ]; then
        say "the program is in $HOME_OF_BOX already"
        return
    fi
    say "copying the program to $ROOT$HOME_OF_BOX"
    mkdir -p "$ROOT$HOME_OF_BOX"
    for part in $PARTS; do
        rm -rf "$ROOT$HOME_OF_BOX/$part"
        if [ -e "$SOURCE/$part" ]; then
            cp -R "$SOURCE/$part" "$ROOT$HOME_OF_BOX/$part"
        fi
    done
    find "$ROOT$HOME_OF_BOX" -name __pycache__ -type d -not -path '*/.venv/*' -prune -exec rm -rf {} +
}

make_environment() {
    if [ -n "$ROOT" ]; then
        say "leaving out the Python environment, which cannot be moved: make it with make -C $HOME_OF_BOX environment"
        return
    fi
    make -C "$HOME_OF_BOX" environment
    # The box itself may not write there, so what Python keeps is made now.
    (cd "$HOME_OF_BOX" && .venv/bin/python -m compileall -q engines vision device web)
}

make_user() {
    if [ -n "$ROOT" ]; then
        say "leaving out the user jarapon"
        return
    fi
    # The service manager gives the box its user's groups; those that a plain Debian lacks are made.
    for group in video i2c gpio; do
        getent group "$group" >/dev/null || { say "making the group $group"; groupadd --system "$group"; }
    done
    if ! getent passwd jarapon >/dev/null; then
        say "making the user jarapon"
        useradd --system --user-group --no-create-home --home-dir /var/lib/jarapon --shell /usr/sbin/nologin jarapon
    fi
    usermod --append --groups video,i2c,gpio jarapon
}

put() {
    if cmp -s "$SOURCE/systemd/$1" "$ROOT$2"; then
        say "$2 is up to date"
        return
    fi
    say "writing $2"
    mkdir -p "$(dirname -- "$ROOT$2")"
    install -m 0644 "$SOURCE/systemd/$1" "$ROOT$2"
}

put_files() {
    put jarapon.service "$UNIT"
    put 60-jarapon.rules "$RULES"
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
        "JARAPON_OPTIONS=\"--camera $camera\"" >"$ROOT$OPTIONS"
}

tell_avahi() {
    words=$(sed -n "s/^JARAPON_OPTIONS=//p" "$ROOT$OPTIONS" | tail -n 1 | tr -d "\"'")
    set -f
    # shellcheck disable=SC2086 — these are words
    DESTDIR=$ROOT "$SOURCE/systemd/announce.sh" --port 8000 $words
    set +f
}

running_system() {
    [ -z "$ROOT" ] && [ -d /run/systemd/system ]
}

start() {
    if ! running_system; then
        if [ -z "$ROOT" ]; then
            systemctl enable jarapon.service
        fi
        say "no running systemd here: the box starts with the machine"
        return
    fi
    udevadm control --reload
    udevadm trigger --subsystem-match=i2c-dev --subsystem-match=gpio --subsystem-match=dma_heap
    systemctl daemon-reload
    systemctl enable jarapon.service
    # Not --now: a box that runs already must begin anew with what has just been copied.
    systemctl restart jarapon.service
    tell_name
    say "the box is running; see it with: systemctl status jarapon"
}

tell_name() {
    if [ ! -e "$AVAHI" ]; then
        say "the box has no page: $OPTIONS says --headless"
    elif systemctl is-active --quiet avahi-daemon.service; then
        say "phones find the page at http://$(hostname).local:$(sed -n 's|.*<port>\(.*\)</port>.*|\1|p' "$AVAHI")"
    else
        say "phones find the page by its address only; by name too after: apt install avahi-daemon"
    fi
}

stop() {
    if running_system && systemctl cat jarapon.service >/dev/null 2>&1; then
        say "stopping the box"
        systemctl disable --now jarapon.service
    fi
}

remove_files() {
    for file in "$UNIT" "$RULES" "$AVAHI" "$OPTIONS" "$HOME_OF_BOX"; do
        if [ -e "$ROOT$file" ]; then
            say "removing $file"
            rm -rf "$ROOT$file"
        fi
    done
    if running_system; then
        systemctl daemon-reload
    fi
    say "the recorded games stay in /var/lib/jarapon, and so does their owner, the user jarapon"
}

main "$@"
