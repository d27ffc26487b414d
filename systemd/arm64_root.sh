# shellcheck shell=sh
# Enters a folder that holds a Debian for 64-bit Arm, as on a Raspberry Pi: sourced by image.sh and by the tests on arm64.
# Elsewhere than on such a machine its programs are run by qemu, which the kernel calls (binfmt_misc).
#
#   need_arm64        ends with a sentence where that cannot be done
#   enter FOLDER      mounts what programs need there; whoever calls it calls `leave` however it ends
#   inside COMMAND …  runs a command in it
#   leave             unmounts, and the folder's own files are as they were
#
# pip's and apt's own environment variables go through. qemu is a Cortex-A72, as a Pi 4 is, so that nothing runs there that
# would be an illegal instruction on a Pi; the newest processor that it can be also takes eight times as long (PAC).

BINFMT=/proc/sys/fs/binfmt_misc
ENTERED=

need_arm64() {
    if [ "$(id -u)" -ne 0 ]; then
        echo "This makes and enters a Debian of its own: run it with sudo." >&2
        exit 1
    fi
    if [ "$(uname -m)" = aarch64 ]; then
        return
    fi
    if [ ! -e "$BINFMT/register" ] && ! mount -t binfmt_misc binfmt_misc "$BINFMT"; then
        echo "This kernel cannot call qemu for programs of another machine: binfmt_misc is needed." >&2
        exit 1
    fi
    # The mark F in it has the kernel open qemu now, so none need be in the folder.
    if [ ! -e "$BINFMT/qemu-aarch64" ] && ! cat /usr/lib/binfmt.d/qemu-aarch64.conf >"$BINFMT/register"; then
        echo "qemu for 64-bit Arm is needed: sudo apt install qemu-user-static" >&2
        exit 1
    fi
    if ! grep -q '^flags:.*F' "$BINFMT/qemu-aarch64"; then
        echo "qemu-aarch64 is set up without the mark F: sudo apt install qemu-user-static" >&2
        exit 1
    fi
}

# No more devices than programs need: what is installed there must not reach those of this machine.
enter() {
    ENTERED=$1
    mount -t proc proc "$ENTERED/proc"
    mount -t sysfs -o ro sysfs "$ENTERED/sys"
    mount -t tmpfs -o mode=755 tmpfs "$ENTERED/dev"
    cp -a /dev/full /dev/null /dev/random /dev/urandom /dev/zero "$ENTERED/dev"
    ln -s /proc/self/fd "$ENTERED/dev/fd"
    mkdir -m 1777 "$ENTERED/dev/shm"
    # An empty /run tells everything that is installed that no system runs here.
    mount -t tmpfs -o mode=755 tmpfs "$ENTERED/run"
    show_processor
    # Whom this machine trusts: its way to the network may have a certificate of its own.
    cp /etc/ssl/certs/ca-certificates.crt "$ENTERED/run" || cp "$ENTERED/etc/ssl/certs/ca-certificates.crt" "$ENTERED/run"
    if is_there "$ENTERED/etc/resolv.conf" && ! is_there "$ENTERED/etc/.resolv.conf-of-its-own"; then
        mv -T -- "$ENTERED/etc/resolv.conf" "$ENTERED/etc/.resolv.conf-of-its-own"
    fi
    rm -f "$ENTERED/etc/resolv.conf"
    cp -L /etc/resolv.conf "$ENTERED/etc/resolv.conf"
    printf '#!/bin/sh\nexit 101\n' >"$ENTERED/usr/sbin/policy-rc.d"
    chmod 0755 "$ENTERED/usr/sbin/policy-rc.d"
}

# qemu shows its programs this machine's processor there until version 8.1, by which ONNX Runtime ends (SIGSEGV).
show_processor() {
    if [ "$(uname -m)" = aarch64 ]; then
        return
    fi
    for core in 0 1 2 3; do
        printf 'processor\t: %s\nFeatures\t: fp asimd evtstrm crc32 cpuid\nCPU implementer\t: 0x41\n' "$core"
        printf 'CPU architecture: 8\nCPU variant\t: 0x0\nCPU part\t: 0xd08\nCPU revision\t: 3\n\n'
    done >"$ENTERED/run/cpuinfo"
    mount --bind "$ENTERED/run/cpuinfo" "$ENTERED/proc/cpuinfo"
}

# Also a link to what is only there while the system runs.
is_there() {
    [ -e "$1" ] || [ -L "$1" ]
}

leave() {
    if [ -z "$ENTERED" ]; then
        return
    fi
    rm -f "$ENTERED/usr/sbin/policy-rc.d"
    rm -f "$ENTERED/etc/resolv.conf"
    if is_there "$ENTERED/etc/.resolv.conf-of-its-own"; then
        mv -T -- "$ENTERED/etc/.resolv.conf-of-its-own" "$ENTERED/etc/resolv.conf"
    fi
    # Whatever is mounted below it, the last first.
    awk -v root="$(readlink -f -- "$ENTERED")/" 'index($2, root) == 1 { print $2 }' /proc/self/mounts | sort -r |
        while read -r place; do umount "$place"; done
    ENTERED=
}

inside() {
    QEMU_CPU=${QEMU_CPU:-cortex-a72} PIP_CERT=/run/ca-certificates.crt SSL_CERT_FILE=/run/ca-certificates.crt \
        LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin chroot "$ENTERED" "$@"
}
