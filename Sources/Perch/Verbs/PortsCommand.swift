import ArgumentParser
import Failures
import Foundation
import Glibc
import LineFormats
import SerialPort
import Settings

/// `perch ports`: lists the serial ports and the Bluetooth controllers, and says which of them can
/// be used.
struct PortsCommand: LocalVerb {
    static let configuration = CommandConfiguration(
        commandName: "ports", abstract: "List ports and Bluetooth controllers, and why one is of no use.")

    @OptionGroup var frame: LocalFrame

    func run(_ output: VerbOutput) async throws {
        let ports = try PortScanner.list()
        let controllers = BluetoothScanner.list()
        output.setResult {
            $0.field("count", ports.count)
            $0.field("controllers", controllers.count)
        }
        for port in ports {
            await output.line("port") { $0.fields(port) }
            for line in port.prose { await output.text(line) }
        }
        if ports.isEmpty {
            // While a gateway runs, there is no need for a trial.
            let isServed = Settings.socketsToTry(environment: ProcessInfo.processInfo.environment).contains {
                SocketProbe(path: $0) == .served
            }
            let trial = " To try Perch without hardware, use `--port sim`."
            await output.text("No serial port is plugged in.\(isServed ? "" : trial)")
        }
        let hasDaemon = !controllers.isEmpty && UdevFiles(root: "").isRunning(ControllerDiagnosis.daemon)
        for controller in controllers {
            let diagnosis = ControllerDiagnosis(controller: controller, hasDaemon: hasDaemon)
            await output.line("controller") { $0.fields(diagnosis) }
            for line in diagnosis.prose { await output.text(line) }
        }
    }
}

extension ControllerDiagnosis {
    /// Lines of the text output.
    var prose: [String] {
        var lines = ["\(controller.radio)  \(controller.title)  Bluetooth controller"]
        if let hci = controller.hci {
            lines.append("  kernel  \(hci)\(controller.isUp.map { $0 ? ", on" : ", off" } ?? "")")
        }
        if let usb = controller.usb { lines.append("  node    \(usb.path)") }
        if let serial = controller.usb?.serial { lines.append("  serial  \(printable(serial))") }
        return lines + ["  state   \(reason)", "          \(next)"]
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
        holder(port.holder)
    }

    /// Writes the fields of the JSON line of a controller.
    mutating func fields(_ diagnosis: ControllerDiagnosis) {
        let controller = diagnosis.controller
        field("radio", controller.radio)
        if let hci = controller.hci { field("hci", hci) } else { null("hci") }
        if let usb = controller.usb { object("usb") { $0.fields(usb) } } else { null("usb") }
        if let isUp = controller.isUp { field("up", isUp) }
        field("state", controller.state.rawValue)
        field("block", controller.block?.rawValue)
        field("reason", diagnosis.reason)
        field("next", diagnosis.next)
    }

    private mutating func fields(_ usb: BluetoothController.USBDevice) {
        field("vendor_id", String(hexadecimalNumber(usb.vendorID).dropFirst(2)))
        field("product_id", String(hexadecimalNumber(usb.productID).dropFirst(2)))
        field("path", usb.path)
        field("bus", usb.bus)
        field("device", usb.device)
        field("serial", usb.serial)
        field("manufacturer", usb.manufacturer)
        field("product", usb.product)
        field("access", usb.access.verdict.rawValue)
        field("group", usb.access.ownerGroup)
        field("mode", usb.access.mode.map { "0" + String($0, radix: 8) })
        holder(usb.holder)
    }

    private mutating func holder(_ holder: PortHolder?) {
        guard let holder else { return }
        object("holder") {
            $0.field("pid", holder.pid)
            $0.field("command", holder.command)
        }
    }
}
