#!/bin/sh
# Converts the Debian package to an archive with an install script: archive.sh DEB FOLDER ARCHIVE. FOLDER
# becomes the top-level folder of the archive.
set -eu
umask 022
deb=$1 folder=$2 archive=$3
here=$(dirname "$0")

rm -rf "$folder"
mkdir -p "$folder"
dpkg-deb --extract "$deb" "$folder"
mv "$folder/usr" "$folder/files"
files=$folder/files
rm -r "${folder:?}/etc" "$files/share/doc/doorbell/copyright" "$files/share/doc/doorbell/changelog.gz"
gunzip --recursive "$files/share/man"
mv "$files/share/zsh/vendor-completions" "$files/share/zsh/site-functions"
mv "$files/lib/systemd" "$files/share/systemd"
rmdir "$files/lib"
# install.sh fills in the path of the programs.
install -m 644 "$here/doorbell.desktop" "$files/share/applications/"
install -m 644 "$here/doorbell.service" "$files/share/systemd/user/"
install -m 644 "$here/../LICENSE-MIT" "$here/../LICENSE-APACHE" "$files/share/doc/doorbell/"
install -m 755 "$here/install.sh" "$folder/"
install -m 644 "$here/README" "$folder/"
# gzip, because every system can unpack it. The options make the archive reproducible.
tar --create --use-compress-program='gzip -9 --no-name' --file "$archive" \
    --directory "$(dirname "$folder")" --sort=name --owner=0 --group=0 --numeric-owner \
    --mtime="@$SOURCE_DATE_EPOCH" "$(basename "$folder")"
