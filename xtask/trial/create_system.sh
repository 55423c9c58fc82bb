# Creates a minimal Debian in FOLDER/root: create_system.sh FOLDER. Copied from a base that is built once, from
# this system's mirrors.
. /etc/os-release
base=$1/base-$VERSION_CODENAME
root=$1/root

if [ ! -d "$base" ]; then
    # Third-party archives need keys that the chroot does not have.
    sources=$(apt-get indextargets --format '$(ORIGIN) deb $(REPO_URI) $(RELEASE) $(COMPONENT)' \
        'Created-By: Packages' | awk -v release="$VERSION_CODENAME" '
        ($1 == "Debian" || $1 == "Ubuntu") && ($4 == release || index($4, release "-") == 1) {
            print $2, $3, $4, $5
        }' | sort -u)
    [ -n "$sources" ] || {
        echo "apt knows no mirror of $VERSION_CODENAME yet; \`apt-get update\` tells it" >&2
        exit 1
    }
    rm -rf "$base.new"
    printf '%s\n' "$sources" |
        mmdebstrap --variant=minbase --mode=root --quiet "$VERSION_CODENAME" "$base.new" -
    mv "$base.new" "$base"
fi

rm --recursive --force --one-file-system "$root"
cp --archive "$base" "$root"
# Same name resolution as on the host.
cp --dereference /etc/resolv.conf "$root/etc/resolv.conf"
