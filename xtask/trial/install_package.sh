# apt installs the package and its dependencies; the programs run.
fail() {
    echo "install_package.sh: $1" >&2
    exit 1
}
as_ada() {
    setpriv --reuid=ada --regid=ada --init-groups env HOME=/home/ada USER=ada "$@"
}

apt-get -qq update
apt-get -qq --yes --no-install-recommends install /mnt/exchange/doorbell.deb >/tmp/apt.log 2>&1 || {
    cat /tmp/apt.log
    fail 'apt could not install it'
}

for program in doorbell doorbell-desktop; do
    ! ldd "/usr/bin/$program" | grep 'not found' || fail "a library of $program is missing"
done
as_ada doorbell --version
as_ada doorbell setup --list
status=0
as_ada doorbell status || status=$?
[ "$status" = 69 ] || fail "nothing runs, but doorbell status said $status"
as_ada doorbell-desktop at-login status | grep -q 'does not start' || fail 'it would start at login'
! find /etc/systemd /home -name 'doorbell.service' | grep . || fail 'the unit is enabled'
[ -x /usr/bin/xdg-open ] || fail 'nothing opens links'

# The start at login can be switched on and off.
as_ada doorbell start --at-login on
as_ada doorbell-desktop at-login status | grep -q 'starts when' || fail 'it would not start at login'
as_ada doorbell start --at-login off
grep -q -- '--home$' /usr/share/applications/doorbell.desktop || fail 'the app shows nothing'
! grep -q -- --home /etc/xdg/autostart/doorbell.desktop || fail 'a start at login would show a window'
