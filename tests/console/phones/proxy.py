"""A bad network between a browser and the table: it cuts lines, or keeps them and swallows all."""

from __future__ import annotations

import socket
import struct
from threading import Thread


class BadNetwork:
    """Listens for browsers at ``port`` and passes everything on to the table at ``to``."""

    def __init__(self, to: int) -> None:
        self._to = to
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._lines: list[socket.socket] = []
        self._dead: list[socket.socket] = []
        self._over = False
        self.loses = 0
        """So many codes on their way to the table do not arrive."""
        self.loses_answers = 0
        """Nor so many secrets on their way to the phone."""
        Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while not self._over:
            try:
                here, _ = self._listening.accept()
            except OSError:
                return
            try:
                there = socket.create_connection(("127.0.0.1", self._to))
            except OSError:  # nobody is there now
                here.close()
                continue
            self._lines += [here, there]
            Thread(target=self._pass, args=(here, there, True), daemon=True).start()
            Thread(target=self._pass, args=(there, here, False), daemon=True).start()

    def _pass(self, source: socket.socket, target: socket.socket, asks: bool) -> None:
        """The table is to be called by its own name."""
        own, known = f"127.0.0.1:{self._to}".encode(), f"127.0.0.1:{self.port}".encode()
        try:
            while data := source.recv(65536):
                if asks and self.loses and data.startswith(b"POST /pair"):
                    self.loses -= 1
                    self.cut()
                    break
                if not asks and self.loses_answers and b"set-cookie:" in data.lower():
                    self.loses_answers -= 1
                    self.cut()
                    break
                if source not in self._dead:
                    target.sendall(data.replace(known, own) if asks else data)
        except OSError:
            pass
        if source not in self._dead:
            target.close()

    def moves(self, to: int) -> None:
        """It is another one from now on."""
        self._to = to
        self.cut()

    def swallow(self) -> None:
        """The lines that there are stay open, and nothing comes through any more."""
        self._dead += self._lines

    def cut(self) -> None:
        """Every line at once, as when a router is switched off."""
        lines, self._lines = self._lines, []
        for line in lines:
            try:
                line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                line.shutdown(socket.SHUT_RDWR)
                line.close()
            except OSError:
                pass

    def close(self) -> None:
        self._over = True
        self._listening.close()
        self.cut()
