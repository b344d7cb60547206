import DongleProtocol

/// Explanation of a protocol status for people. Every code that SPEC.md names has an entry, except
/// OK and ACCEPTED.
package struct StatusAdvice: Sendable {
    package let status: Status
    /// What happened; follows "the dongle says: ".
    package let sentence: String
    /// Next step for the user.
    package let next: String
    package let exit: ExitStatus
    package var isRetryable = false

    /// Returns the entry of a status; for a code that is not in the table, the entry of its
    /// domain's default.
    package static func of(_ status: Status) -> StatusAdvice? {
        entry(status) ?? entry(status.domain.defaultStatus)
    }

    private static func entry(_ status: Status) -> StatusAdvice? {
        table.first { $0.status == status }
    }

    /// Every named code except OK and ACCEPTED, then the codes of the Core Specification that users
    /// meet.
    package static let table: [StatusAdvice] = link + request + resource + storage + device + controller + attribute

    private static let report = "Report it with `perch dongle info` and `perch dongle log`."
    private static let other = "Make sure that no other program uses the dongle, then try again."

    private static let link = [
        StatusAdvice(
            .link, "the link failed", "Try again. If this happens again, unplug the dongle and plug it in again.",
            .temporary, true),
        StatusAdvice(.wrongSession, "the session is no longer current", other, .temporary, true),
        StatusAdvice(.sessionInUse, "another program's session has this number", other, .temporary, true),
        StatusAdvice(
            .versionMismatch, "there is no protocol version in common", "Update perch or the firmware.",
            .protocolMismatch),
        StatusAdvice(.sequenceReused, "a request number was used twice", report, .software),
        StatusAdvice(.stale, "a request came too late", "Try again.", .temporary, true),
        StatusAdvice(
            .unsupportedFlags, "the request has an unknown flag", "Update the firmware.", .protocolMismatch),
    ]

    private static let request = [
        StatusAdvice(.request, "the request was refused", report, .protocolMismatch),
        StatusAdvice(.unknownOperation, "the operation is unknown", "Update the firmware.", .protocolMismatch),
        StatusAdvice(.malformed, "the request ends before its fields do", report, .protocolMismatch),
        StatusAdvice(.invalidArgument, "a value is out of its range", "Check the values given.", .badInput),
        StatusAdvice(
            .unsupported, "the firmware was built without this operation",
            "List the dongle's capabilities with `perch dongle info`.", .protocolMismatch),
        StatusAdvice(
            .notFound, "nothing has that number", "Run `perch gatt discover` again.", .unavailable),
        StatusAdvice(.tooLarge, "the request is longer than the dongle allows", "Send less at a time.", .badInput),
        StatusAdvice(.cancelled, "the operation was cancelled", "Run the command again.", .interrupted, true),
        StatusAdvice(
            .deadline, "the time limit passed", "Go nearer, or allow more time with --timeout.", .temporary, true),
        StatusAdvice(.notConnected, "the connection is gone", "Run the command again.", .temporary, true),
        StatusAdvice(.alreadyConnected, "the dongle is already connected to that device", other, .temporary, true),
    ]

    private static let resource = [
        StatusAdvice(.resource, "the dongle lacks resources", "Try again in a moment.", .temporary, true),
        StatusAdvice(.busy, "the dongle cannot take another operation now", "Try again in a moment.", .temporary, true),
        StatusAdvice(.slotsFull, "every connection slot is taken", "End a connection first.", .temporary, true),
        StatusAdvice(.noBuffers, "the radio's queue is full", "Try again in a moment.", .temporary, true),
    ]

    private static let storage = [
        StatusAdvice(.storage, "the config store failed", "Read the config back before writing again.", .inputOutput),
        StatusAdvice(
            .conflict, "another host changed the config", "Read the config, merge the changes, and write it again.",
            .temporary),
        StatusAdvice(
            .unsaved, "the active config is not saved and would be lost", "Save the active config first.", .temporary),
        StatusAdvice(.incomplete, "the config is incomplete", "Send the rest.", .temporary, true),
        StatusAdvice(
            .digest, "the stored bytes do not match their digest", "Send the config again.", .temporary, true),
        StatusAdvice(.invalid, "the dongle refuses the config; nothing was changed", "Fix the config.", .badInput),
        StatusAdvice(.nothingSaved, "no config is saved", "Save a config first.", .unavailable),
        StatusAdvice(
            .flash, "the flash could not be written", "Try again. If this happens again, the flash is worn out.",
            .inputOutput),
        StatusAdvice(.offset, "the config's pieces came out of order", "Send the config again.", .temporary, true),
        StatusAdvice(.unchanged, "that config is active already", "Nothing is left to do.", .ok),
        StatusAdvice(.wrongTransfer, "that transfer is over", "Send the config again.", .temporary, true),
    ]

    private static let device = [
        StatusAdvice(.device, "the dongle failed", "Run `perch dongle reboot`.", .inputOutput, true),
        StatusAdvice(.radio, "the radio failed", "Run `perch dongle reboot`.", .inputOutput, true),
        StatusAdvice(.internal, "the firmware met an internal error", report, .software),
        StatusAdvice(
            Status(rawValue: 0x7F00), "there is an error that only the vendor defines", "Ask the dongle's vendor.",
            .software),
    ]

    private static let again = "Go nearer and try again."

    /// Source: Core Specification, Vol 1, Part F, 1.3.
    private static let controller = [
        StatusAdvice(.hci(0x00), "the radio reports an error", "Try again.", .temporary, true),
        StatusAdvice(.hci(0x02), "there is no such connection", "Run the command again.", .temporary, true),
        StatusAdvice(
            .hci(0x05), "the device failed to authenticate",
            "Perch does not pair. Pair the device anew with another program.", .permission),
        StatusAdvice(
            .hci(0x08), "the connection timed out: the device is out of reach or off", again, .temporary, true),
        StatusAdvice(.hci(0x09), "the radio has no room for a connection", "End a connection first.", .temporary, true),
        StatusAdvice(
            .hci(0x13), "the device ended the connection", "Try again. The device may expect a password sooner.",
            .temporary, true
        ),
        StatusAdvice(.hci(0x16), "the dongle ended the connection", "Run the command again.", .temporary, true),
        StatusAdvice(.hci(0x22), "the device stopped answering the link layer", again, .temporary, true),
        StatusAdvice(.hci(0x3B), "the device refused the connection's timing", "Try again.", .temporary, true),
        StatusAdvice(.hci(0x3D), "the connection's encryption failed", "Try again.", .temporary, true),
        StatusAdvice(.hci(0x3E), "the connection could not be established", again, .temporary, true),
    ]

    private static let properties = "See the properties with `perch gatt discover`."

    /// Source: Core Specification, Vol 3, Part F, 3.4.1.1; Supplement, Part B, 1.2.
    private static let attribute = [
        StatusAdvice(
            .att(0x00), "the device refused the request", "See the device's documentation.", .protocolMismatch),
        StatusAdvice(.att(0x01), "the device has no attribute with that handle", properties, .unavailable),
        StatusAdvice(.att(0x02), "that value cannot be read", properties, .protocolMismatch),
        StatusAdvice(.att(0x03), "that value cannot be written", properties, .protocolMismatch),
        StatusAdvice(
            .att(0x05), "the device requires authentication",
            "Perch does not pair. A CP28 expects its password on FFE3 first.", .permission),
        StatusAdvice(.att(0x06), "the device does not support that", properties, .protocolMismatch),
        StatusAdvice(.att(0x08), "the device does not authorise that", "Log in to the device first.", .permission),
        StatusAdvice(.att(0x0A), "the device has no such attribute", properties, .unavailable),
        StatusAdvice(
            .att(0x0C), "the device requires a longer encryption key", "Perch does not pair.", .permission),
        StatusAdvice(
            .att(0x0D), "the value has a length that the device does not accept", "Check the value.", .badInput),
        StatusAdvice(.att(0x0E), "the device failed to carry out the request", "Try again.", .temporary, true),
        StatusAdvice(.att(0x0F), "the device requires encryption", "Perch does not pair.", .permission),
        StatusAdvice(.att(0x11), "the device lacks resources", "Try again in a moment.", .temporary, true),
        StatusAdvice(.att(0x13), "the device does not allow that value", "Check the value.", .badInput),
    ]

    private init(
        _ status: Status, _ sentence: String, _ next: String, _ exit: ExitStatus, _ isRetryable: Bool = false
    ) {
        self.status = status
        self.sentence = sentence
        self.next = next
        self.exit = exit
        self.isRetryable = isRetryable
    }
}

