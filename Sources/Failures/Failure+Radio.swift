import ChildProcesses
import Gateway
import SerialPort

extension Failure {
    package init(_ fault: RadioName.Fault) {
        self.init(
            code: "invalid-radio", message: "\"\(printable(fault.text))\" is not the name of a radio.",
            hint: "Use \(fault.expected).", exit: .usage)
    }

    package init(_ error: RadioError) {
        switch error {
        case .noProgram(let named):
            let variable = RadioSetup.Bridges.variable
            self.init(
                code: "no-bridge",
                message: named.map { "\(variable) is \"\(printable($0))\", which is no program with an absolute path." }
                    ?? "There is no \(RadioSetup.Bridges.program) on this machine, which makes a dongle of a radio.",
                hint: "Install the package \(RadioSetup.Bridges.program), or set \(variable) to "
                    + "tools/hci-dongle/hci-dongle of Perch's sources.", exit: .unavailable)
        case .cannotStart(let program, let code):
            self.init(
                code: "bridge-not-started", message: "\(program) cannot be started: \(systemMessage(code)).",
                hint: "Install the package \(RadioSetup.Bridges.program) again.", exit: .system)
        case .noStateFolder(let folder, let code):
            self.init(
                code: "no-radio-state", message: "The folder \(folder) cannot be made: \(systemMessage(code)).",
                hint: "Give this user the folder above it, or name another one with PERCH_STORE_FOLDER.",
                exit: .cannotCreate)
        case .ended(let radio, let end, let words, let isFinal):
            let name = words.message.contains(radio.text) ? "" : " of the radio \(radio.text)"
            let said = words.message.isEmpty ? "" : ": \(printable(words.message))"
            let how = end.words
            self.init(
                code: "radio-refused", message: "The bridge\(name) ended \(how)\(said).",
                hint: words.next.map { printable($0).capitalizedSentence } ?? end.advice(radio),
                isRetryable: !isFinal, exit: end.exit)
        case .silent(let radio):
            self.init(
                code: "radio-silent",
                message: "The bridge of the radio \(radio.text) said nothing that a dongle would say, and was ended.",
                hint: "The gateway starts it again; see `perch dongle log`.", isRetryable: true, exit: .temporary)
        case .failed(let radio, let words):
            let name = words.message.contains(radio.text) ? "" : " \(radio.text)"
            let said = words.message.isEmpty ? "" : ": \(printable(words.message))"
            self.init(
                code: "radio-failed", message: "The radio\(name) cannot be used\(said).",
                hint: words.next.map { printable($0).capitalizedSentence }
                    ?? "The gateway keeps trying; see `perch dongle log`.", isRetryable: true, exit: .inputOutput)
        case .noUnit(let radio):
            self.init(
                code: "no-radio-unit",
                message: "The service has no port for the radio \(radio.text): its unit does not run.",
                hint:
                    "Run `sudo systemctl enable --now 'perch-radio@\(radio.escaped)'`; or use the radio yourself with "
                    + "--gateway none.", isRetryable: true, exit: .unavailable)
        }
    }
}

extension ChildEnd {
    /// The exit codes of a bridge have the meanings of this program's.
    fileprivate var exit: ExitStatus {
        guard case .exited(let code) = self, code != 0 else { return .software }
        return ExitStatus(rawValue: code) ?? .software
    }

    /// Next step if the bridge named none.
    fileprivate func advice(_ radio: RadioName) -> String {
        switch exit {
        case .cannotCreate:
            "Another gateway or verb may have this radio: end it, or see what a running gateway uses with "
                + "`perch dongle list`."
        default:
            "A gateway starts it again. If it keeps ending, run `\(RadioSetup.Bridges.program) \(radio.text) --verbose` to "
                + "see more."
        }
    }
}

extension String {
    /// The text with a capital at its beginning and a full stop at its end.
    fileprivate var capitalizedSentence: String { prefix(1).uppercased() + dropFirst() + (last == "." ? "" : ".") }
}
