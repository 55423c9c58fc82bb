"""FastMCP's own proxy, from stdio to stdio: fastmcp_proxy.py SERVER ARGS..."""

import sys

from fastmcp.client.transports import StdioTransport
from fastmcp.server import create_proxy

proxy = create_proxy(StdioTransport(command=sys.argv[1], args=sys.argv[2:]), name="echo")
proxy.run(transport="stdio", show_banner=False)
