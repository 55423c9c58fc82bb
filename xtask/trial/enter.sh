# Runs a script in a chroot: enter.sh ROOT ARCHIVES EXCHANGE SCRIPT. Runs in its own namespaces, so that
# mounts and processes end with it. ARCHIVES caches downloads of apt.
root=$1 archives=$2 exchange=$3 script=$4
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t tmpfs -o mode=755 tmpfs "$root/run"
mount -t devpts -o newinstance,ptmxmode=666 devpts "$root/dev/pts"
mount --bind "$root/dev/pts/ptmx" "$root/dev/ptmx"
mkdir -p "$root/dev/shm" "$root/mnt/exchange"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
mount --bind "$archives" "$root/var/cache/apt/archives"
mount --bind "$exchange" "$root/mnt/exchange"
exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    chroot "$root" sh -eu "/mnt/exchange/$script"
