#!/bin/sh
# Installs Doorbell from this folder, or removes what it installed.
set -eu

usage() {
    cat <<'END'
Usage: install.sh [--prefix FOLDER]              install Doorbell, or a newer version of it
       install.sh --uninstall [--prefix FOLDER]  remove what was installed

FOLDER is ~/.local unless it is given; /usr/local serves everyone on this computer. Files that were
not installed by this script are never overwritten and never removed.
END
}

fail() {
    printf 'install.sh: %s\n' "$1" >&2
    exit 1
}

prefix=${HOME:+$HOME/.local}
uninstall=
while [ $# -gt 0 ]; do
    case $1 in
    --prefix) [ $# -ge 2 ] || fail '--prefix needs a folder'; prefix=$2; shift ;;
    --prefix=*) prefix=${1#--prefix=} ;;
    --uninstall) uninstall=yes ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 64 ;;
    esac
    shift
done
prefix=${prefix%/}
case $prefix in
/*) ;;
*) fail 'the folder must be given from the root, such as /usr/local' ;;
esac
# The folder is written into a desktop entry and a unit, where other characters have a meaning.
case $prefix in
*[!A-Za-z0-9/._@+,\ -]*) fail "a folder with such letters in its name does not work: $prefix" ;;
esac

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
# Installed files, one path per line. ~/.local/share/doorbell is no place for it: it holds user data.
own=$prefix/lib/doorbell
list=$own/installed-files

is_ours() {
    [ -f "$list" ] && grep -Fxq -- "$1" "$list"
}

# Removes a file and the folders that become empty.
remove() {
    rm -f -- "$prefix/$1"
    folder=$(dirname -- "$1")
    while [ "$folder" != . ] && rmdir -- "$prefix/$folder" 2>/dev/null; do
        folder=$(dirname -- "$folder")
    done
}

if [ -n "$uninstall" ]; then
    [ -f "$list" ] || fail "this script installed no Doorbell in $prefix"
    if [ "${DOORBELL_REMOVE_ANYWAY:-}" != 1 ] && [ -x "$prefix/bin/doorbell" ]; then
        status=0
        said=$(cd / && "$prefix/bin/doorbell" setup --check 2>&1) || status=$?
        case $status in
        1 | 69) fail "Doorbell was not removed; set DOORBELL_REMOVE_ANYWAY=1 to remove it anyway.
$said" ;;
        esac
    fi
    files=$(cat "$list")
    printf '%s\n' "$files" | while IFS= read -r file; do
        case $file in
        '' | /* | *..*) continue ;;
        esac
        remove "$file"
    done
    remove lib/doorbell/installed-files
    echo "Doorbell was removed from $prefix. Your settings and history are still in your home folder."
    exit 0
fi

[ -d "$here/files" ] || fail "there is nothing to install beside $0; unpack the archive again"
files=$(cd "$here/files" && find . -type f | sed 's|^\./||' | LC_ALL=C sort)
files="$files
lib/doorbell/install.sh"

foreign=$(printf '%s\n' "$files" | while IFS= read -r file; do
    if [ -e "$prefix/$file" ] || [ -L "$prefix/$file" ]; then
        is_ours "$file" || printf '  %s\n' "$prefix/$file"
    fi
done)
[ -z "$foreign" ] || fail "nothing was installed, since these files are someone else's:
$foreign"

# Replaces the file by renaming, because a running Doorbell may still use the old one.
place() {
    mkdir -p -- "$(dirname -- "$prefix/$2")"
    cp -- "$1" "$prefix/$2.new"
    chmod "$3" "$prefix/$2.new"
    mv -f -- "$prefix/$2.new" "$prefix/$2"
}

# Written first, so that an interrupted installation can be removed.
mkdir -p -- "$own"
old=
[ ! -f "$list" ] || old=$(cat "$list")
printf '%s\n' "$files" "$old" | sed '/^$/d' | LC_ALL=C sort -u >"$list.new"
mv -f -- "$list.new" "$list"
work=$(mktemp)
trap 'rm -f -- "$work"' EXIT
printf '%s\n' "$files" | while IFS= read -r file; do
    case $file in
    bin/*) place "$here/files/$file" "$file" 755 ;;
    lib/doorbell/install.sh) place "$here/install.sh" "$file" 755 ;;
    *.desktop | *.service)
        sed "s|@BIN@|$prefix/bin|g" "$here/files/$file" >"$work"
        place "$work" "$file" 644
        ;;
    *) place "$here/files/$file" "$file" 644 ;;
    esac
done
# Remove files of an older version that this one does not have.
printf '%s\n' "$old" | while IFS= read -r file; do
    case $file in
    '' | /* | *..*) continue ;;
    esac
    printf '%s\n' "$files" | grep -Fxq -- "$file" || remove "$file"
done
printf '%s\n' "$files" | LC_ALL=C sort -u >"$list.new"
mv -f -- "$list.new" "$list"

echo "Doorbell is installed in $prefix."
missing=$(ldd "$prefix/bin/doorbell-desktop" 2>/dev/null | sed -n 's/^[[:space:]]*\([^ ]*\) => not found.*/  \1/p')
if [ -n "$missing" ]; then
    printf 'These libraries are missing; on Debian and Ubuntu, libwebkit2gtk-4.1-0 brings them:\n%s\n' "$missing"
fi
case :$PATH: in
*:"$prefix/bin":*) ;;
*) echo "$prefix/bin is not in your PATH." ;;
esac
echo "To remove it: '$own/install.sh' --uninstall --prefix '$prefix'"
