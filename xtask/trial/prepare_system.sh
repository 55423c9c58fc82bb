# A user account, and dpkg without fsync.
echo force-unsafe-io >/etc/dpkg/dpkg.cfg.d/trial
useradd --create-home --shell /bin/sh ada
