import DongleLink
import Gateway
import GatewayModel
import SerialPort

extension Failure {
    package init(_ failure: PortChoice.Failure) {
        switch failure {
        case .none(let others):
            let there =
                others.isEmpty
                ? "no serial port is plugged in"
                : "no port here is a known dongle (\(others.map(\.path).joined(separator: ", ")))"
            self.init(
                code: "no-port", message: "There is no dongle to use: \(there).",
                hint: "Plug one in, name a port with --port (`perch ports` lists them), or try `--port sim`.",
                exit: .unavailable)
        case .several(let ports):
            let list = ports.map { port in
                ([port.path, port.knownName].compactMap { $0 } + (port.serial.map { ["id:\($0)"] } ?? []))
                    .joined(separator: " ")
            }
            self.init(
                code: "several-ports", message: "Several ports may be dongles: \(list.joined(separator: "; ")).",
                hint: "Choose one with --port PATH or --port id:SERIAL.", exit: .unavailable)
        case .noSuchSerial(let serial, let known):
            self.init(
                code: "no-such-serial", message: "No port has the serial number \(serial).",
                hint: known.isEmpty
                    ? "No port here has a serial number; list the ports with `perch ports`."
                    : "Known serial numbers: \(known.joined(separator: ", ")).",
                exit: .unavailable)
        }
    }

    package init(_ error: GatewayError) {
        switch error {
        case .unknownDongle(let name, let known):
            self.init(
                code: "unknown-dongle", message: "The gateway knows no dongle \(printable(name)).",
                hint: known.isEmpty
                    ? "The gateway has no dongle now; see `perch dongle list`."
                    : "Use one of these: \(known.joined(separator: ", ")).", exit: .unavailable)
        case .ambiguousDongle(let known):
            let each = known.map { "\(printable($0.name)) (\($0.state.word))" }.joined(separator: ", ")
            self.init(
                code: "several-dongles",
                message: "The gateway has \(known.count) dongles; name the one to use: \(each).",
                hint: "Choose one with --dongle. To stop using one, run `perch dongle release`.",
                exit: .unavailable)
        case .dongleAway(let name, let state):
            self.init(
                code: "dongle-away", message: "The dongle \(printable(name)) cannot be used now: \(state).",
                hint: "The gateway keeps trying; see `perch status`.", isRetryable: true, exit: .temporary)
        case .notInUse(let name):
            self.init(
                code: "not-in-use", message: "The dongle \(printable(name)) is not in use.",
                hint: "List the dongles with `perch dongle list`.", exit: .unavailable)
        case .noDongle:
            self.init(
                code: "no-dongle", message: "The gateway has no dongle.",
                hint: "Plug a dongle in, or run `perch dongle adopt PORT`.", exit: .unavailable)
        case .aliasTaken(let alias, let owner):
            self.init(
                code: "alias-taken", message: "The name \(printable(alias)) belongs to dongle \(owner).",
                hint: "Choose another name, or take this name from that dongle first.", exit: .usage)
        case .invalidAlias(let alias):
            self.init(
                code: "invalid-alias", message: "\"\(printable(alias))\" cannot be a dongle's name.",
                hint: "Use 1 to 32 letters, digits, hyphens, dots and underscores, not looking like a device id.",
                exit: .usage)
        case .unknownConnection(let id):
            self.init(
                code: "unknown-connection", message: "There is no connection \(printable(id)).",
                hint: "The connection ended, or was unused for longer than its lease. Connect again.",
                exit: .unavailable)
        case .notHeard(let address, let limit):
            self.init(
                code: "not-heard", message: "\(address) did not advertise within \(tenths(limit)) s.",
                hint:
                    "Go nearer, wake the device, check that nothing else is connected to it, or name its type of "
                    + "address with --type.",
                isRetryable: true,
                exit: .temporary)
        case .writesUnanswered(let address):
            self.init(
                code: "writes-unanswered",
                message: "\(address) answered nothing after the unacknowledged writes: they may have been lost.",
                hint: "Check whether the device shows their effect. Only an acknowledged write says that it arrived.",
                isRetryable: true, exit: .temporary, outcome: .unknown)
        case .noSuchHandle(let handle):
            self.init(
                code: "no-such-handle", message: "No characteristic has a value at handle \(handle).",
                hint: "See the handles with `perch gatt discover`.", exit: .unavailable)
        case .cannotNotify(let uuid):
            self.init(
                code: "cannot-notify", message: "\(uuid) neither notifies nor indicates.",
                hint: "Read it with `perch gatt read`.", exit: .protocolMismatch)
        case .tooMany(let what, let limit):
            self.init(
                code: "too-many", message: "The gateway serves at most \(limit) \(what) at a time.",
                hint: "End one of them first, or try again in a moment.", isRetryable: true, exit: .temporary)
        case .portTaken(let port, let dongle):
            self.init(
                code: "port-adopted", message: "The gateway already uses \(port)\(dongle.map { ", for \($0)" } ?? "").",
                hint: "See `perch dongle list`.", exit: .usage)
        case .invalidValue(let value, let name, let expected):
            self.init(
                code: "invalid-value", message: "\(name) cannot be \"\(printable(value))\".",
                hint: "Use \(expected).", exit: .usage)
        case .unknownRegion(let name, let known):
            self.init(
                code: "unknown-region", message: "There is no region \(printable(name)).",
                hint: known.isEmpty
                    ? "There are no regions yet; add one with `perch region add`."
                    : "Known regions: \(known.prefix(20).map(printable).joined(separator: ", ")).", exit: .unavailable)
        case .invalidRegionName(let name):
            self.init(
                code: "invalid-region-name", message: "\"\(printable(name))\" cannot be a region's name.",
                hint: "Use 1 to 64 letters, digits, hyphens, dots and underscores.", exit: .usage)
        case .invalidBeaconUUID(let text):
            self.init(
                code: "invalid-uuid", message: "Invalid beacon UUID format: \"\(printable(text))\".",
                hint: "Use 32 hexadecimal digits, with dashes or without, such as "
                    + "E7B2C021-5D07-4D0B-9C20-223488C8B012.", exit: .badInput)
        case .unknownBeacon(let name):
            self.init(
                code: "unknown-beacon", message: "The beacon \(printable(name)) is neither known nor heard.",
                hint: "List the known beacons with `perch beacon list`, or go nearer and run `perch range`.",
                exit: .unavailable)
        case .invalidBeaconAlias(let alias):
            self.init(
                code: "invalid-beacon-alias", message: "\"\(printable(alias))\" cannot be a beacon's name.",
                hint: "Use 1 to 64 characters, without slashes or control characters, and no blank at either end.",
                exit: .usage)
        case .unknownOutboxEntry(let id):
            self.init(
                code: "unknown-outbox-entry", message: "The outbox has no entry \(id).",
                hint: "The entry was delivered or dropped; see `perch outbox list`.", exit: .unavailable)
        case .noWebhook(let number, let count):
            self.init(
                code: "no-webhook",
                message: number.map { "There is no webhook \($0); the settings have \(count)." }
                    ?? "The settings have no webhook.",
                hint: "See notify.webhooks in `perch settings show`.", exit: .usage)
        case .cannotRestart:
            self.init(
                code: "cannot-restart", message: "This gateway runs inside a single command and cannot restart.",
                hint: "When that command has ended, run `perch store restore FILE`.", exit: .unavailable,
                outcome: .notDone)
        case .stopping:
            self.init(
                code: "gateway-stopping", message: "The gateway is shutting down.", hint: "Try again when it is back.",
                isRetryable: true, exit: .temporary)
        }
    }
}
