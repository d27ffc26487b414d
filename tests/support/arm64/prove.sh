#!/bin/sh
# Installs the box on 64-bit Arm and has it do there what it does here: `make test-arm64`.
#
#   sudo tests/support/arm64/prove.sh FOLDER [PHOTOS]
#
# Makes a Debian 13 for arm64 in the folder (2 GB; elsewhere than on such a machine qemu runs it). The second time only
# what has changed is made anew. Needs root, mmdebstrap and qemu-user-static.
#
# Under qemu a look takes a quarter of a minute and more, so of each kind of photograph the first is read; with ALL=1 every
# one is, and the demo game is played to its end, too: an hour and more. Answers to photographs are kept one by one: where
# this is interrupted, the next run with the same program and photographs goes on there.
set -eu
umask 022

HERE=$(CDPATH='' cd -- "$(dirname -- "$0")/../../.." && pwd -P)
OUT=$(readlink -m -- "${1:?name the folder for the Debian 13}")
ROOT=$OUT/root
WHICH=$([ -z "${ALL:-}" ] && echo 1 || echo all)
MODULES=tests.support.arm64
PHOTOS=${2:-$HERE/../shared/photos}
# What the box needs of a system; Raspberry Pi OS has the first five.
PACKAGES=systemd-sysv,udev,dbus,python3,ca-certificates,python3-venv,make,avahi-daemon
# shellcheck source=systemd/arm64_root.sh
. "$HERE/systemd/arm64_root.sh"

make_root() {
    if [ "$(cat "$ROOT/made" 2>/dev/null)" = "$PACKAGES" ]; then
        return
    fi
    if ! command -v mmdebstrap >/dev/null; then
        echo "mmdebstrap is needed: sudo apt install mmdebstrap" >&2
        exit 1
    fi
    echo "Making a Debian 13 for arm64 in $ROOT ..."
    rm -rf "$ROOT"
    mkdir -p "$(dirname -- "$ROOT")"
    # Where this is a Debian too, from the same mirror.
    # shellcheck disable=SC2016  # these are apt's own
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Origin: Debian' 'Label: Debian' 2>/dev/null | head -n 1)
    mmdebstrap --quiet --variant=minbase --components=main --architectures=arm64 --include="$PACKAGES" \
        trixie "$ROOT" ${mirror:+"$mirror"}
    printf '%s\n' "$PACKAGES" >"$ROOT/made"
}

# What is installed, as one number.
program() {
    parts=$(sed -n 's/^PARTS="\(.*\)"$/\1/p' "$HERE/systemd/install.sh")
    # These are words.
    # shellcheck disable=SC2086
    (cd "$HERE" && find $parts -type f ! -path '*/__pycache__/*' | LC_ALL=C sort | xargs sha256sum | sha256sum)
}

# The installer is run anew whenever anything has changed that it installs.
install_box() {
    state=$(program)
    if [ "$(cat "$ROOT/installed" 2>/dev/null)" = "$state" ]; then
        return
    fi
    echo "Installing the box there ..."
    rm -rf "$ROOT/installed" "$ROOT/opt" "$ROOT/etc/default/jarapon"
    mkdir "$ROOT/opt"
    JARAPON_LANGUAGE=en inside /src/systemd/install.sh
    printf '%s\n' "$state" >"$ROOT/installed"
}

# One thread of numbers each: on a busy machine more of them only wait for each other.
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1

here() {
    "$HERE/.venv/bin/python" -m "$@"
}

# As the user that the box is there, with its own program: of this checkout it sees the tests only.
there() {
    inside runuser -u jarapon -- env -C /check PYTHONDONTWRITEBYTECODE=1 HOME=/out \
        /opt/jarapon/.venv/bin/python -m "$@"
}

# Only where the last run has not come to its end, and began with what is here now, its answers are of use.
forget_answers() {
    begun=$(program && find "$PHOTOS" -type f -printf '%p %s %T@\n' | LC_ALL=C sort | sha256sum)
    if [ "$(cat "$OUT/begun" 2>/dev/null)" != "$begun" ]; then
        rm -rf "$OUT/here" "$OUT/there" "$ROOT"/out/photographs.*
        printf '%s\n' "$begun" >"$OUT/begun"
    fi
    mkdir -p "$OUT/here" "$OUT/there"
}

