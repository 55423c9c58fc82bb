# A person to install it for, on a system that need not survive a power cut.
echo force-unsafe-io >/etc/dpkg/dpkg.cfg.d/trial
useradd --create-home --shell /bin/sh ada