extension Failure {
    package init(status: Status, body: ErrorBody, operation: Operation) {
        let advice = StatusAdvice.of(status)
        let number = body.native == 0 ? "" : ", native error \(body.native)"
        let delay = body.retryAfterMs == 0 ? "" : " Wait \(body.retryAfterMs) ms."
        self.init(
            code: "status-\(status.slug)",
            message: "\(operation.word) failed; the dongle says: \(advice?.sentence ?? "an unknown error") "
                + "(\(status.word)\(number)).",
            hint: (advice?.next ?? "Update perch: this version does not know the status.") + delay,
            isRetryable: advice?.isRetryable ?? false, exit: advice?.exit ?? .protocolMismatch)
        // UNCHANGED has the exit status `ok`, but is a failure if something had to be sent; a
        // failure never exits with 0.
        if exit == .ok { exit = .temporary }
    }
}

extension Status {
    /// Name in SPEC.md, or domain and number.
    package var word: String {
        if let name { return name }
        let digits = (code < 0x10 ? "0x0" : "0x") + String(code, radix: 16)
        return switch domain {
        case .hci: "HCI \(digits)"
        case .att: "ATT \(digits)"
        default: "status 0x" + String(rawValue, radix: 16)
        }
    }

    /// ``word`` in the form of error codes.
    package var slug: String {
        String(word.lowercased().map { $0 == "_" || $0 == " " ? "-" : $0 })
    }
}
