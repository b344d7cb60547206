import SerialPort

extension Failure {
    package init(_ error: SerialPortError) {
        switch error {
        case .notFound(let path):
            self.init(
                code: "port-not-found", message: "There is no port \(path).",
                hint: "List the ports with `perch ports`, or plug the dongle in.", exit: .unavailable)
        case .permissionDenied(let path, let group, let mode):
            let mend = AccessMend(path: path, ownerGroup: group, mode: mode)
            self.init(
                code: "port-permission", message: "This user may not open \(path) (\(mend.reason)).", hint: mend.step,
                exit: .permission)
        case .busy(let path, let holder):
            let who = holder.map { "\($0.command) (pid \($0.pid)) has it open" } ?? "another program has it open"
            self.init(
                code: "port-busy", message: "\(path) is in use: \(who).",
                hint: holder.map { "Stop \($0.command), then try again." }
                    ?? "Find the program with `sudo fuser -v \(path)`, stop it, then try again.",
                isRetryable: true, exit: .temporary)
        case .notATerminal(let path):
            self.init(
                code: "not-a-serial-port", message: "\(path) is not a serial port.",
                hint: "List the ports with `perch ports`.", exit: .unavailable)
        case .unsupportedBaud(let baud, let supported):
            self.init(
                code: "unsupported-baud", message: "A port cannot be set to the rate \(baud).",
                hint: "Choose one of \(supported.map(String.init).joined(separator: ", ")).", exit: .usage)
        case .settingsRefused(let path, let settings):
            self.init(
                code: "port-settings-refused",
                message:
                    "The driver of \(path) did not apply these settings: "
                    + "\(settings.map(\.rawValue).joined(separator: ", ")).",
                hint: settings.contains(.speed)
                    ? "Try another rate with --baud, such as 115200." : "Use another USB-serial bridge.",
                exit: .inputOutput)
        case .unplugged(let path):
            self.init(
                code: "unplugged", message: "The device at \(path) was unplugged while the port was being opened.",
                hint: "Check plug and cable, then try again.", isRetryable: true, exit: .inputOutput)
        case .system(let call, let code, let path):
            self.init(
                code: "system", message: "\(call) failed\(path.map { " on \($0)" } ?? ""): \(systemMessage(code)).",
                hint: "See the kernel's messages with `dmesg`.", exit: .system)
        }
    }
}

/// Reason why a port cannot be opened, and the step that fixes it.
package struct AccessMend: Sendable, Hashable {
    /// Owner group and mode, as far as they are known.
    package let reason: String
    package let step: String
    /// Group whose members may open the port; nil where joining a group does not help.
    package let group: String?

    package init(path: String, ownerGroup: String?, mode: UInt16?) {
        let modeText = mode.map { String($0, radix: 8) }
        reason = ["group \(ownerGroup ?? "unknown")", modeText.map { "mode 0\($0)" }].compactMap { $0 }.joined(
            separator: ", ")
        let groupMayOpen = mode.map { $0 & 0o060 == 0o060 } ?? true
        group = ownerGroup.flatMap { $0 != "root" && groupMayOpen ? $0 : nil }
        if let group {
            step = "Join the group: `sudo usermod -aG \(group) $USER`, then log in again."
        } else {
            step =
                "A udev rule must give the port to a group: TAG+=\"uaccess\" for the person at the seat, "
                + "GROUP=\"dialout\", MODE=\"0660\" for a service; then plug the dongle in again."
        }
    }
}