read_photographs() {
    echo "Reading photographs of $PHOTOS ($WHICH of each kind), here and there ..."
    here $MODULES.photographs "$PHOTOS" "$WHICH" >"$OUT/lines.json"
    cp "$OUT/lines.json" "$ROOT/out"
    here $MODULES.command_lines "$OUT/lines.json" "$PHOTOS" "$OUT/here/photographs.json"
    there $MODULES.command_lines /out/lines.json /photos /out/photographs.json
    cp "$ROOT/out/photographs.json" "$OUT/there"
}

# The stretch of a game that lies beside the photographs, to its last picture.
follow_film() {
    if [ ! -d "$PHOTOS/sequences/reversi-a" ]; then
        echo "NO GAME FOLLOWED: $PHOTOS has no sequences/reversi-a" >&2
        return
    fi
    play film "$PHOTOS/sequences/reversi-a" /photos/sequences/reversi-a --game reversi --players Aya,Ben
}

play_demo_game() {
    play demo demo demo
}

# play NAME CAMERA-HERE CAMERA-THERE OPTION …
play() {
    name=$1
    camera=$2
    camera_there=$3
    shift 3
    echo "Following a game ($name) to its end, here and there ..."
    rm -rf "$OUT/here/data" "$ROOT/out/data"
    here $MODULES.demo_game "$OUT/here/data" "$OUT/here/$name.json" --camera "$camera" --until-end "$@"
    there $MODULES.demo_game /out/data "/out/$name.json" --camera "$camera_there" --until-end "$@"
    cp "$ROOT/out/$name.json" "$OUT/there"
}

# With the program of this checkout and the libraries from there: qemu's plugins need a qemu that is no static program,
# which cannot be called from within the folder.
counted() {
    counts=$1
    shift
    env -C "$HERE" PYTHONPATH="$HERE:$(echo "$ROOT"/opt/jarapon/.venv/lib/python3*/site-packages)" \
        PYTHONDONTWRITEBYTECODE=1 qemu-aarch64 -cpu cortex-a72 -L "$ROOT" -plugin "$OUT/count.so" -d plugin -D "$counts" \
        "$ROOT/usr/bin/python3" -m "$@"
}

count_instructions() {
    rm -f "$OUT/counts.txt" "$OUT/start_counts.txt" "$OUT/look_said.json"
    if ! cc -shared -fPIC -O2 -o "$OUT/count.so" "$HERE/tests/support/arm64/count_instructions.c" ||
        ! qemu-aarch64 -help | grep -q '^-plugin'; then
        echo "NOT COUNTED: the instructions need gcc and a qemu-aarch64 with plugins: sudo apt install gcc qemu-user" >&2
        return
    fi
    echo "Counting the instructions of a look and of a start ..."
    here $MODULES.photographs "$PHOTOS" hand >"$OUT/look.json"
    counted "$OUT/counts.txt" $MODULES.command_lines "$OUT/look.json" "$PHOTOS" "$OUT/look_said.json"
    rm -rf "$OUT/start"
    : >"$OUT/start_counts.txt"
    # A box before a camera that is a folder; it is ended when it is ready, at the third mark.
    counted "$OUT/start_counts.txt" $MODULES.demo_game "$OUT/start" "$OUT/start.json" \
        --camera "$HERE/tests/photos" --game reversi &
    box=$!
    while kill -0 "$box" 2>/dev/null && [ "$(grep -c mark "$OUT/start_counts.txt")" -lt 3 ]; do sleep 1; done
    kill "$box" 2>/dev/null || true
    wait "$box" || true
}

if [ ! -d "$PHOTOS" ]; then
    echo "NOT ALL PHOTOGRAPHS: there are no shared ones at $PHOTOS, so only those of tests/photos are read." >&2
    PHOTOS=$HERE/tests/photos
fi
need_arm64
trap leave EXIT
trap 'exit 1' HUP INT TERM
make_root
enter "$ROOT"
mkdir -p "$ROOT/src" "$ROOT/check/tests" "$ROOT/photos"
mount --bind -o ro "$HERE" "$ROOT/src"
mount --bind -o ro "$HERE/tests" "$ROOT/check/tests"
mount --bind -o ro "$PHOTOS" "$ROOT/photos"
install_box
inside install -d -o jarapon -g jarapon /out
cd "$HERE"
forget_answers
read_photographs
follow_film
[ "$WHICH" != all ] || play_demo_game
count_instructions
rm "$OUT/begun"
here $MODULES.table "$OUT"
