import ArgumentParser
import Failures
import Glibc
import LineFormats
import SerialPort

/// `perch ports`: lists the serial ports and says which of them can be used.
struct PortsCommand: LocalVerb {
    static let configuration = CommandConfiguration(
        commandName: "ports", abstract: "List the serial ports, and why one cannot be used.")

    @OptionGroup var frame: LocalFrame

    func run(_ output: VerbOutput) async throws {
        let ports = try PortScanner.list()
        output.setResult { $0.field("count", ports.count) }
        for port in ports {
            await output.line("port") { $0.fields(port) }
            for line in port.prose { await output.text(line) }
        }
        if ports.isEmpty {
            await output.text("No serial port is plugged in. To try Perch without hardware, use `--port sim`.")
        }
    }
}

extension PortDescription {
    /// Lines of the text output.
    var prose: [String] {
        let device = [knownName ?? product ?? manufacturer ?? "unknown device", usbID].compactMap { $0 }
        var lines = ["\(path)  \(printable(device.joined(separator: " ")))  \(kind.word)"]
        if let alias { lines.append("  by id   \(printable(alias))") }
        if let serial { lines.append("  serial  \(printable(serial))") }
        lines.append("  access  \(accessSentence)")
        if let mend { lines.append("          \(mend.step)") }
        if let holder { lines.append("  in use  by \(printable(holder.command)) (pid \(holder.pid))") }
        return lines
    }

    private var usbID: String? {
        guard let vendorID, let productID else { return nil }
        return "[\(hexadecimalNumber(vendorID).dropFirst(2)):\(hexadecimalNumber(productID).dropFirst(2))]"
    }

    private var accessSentence: String {
        switch access.verdict {
        case .granted: "granted"
        case .denied: "denied (\(mend?.reason ?? "unknown"))"
        case .gone: "the node is gone: unplugged just now"
        }
    }

    /// Step that gives this user access to the port; nil unless access is denied.
    var mend: AccessMend? {
        guard access.verdict == .denied else { return nil }
        return AccessMend(path: path, ownerGroup: access.ownerGroup, mode: access.mode)
    }
}

extension PortKind {
    /// Kind of the port, in words.
    var word: String {
        switch self {
        case .native: "radio chip's own USB"
        case .boardBridge: "development board"
        case .bridge: "USB-serial bridge"
        case .unknown: "not a known dongle"
        }
    }
}

extension JSONWriter {
    /// Writes the fields of the JSON line of a port.
    mutating func fields(_ port: PortDescription) {
        field("path", port.path)
        field("alias", port.alias)
        field("kind", port.kind.rawValue)
        field("name", port.knownName)
        if let vendorID = port.vendorID { field("vendor_id", String(hexadecimalNumber(vendorID).dropFirst(2))) }
        if let productID = port.productID { field("product_id", String(hexadecimalNumber(productID).dropFirst(2))) }
        field("serial", port.serial)
        field("manufacturer", port.manufacturer)
        field("product", port.product)
        field("driver", port.driver)
        if let number = port.interfaceNumber { field("interface", number) }
        field("access", port.access.verdict.rawValue)
        field("group", port.access.ownerGroup)
        field("mode", port.access.mode.map { "0" + String($0, radix: 8) })
        field("hint", port.mend?.step)
        if let holder = port.holder {
            object("holder") {
                $0.field("pid", holder.pid)
                $0.field("command", holder.command)
            }
        }
    }
}
