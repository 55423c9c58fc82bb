# Removal is refused while servers are connected.
fail() {
    echo "refuse_removal.sh: $1" >&2
    exit 1
}
as_ada() {
    setpriv --reuid=ada --regid=ada --init-groups env HOME=/home/ada USER=ada "$@"
}
is_installed() {
    [ "$(dpkg-query --show --showformat='${db:Status-Status}' doorbell)" = installed ]
}

as_ada mkdir -p /home/ada/.codex
as_ada tee /home/ada/.codex/config.toml <<'END' >/tmp/before.toml
# mine
[mcp_servers.everything]
command = "npx"
args = ["-y", "@modelcontextprotocol/server-everything", "stdio"]
END
as_ada sh -c 'cd && doorbell setup --yes'
grep -q '/usr/bin/doorbell' /home/ada/.codex/config.toml || fail 'nothing was connected'

! apt-get -qq --yes remove doorbell >/tmp/said 2>&1 || fail 'it was removed'
cat /tmp/said
for word in ada: everything 'doorbell setup --undo' DOORBELL_REMOVE_ANYWAY=1; do
    grep -q -- "$word" /tmp/said || fail "it did not say $word"
done
is_installed || fail 'it is half removed'
as_ada doorbell --version

# An upgrade is not refused.
dpkg --install /mnt/exchange/doorbell.deb >/dev/null
is_installed || fail 'it could not be updated'

DOORBELL_REMOVE_ANYWAY=1 apt-get -qq --yes remove doorbell >/dev/null
! is_installed || fail 'it is still there'
apt-get -qq --yes install /mnt/exchange/doorbell.deb >/dev/null 2>&1

as_ada sh -c 'cd && doorbell setup --undo --yes'
cmp /tmp/before.toml /home/ada/.codex/config.toml
