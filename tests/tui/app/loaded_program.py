"""A process that has loaded the program and forks for each start. Loading takes four fifths of the time of a start."""

import gc
import json
import os
import runpy
import socket
import sys
import time

import splendor_tui.commands.new_command
import splendor_tui.plain.program
import splendor_tui.tui.app.start
import splendor_tui.tui.app.terminal_driver
import splendor_tui.tui.screens.home_screen
import splendor_tui.tui.screens.table_screen  # noqa: F401 - with what these import, nearly the whole program


def main() -> None:
    """Start programs in the terminals that arrive at the socket."""
    gc.freeze()  # what is loaded stays shared
    with socket.socket(fileno=int(sys.argv[1])) as requests:
        while True:
            request, terminals, _flags, _address = socket.recv_fds(requests, 1 << 20, 1)
            if not request:
                return
            if os.fork() == 0:
                break
            os.close(terminals[0])
            os.wait()
        parent = os.getpid()
        if os.fork():
            os._exit(0)
        while os.getppid() == parent:
            time.sleep(0.0005)  # until the tests have become the parent, and can wait for this process
        requests.send(str(os.getpid()).encode())
    os.login_tty(terminals[0])
    module, arguments, environment = json.loads(request)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv[1:] = arguments
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
