"""``python -m console`` is ``khvatka``: this is where its command begins."""

from console.terminal import stopping


def main() -> None:
    """The command line, ended quietly by Ctrl-C from its first import to its last breath."""
    stopping.begin()
    try:
        from console.cli import main as khvatka

        khvatka(prog_name="khvatka")
    finally:
        stopping.over()


if __name__ == "__main__":
    main()
