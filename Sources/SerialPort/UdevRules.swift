/// A file of udev rules that gives the person at the machine access to dongles.
///
/// Those for ports are made from ``KnownDevices``, and also make ModemManager ignore the ports.
public enum UdevRules: Sendable, CaseIterable {
    /// For devices that are dongles or development boards on any machine.
    case boards
    /// For bridge chips. Modems contain them as well, and ModemManager then ignores such modems
    /// too.
    case bridges
    /// For Bluetooth adapters on USB. Those who may open one can take it from the machine's own
    /// Bluetooth.
    case bluetooth

    /// Name of the file. It must sort before 73-seat-late.rules, which acts on the tag `uaccess`.
    public var fileName: String {
        switch self {
        case .boards: "70-perch.rules"
        case .bridges: "70-perch-bridges.rules"
        case .bluetooth: "70-perch-bluetooth.rules"
        }
    }

    /// Option of `perch udev print` that prints the file; nil for the file that is printed without
    /// any.
    public var option: String? {
        switch self {
        case .boards: nil
        case .bridges: "--bridges"
        case .bluetooth: "--bluetooth"
        }
    }

    /// Returns the file that covers a kind of port; nil if no rule is made for the kind.
    public init?(covering kind: PortKind) {
        switch kind {
        case .native, .boardBridge: self = .boards
        case .bridge: self = .bridges
        case .unknown: return nil
        }
    }

    /// The file's content, with a newline at its end.
    public var text: String { self == .bluetooth ? Self.forAdapters : forPorts }

    /// Class, subclass and protocol are those of Bluetooth's programming interface, which Bumble
    /// looks for too.
    private static let forAdapters = #"""
        # Optional: Bluetooth adapters on USB, for `perch scan --radio usb:0`.
        #
        # The user logged in at the machine, and the group perch, may open an adapter. While a program has it open, the
        # machine's own Bluetooth is without it. The name of this file must sort before 73-seat-late.rules.
        # `perch udev print --bluetooth` prints this file.

        ACTION=="remove", GOTO="perch_bluetooth_end"
        SUBSYSTEM!="usb", GOTO="perch_bluetooth_end"
        ENV{DEVTYPE}!="usb_device", GOTO="perch_bluetooth_end"
        ATTR{bDeviceClass}=="e0", ATTR{bDeviceSubClass}=="01", ATTR{bDeviceProtocol}=="01", GOTO="perch_bluetooth_adapter"
        # Devices whose interfaces have the classes.
        ATTR{bDeviceClass}!="00|ef", GOTO="perch_bluetooth_end"
        ENV{ID_USB_INTERFACES}!="?*", IMPORT{builtin}="usb_id"
        ENV{ID_USB_INTERFACES}=="*:e00101:*", GOTO="perch_bluetooth_adapter"
        GOTO="perch_bluetooth_end"

        LABEL="perch_bluetooth_adapter"
        # Each on a line of its own: without the group, udev drops the whole line.
        GROUP="perch"
        TAG+="uaccess"

        LABEL="perch_bluetooth_end"

        """#

    private var forPorts: String {
        """
        \(heading)

        ACTION=="remove", GOTO="\(label)_end"
        \(besides)SUBSYSTEM=="usb", ENV{DEVTYPE}=="usb_device", GOTO="\(label)_ids"
        SUBSYSTEM=="tty", SUBSYSTEMS=="usb", GOTO="\(label)_ids"
        GOTO="\(label)_end"

        LABEL="\(label)_ids"
        \(matches)
        GOTO="\(label)_end"

        LABEL="\(label)_dongle"
        ENV{ID_MM_DEVICE_IGNORE}="1"
        SUBSYSTEM!="tty", GOTO="\(label)_end"
        ENV{ID_MM_PORT_IGNORE}="1"
        # On a separate line: newer versions of systemd drop a whole line that also sets an owner or a mode.
        TAG+="uaccess"

        LABEL="\(label)_end"

        """
    }

    private var heading: String {
        self == .bridges
            ? """
            # Optional: bridges that are in dongles and in many other devices, such as modems. Do not install this file if
            # ModemManager should use a modem with such a bridge. 70-perch.rules explains what the rules do.
            # `perch udev print --bridges` prints this file.
            """
            : """
            # Dongles with built-in USB, and bridges that only development boards have.
            #
            # The user logged in at the machine may open the port, and ModemManager does not probe it. The name of this file must
            # sort before 73-seat-late.rules, which acts on the tag. Services and network logins need the group dialout instead.
            # `perch udev print` prints this file.
            """
    }

    private var label: String { self == .bridges ? "perch_bridges" : "perch" }

    /// Rules for other devices, each line with its newline.
    private var besides: String {
        self == .bridges
            ? """
            # FTDI chips hold bytes back for 16 ms by default.
            SUBSYSTEM=="usb-serial", DRIVER=="ftdi_sio", ATTR{latency_timer}="1"

            """ : ""
    }

    /// One line per device, below a comment with the name that consecutive devices share.
    private var matches: String {
        var lines: [String] = []
        var name: String?
        for device in KnownDevices.all where UdevRules(covering: device.kind) == self {
            if device.name != name { lines.append("# \(device.name)") }
            name = device.name
            let product = device.productID.map { ", ATTRS{idProduct}==\"\(fourDigits($0))\"" } ?? ""
            lines.append("ATTRS{idVendor}==\"\(fourDigits(device.vendorID))\"\(product), GOTO=\"\(label)_dongle\"")
        }
        return lines.joined(separator: "\n")
    }
}

/// Formats a USB id like the kernel.
func fourDigits(_ id: UInt16) -> String {
    let digits = String(id, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
}
