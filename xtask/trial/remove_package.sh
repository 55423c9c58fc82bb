# Removal leaves only user data behind.
fail() {
    echo "remove_package.sh: $1" >&2
    exit 1
}
# Leaves out the records of dpkg and apt, and the mounts of the chroot.
files() {
    find / \( -path /dev -o -path /proc -o -path /run -o -path /tmp -o -path /mnt \
        -o -path /var/lib/dpkg -o -path /var/lib/apt -o -path /var/log -o -path /var/cache/apt \
        \) -prune -o -print | sort
}

dpkg --listfiles doorbell | while read -r file; do
    [ -d "$file" ] || echo "$file"
done >/tmp/installed
apt-get -qq --yes purge doorbell >/dev/null
files >/tmp/without
while read -r file; do
    [ ! -e "$file" ] || fail "$file was left behind"
done </tmp/installed
! grep -i doorbell /tmp/without | grep -v '^/home/ada/' || fail 'these were left behind'

# Compare the whole file system around a second installation, with the dependencies in place.
apt-get -qq --yes install /mnt/exchange/doorbell.deb >/dev/null 2>&1
apt-get -qq --yes purge doorbell >/dev/null
files >/tmp/again
diff /tmp/without /tmp/again || fail 'these were left behind'
[ -d /home/ada/.local/share/doorbell ] || fail "the person's data is gone"
