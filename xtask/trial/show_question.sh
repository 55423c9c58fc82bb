# The installed Doorbell shows a question on a virtual screen.
apt-get -qq --yes --no-install-recommends install \
    dbus fonts-dejavu-core scrot xauth xdotool xvfb >/tmp/apt.log 2>&1 || {
    cat /tmp/apt.log
    exit 1
}

cat >/tmp/session.sh <<'END'
doorbell start --virtual
doorbell status
doorbell doctor
doorbell ask -m 'Does it show?' --yes-no shows --server trial --json >/tmp/answer &
asker=$!
# Checked from outside, not through Doorbell.
timeout 60 xdotool search --sync --onlyvisible --class doorbell
doorbell list
scrot --overwrite /tmp/question.png
doorbell stop --force
status=0
wait "$asker" || status=$?
[ "$status" = 2 ]
grep -q '"shownAt"' /tmp/answer
END

mkdir -m 700 /run/ada
chown ada: /run/ada
setpriv --reuid=ada --regid=ada --init-groups \
    env HOME=/home/ada USER=ada XDG_RUNTIME_DIR=/run/ada \
    xvfb-run --auto-servernum --server-args='-screen 0 1280x900x24 -nolisten tcp' \
    dbus-run-session -- sh -eu /tmp/session.sh
cp /tmp/question.png /mnt/exchange/question.png
chmod 644 /mnt/exchange/question.png
