#!/bin/sh
# Tells Avahi at which port phones find the page by name, from the words with which the box is started:
#
#   systemd/announce.sh --port 8000 --camera pi --port 8080     tells 8080: as on the command line, the last one counts
#   systemd/announce.sh --headless                              tells nothing any more, since there is no page
#
# The unit runs it before the box, so that a port that was changed in /etc/default/jarapon is told with the next start.
# With DESTDIR set, the file goes below that folder.
set -eu
umask 022

HERE=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
SERVICE=/etc/avahi/services/jarapon.service
FILE=${DESTDIR:-}$SERVICE

main() {
    port=8000
    while [ $# -gt 0 ]; do
        case "$1" in
            --headless) rm -f "$FILE"; return ;;
            --port) port=${2:-}; [ $# -eq 1 ] || shift ;;
            --port=*) port=${1#--port=} ;;
        esac
        shift
    done
    case "$port" in
        "" | *[!0-9]*) echo "jarapon: \"$port\" is no port: write --port and a number" >&2; exit 2 ;;
    esac
    if told | cmp -s - "$FILE"; then
        echo "jarapon: $SERVICE is up to date"
        return
    fi
    echo "jarapon: writing $SERVICE: the page is at port $port"
    mkdir -p "$(dirname -- "$FILE")"
    # Whole or not at all: Avahi reads it as soon as it is there.
    told >"$FILE.new"
    mv -f "$FILE.new" "$FILE"
}

told() {
    sed "s|<port>.*</port>|<port>$port</port>|" "$HERE/jarapon-avahi.service"
}

main "$@"
