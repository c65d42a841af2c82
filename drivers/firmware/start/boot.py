"""Before USB starts: the name under which the host finds the port (/dev/serial/by-id)."""

# mypy: ignore-errors
# ``machine`` exists on the controller only.

import machine

usb = machine.USBDevice()
usb.builtin_driver = usb.BUILTIN_DEFAULT
usb.config(
    usb.BUILTIN_DEFAULT.desc_dev,
    usb.BUILTIN_DEFAULT.desc_cfg,
    {1: "Khvatka", 2: "Pad controller"},
)
usb.active(True)
