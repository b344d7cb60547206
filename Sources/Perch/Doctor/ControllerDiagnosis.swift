import Failures
import SerialPort

/// Says of each Bluetooth controller whether it can be a radio, and what to do.
struct ControllerDiagnosis {
    let controller: BluetoothController
    /// Whether bluetoothd runs, which switches controllers on by itself.
    let hasDaemon: Bool

    /// - Parameter isNeeded: Whether there is nothing else to listen with, or the settings name the
    ///   controller. Only then is it worth a warning that it cannot be used.
    /// - Returns: A finding for each controller; none is a problem, since a dongle may do the work.
    static func findings(
        _ controllers: [BluetoothController], radios: [String], isNeeded: Bool, files: UdevFiles = UdevFiles(root: "")
    ) -> [DoctorFinding] {
        let hasDaemon = !controllers.isEmpty && files.isRunning(Self.daemon)
        return controllers.map { controller in
            let diagnosis = ControllerDiagnosis(controller: controller, hasDaemon: hasDaemon)
            let check = "controller \(controller.radio)"
            let cause = "\(controller.title); \(diagnosis.reason)."
            let isUsable = [.free, .inUse].contains(controller.state) || controller == controllers.proposed
            guard !isUsable, isNeeded || radios.contains(controller.radio) else {
                return DoctorFinding(check: check, verdict: .ok, cause: cause, next: diagnosis.next)
            }
            return .warning(check, cause, next: diagnosis.next)
        }
    }

    static let daemon = "bluetoothd"

    /// The state found, as a clause.
    var reason: String {
        let kernel = controller.hci.map { "this machine's own Bluetooth has it as \($0)" }
        switch controller.state {
        case .free: return "free, and this user may open it"
        case .kernel:
            return (kernel ?? "") + (controller.isUp == nil ? "; whether it is on cannot be seen" : ", and it is on")
        case .inUse:
            let holder = controller.usb?.holder.map { "\(printable($0.command)) (pid \($0.pid))" }
            return "\(holder ?? "another program") has it open"
        case .blocked:
            return "switched off \(controller.block == .hard ? "by a switch of this machine" : "by software") (rfkill)"
        case .noPermission:
            guard controller.isOpenedByUSB, let usb = controller.usb else {
                return "using it needs the capability CAP_NET_ADMIN, which this user lacks"
            }
            guard usb.access.verdict != .gone else {
                return "\(usb.path) does not exist: unplugged just now, or hidden from this service or container"
            }
            let mend = AccessMend(path: usb.path, ownerGroup: usb.access.ownerGroup, mode: usb.access.mode)
            return "this user may not open \(usb.path) (\(mend.reason))" + (kernel.map { "; \($0)" } ?? "")
        }
    }

    /// The next step, in sentences.
    var next: String {
        let scan = "`perch scan --radio \(controller.radio)`"
        let service = "`sudo systemctl enable --now \(Self.unit(of: controller.radio))`"
        switch controller.state {
        case .free: return "To use it: \(scan)."
        case .kernel: return handOver(scan)
        case .inUse: return "To use it here, end that program."
        case .blocked:
            return controller.block == .hard
                ? "Turn the switch on, or press the key for radios." : "Switch it on: `rfkill unblock bluetooth`."
        case .noPermission:
            guard controller.isOpenedByUSB, let usb = controller.usb else {
                return "Run Perch as root, or give it to the service: \(service)."
            }
            return usb.access.verdict == .gone
                ? "Plug it in again, or give it to the service: \(service)."
                : "Install the rules for Bluetooth adapters: \(UdevRules.bluetooth.installing)."
        }
    }

    /// Unit that serves a radio to the system's gateway, as the shell takes it.
    static func unit(of radio: String) -> String {
        // systemd escapes other characters.
        radio.wholeMatch(of: #/[A-Za-z0-9:_.]+/#) != nil
            ? "perch-radio@\(radio)"
            : "\"$(systemd-escape --template=perch-radio@.service \(RootCommand.quoted(radio)))\""
    }

    /// How the kernel gives the controller up, and gets it back.
    private func handOver(_ scan: String) -> String {
        let name = controller.hci ?? controller.radio
        if controller.isOpenedByUSB {
            let back = controller.usb?.interface.map { "`echo \($0) | sudo tee /sys/bus/usb/drivers/btusb/bind`, or " }
            return "\(scan) takes it over until it ends; keyboards and headphones on it are cut off meanwhile. "
                + "Should the machine not get it back: \(back ?? "")plug it in again."
        }
        return hasDaemon
            ? "Hand it over with `sudo systemctl stop bluetooth`, and back with `sudo systemctl start bluetooth`."
            : "Hand it over with `sudo hciconfig \(name) down`, and back with `sudo hciconfig \(name) up`."
    }
}

extension BluetoothController {
    /// The controller as a part of a sentence.
    var words: String { "this machine's Bluetooth adapter (\(title))" }

    /// The device's name, for people.
    var title: String {
        guard let usb else { return "built in, not on USB" }
        let names = [usb.manufacturer, usb.product].compactMap { $0 }
        let id = "[\(hexadecimalNumber(usb.vendorID).dropFirst(2)):\(hexadecimalNumber(usb.productID).dropFirst(2))]"
        return printable((names.isEmpty ? ["unnamed adapter"] : names).joined(separator: " ")) + " \(id)"
    }
}
