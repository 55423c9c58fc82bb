# The archive installs for one user, overwrites no foreign file, and uninstalls without leftovers.
cat >/tmp/archive.sh <<'END'
fail() {
    echo "archive.sh: $1" >&2
    exit 1
}
# The pairing journal is user data.
files() {
    find "$HOME" -path "$HOME/.local/state" -prune -o -print | sort
}
mkdir /tmp/unpacked
tar -xf /mnt/exchange/doorbell.tar.gz -C /tmp/unpacked --strip-components=1
install=/tmp/unpacked/install.sh
own=$HOME/.local/lib/doorbell/install.sh

mkdir -p "$HOME/.local/bin"
echo theirs >"$HOME/.local/bin/doorbell"
! "$install" || fail "someone else's file was overwritten"
[ "$(cat "$HOME/.local/bin/doorbell")" = theirs ] || fail "someone else's file was changed"
rm "$HOME/.local/bin/doorbell"
echo theirs >"$HOME/.local/bin/another"

files >/tmp/before
"$install"
"$install"
"$HOME/.local/bin/doorbell" --version
PATH=$HOME/.local/bin:$PATH doorbell-desktop at-login status
grep -q "Exec=\"$HOME/.local/bin/doorbell-desktop\"" "$HOME/.local/share/applications/doorbell.desktop"
! grep -rq '@BIN@' "$HOME/.local/share/applications" "$HOME/.local/share/systemd" || fail 'no place was written in'

(cd && .local/bin/doorbell setup --yes)
! "$own" --uninstall || fail 'it was removed while servers are connected'
(cd && .local/bin/doorbell setup --undo --yes)
"$own" --uninstall
files >/tmp/after
diff /tmp/before /tmp/after || fail 'these were left behind'

"$install" --prefix "/tmp/a folder"
"/tmp/a folder/bin/doorbell" --version
"$install" --uninstall --prefix "/tmp/a folder"
! find '/tmp/a folder' -type f | grep . || fail 'these were left behind'
! "$install" --prefix '/tmp/100%' || fail 'a folder that cannot be written down was taken'
END
setpriv --reuid=ada --regid=ada --init-groups env HOME=/home/ada USER=ada sh -eu /tmp/archive.sh
