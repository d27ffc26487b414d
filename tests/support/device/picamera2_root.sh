#!/bin/sh
# Runs the tests of the Pi's camera with the real Picamera2, on a machine that has none: libcamera's virtual camera shows
# photographs as if they stood before a lens. Debian 13 has it; so a Debian 13 is made in a folder of its own.
#
#   sudo tests/support/device/picamera2_root.sh FOLDER
#
# Needs root, mmdebstrap and 2 GB. The second time only the tests are run.
set -eu
umask 022

HERE=$(CDPATH='' cd -- "$(dirname -- "$0")/../../.." && pwd)
ROOT=${1:?name the folder for the Debian 13}
PICAMERA2=0.3.38

if [ "$(id -u)" -ne 0 ]; then
    echo "This makes and enters a Debian of its own: run it with sudo." >&2
    exit 1
fi
if ! command -v mmdebstrap >/dev/null; then
    echo "mmdebstrap is needed: sudo apt install mmdebstrap" >&2
    exit 1
fi

if [ ! -e "$ROOT/made" ]; then
    echo "Making a Debian 13 in $ROOT ..."
    rm -rf "$ROOT"
    mkdir -p "$(dirname -- "$ROOT")"
    mmdebstrap --quiet --variant=minbase --components=main \
        --include=python3-libcamera,python3-venv,libcap-dev,gcc,python3-dev,ca-certificates trixie "$ROOT"
    # Its camera: two sizes, and photographs to show.
    mkdir -p "$ROOT/usr/share/libcamera/pipeline/virtual" "$ROOT/frames" "$ROOT/src"
    cat >"$ROOT/usr/share/libcamera/pipeline/virtual/virtual.yaml" <<'YAML'
%YAML 1.1
---
"Virtual0":
  supported_formats:
  - width: 1280
    height: 960
    frame_rates: [30, 60]
  - width: 2560
    height: 1920
    frame_rates: [10, 10]
  frames:
    path: "/frames/"
    scale_mode: "fill"
  location: "CameraLocationFront"
  model: "Virtual table"
YAML
    cp -L /etc/resolv.conf "$ROOT/etc/resolv.conf"
    cp -L /etc/ssl/certs/ca-certificates.crt "$ROOT/etc/ssl/certs/ca-certificates.crt"
    touch "$ROOT/made"
fi

leave() {
    for place in src dev proc; do
        if mountpoint --quiet "$ROOT/$place"; then umount "$ROOT/$place"; fi
    done
}
trap leave EXIT
mount --bind /proc "$ROOT/proc"
mount --bind /dev "$ROOT/dev"
mount --bind --read-only "$HERE" "$ROOT/src"

if [ ! -e "$ROOT/installed" ]; then
    echo "Installing Picamera2 $PICAMERA2 beside the program's own libraries ..."
    chroot "$ROOT" python3 -m venv --system-site-packages /venv
    # With hashes, pip installs nothing that has none; Picamera2 and what it brings are in no lock file.
    sed -n 's/^\([a-z][^ ]*==[^ ]*\).*/\1/p' "$HERE/requirements-test.lock" >"$ROOT/versions"
    chroot "$ROOT" /venv/bin/pip install --no-input --disable-pip-version-check -r /src/requirements.lock
    chroot "$ROOT" /venv/bin/pip install --no-input --disable-pip-version-check \
        -c /versions pytest hypothesis "picamera2==$PICAMERA2"
    chroot "$ROOT" env -C /src PYTHONDONTWRITEBYTECODE=1 /venv/bin/python -m tests.support.device.virtual_frames /frames
    touch "$ROOT/installed"
fi

chroot "$ROOT" env -C /src PYTHONDONTWRITEBYTECODE=1 LIBCAMERA_LOG_LEVELS='*:ERROR' \
    /venv/bin/python -m pytest -p no:cacheprovider -v tests/device/hardware/test_camera_picamera2.py
