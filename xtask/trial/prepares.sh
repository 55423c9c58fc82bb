# A person to install it for.
useradd --create-home --shell /bin/sh ada
