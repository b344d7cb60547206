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
        StatusAdvice(.link, "the link failed", "Try again; if it stays, plug the dongle out and in.", .temporary, true),
        StatusAdvice(.wrongSession, "the session is no longer current", other, .temporary, true),
        StatusAdvice(.sessionInUse, "another program's session has this number", other, .temporary, true),
        StatusAdvice(
            .versionMismatch, "no protocol version in common", "Update perch or the firmware.", .protocolMismatch),
        StatusAdvice(.sequenceReused, "a request number was used twice", report, .software),
        StatusAdvice(.stale, "a request came too late to be taken", "Try again.", .temporary, true),
        StatusAdvice(
            .unsupportedFlags, "a flag of the request is unknown to it", "Update the firmware.", .protocolMismatch),
    ]

    private static let request = [
        StatusAdvice(.request, "it does not take the request", report, .protocolMismatch),
        StatusAdvice(.unknownOperation, "it does not know this operation", "Update the firmware.", .protocolMismatch),
        StatusAdvice(.malformed, "the request ends before its fields do", report, .protocolMismatch),
        StatusAdvice(.invalidArgument, "a value is out of its range", "Check the values given.", .badInput),
        StatusAdvice(
            .unsupported, "it was built without that", "See what it can do: `perch dongle info`.", .protocolMismatch),
        StatusAdvice(
            .notFound, "there is nothing by that number", "Discover again: `perch gatt discover`.", .unavailable),
        StatusAdvice(.tooLarge, "that is longer than it can take", "Send less at a time.", .badInput),
        StatusAdvice(.cancelled, "the operation was cancelled", "Run it again.", .interrupted, true),
        StatusAdvice(
            .deadline, "the time limit passed first", "Go nearer, or give more time with --timeout.", .temporary, true),
        StatusAdvice(.notConnected, "the connection is gone", "Run it again.", .temporary, true),
        StatusAdvice(.alreadyConnected, "it is connected to that device already", other, .temporary, true),
    ]

    private static let resource = [
        StatusAdvice(.resource, "it lacks room", "Try again in a moment.", .temporary, true),
        StatusAdvice(.busy, "it has no room for one more now", "Try again in a moment.", .temporary, true),
        StatusAdvice(.slotsFull, "every connection slot is taken", "End a connection first.", .temporary, true),
        StatusAdvice(.noBuffers, "the radio's queue is full", "Try again in a moment.", .temporary, true),
    ]

    private static let storage = [
        StatusAdvice(.storage, "its config store failed", "Read the config back before writing again.", .inputOutput),
        StatusAdvice(.conflict, "its config was changed by someone else", "Read it, merge, write again.", .temporary),
        StatusAdvice(.unsaved, "the active config is not saved and would be lost", "Save it first.", .temporary),
        StatusAdvice(.incomplete, "the config has not come in whole", "Send the rest.", .temporary, true),
        StatusAdvice(.digest, "the stored bytes are not those announced", "Send the config again.", .temporary, true),
        StatusAdvice(.invalid, "it refuses the config; nothing was changed", "Mend the config.", .badInput),
        StatusAdvice(.nothingSaved, "no config is saved", "Save one first.", .unavailable),
        StatusAdvice(
            .flash, "its flash could not be written", "Try again; if it stays, the dongle is worn out.", .inputOutput),
        StatusAdvice(.offset, "the config's pieces came out of order", "Send it again.", .temporary, true),
        StatusAdvice(.unchanged, "that config is active already", "Nothing is left to do.", .ok),
        StatusAdvice(.wrongTransfer, "that transfer is over", "Send the config again.", .temporary, true),
    ]

    private static let device = [
        StatusAdvice(.device, "it failed", "Reboot it: `perch dongle reboot`.", .inputOutput, true),
        StatusAdvice(.radio, "its radio failed", "Reboot it: `perch dongle reboot`.", .inputOutput, true),
        StatusAdvice(.internal, "its firmware contradicted itself", report, .software),
        StatusAdvice(Status(rawValue: 0x7F00), "it gives an error of its vendor's own", "Ask its vendor.", .software),
    ]

    private static let again = "Go nearer and try again."

    /// Source: Core Specification, Vol 1, Part F, 1.3.
    private static let controller = [
        StatusAdvice(.hci(0x00), "the radio reports an error", "Try again.", .temporary, true),
        StatusAdvice(.hci(0x02), "no such connection", "Run it again.", .temporary, true),
        StatusAdvice(
            .hci(0x05), "the device failed to authenticate", "Pair it anew; this program does not pair.", .permission),
        StatusAdvice(
            .hci(0x08), "the connection timed out: the device is out of reach or off", again, .temporary, true),
        StatusAdvice(.hci(0x09), "the radio has no room for a connection", "End a connection first.", .temporary, true),
        StatusAdvice(
            .hci(0x13), "the device ended the connection", "It may want a password sooner; try again.", .temporary, true
        ),
        StatusAdvice(.hci(0x16), "the dongle ended the connection", "Run it again.", .temporary, true),
        StatusAdvice(.hci(0x22), "the device stopped answering the link layer", again, .temporary, true),
        StatusAdvice(.hci(0x3B), "the device refuses the connection's timing", "Try again.", .temporary, true),
        StatusAdvice(.hci(0x3D), "the connection's encryption failed", "Try again.", .temporary, true),
        StatusAdvice(.hci(0x3E), "the connection could not be established", again, .temporary, true),
    ]

    private static let properties = "See the properties with `perch gatt discover`."

    /// Source: Core Specification, Vol 3, Part F, 3.4.1.1; Supplement, Part B, 1.2.
    private static let attribute = [
        StatusAdvice(.att(0x00), "the device refuses the request", "See what it expects.", .protocolMismatch),
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
        StatusAdvice(.att(0x0D), "the value has a length that the device does not take", "Check the value.", .badInput),
        StatusAdvice(.att(0x0E), "the device failed on it", "Try again.", .temporary, true),
        StatusAdvice(.att(0x0F), "the device wants encryption", "This program does not pair.", .permission),
        StatusAdvice(.att(0x11), "the device lacks room", "Try again in a moment.", .temporary, true),
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
            hint: (advice?.next ?? "Update perch: this status is newer than it.") + delay,
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
