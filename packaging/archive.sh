#!/bin/sh
# Makes the archive for systems without Debian's packages, of what is in the package and a script that
# installs it: archive.sh DEB FOLDER ARCHIVE. The archive holds FOLDER.
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
# install.sh writes in where the programs are, when it knows.
install -m 644 "$here/doorbell.desktop" "$files/share/applications/"
install -m 644 "$here/doorbell.service" "$files/share/systemd/user/"
install -m 644 "$here/../LICENSE-MIT" "$here/../LICENSE-APACHE" "$files/share/doc/doorbell/"
install -m 755 "$here/install.sh" "$folder/"
install -m 644 "$here/README" "$folder/"
# gzip is what every system can unpack; the archive of the same sources is the same each time.
tar --create --use-compress-program='gzip -9 --no-name' --file "$archive" \
    --directory "$(dirname "$folder")" --sort=name --owner=0 --group=0 --numeric-owner \
    --mtime="@$SOURCE_DATE_EPOCH" "$(basename "$folder")"
