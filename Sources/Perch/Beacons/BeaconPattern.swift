import Advertising
import Failures
import Gateway
import GatewayClient

/// The beacons that a command line names: `UUID`, `UUID/MAJOR` or `UUID/MAJOR/MINOR`.
struct BeaconPattern: Sendable, Hashable {
    var uuid: ProximityUUID
    /// Major number; nil = any.
    var major: UInt16?
    /// Minor number; nil = any.
    var minor: UInt16?

    /// Parses the text as it was typed.
    ///
    /// - Throws: ``GatewayError/invalidBeaconUUID(_:)``; a `Failure` where the major or minor is
    ///   invalid.
    init(_ text: String) throws {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 3, let uuid = ProximityUUID(parts[0]) else { throw GatewayError.invalidBeaconUUID(text) }
        self.uuid = uuid
        if parts.count > 1 { major = try BeaconPattern.number(parts[1], "major") }
        if parts.count > 2 { minor = try BeaconPattern.number(parts[2], "minor") }
    }

    /// The UUID that was given with `--uuid`.
    static func uuid(_ text: String) throws(Failure) -> ProximityUUID {
        guard let uuid = ProximityUUID(text) else {
            var failure = Failure(GatewayError.invalidBeaconUUID(text))
            failure.hint = failure.hint.replacing("Give ", with: "Give --uuid ")
            throw failure
        }
        return uuid
    }

    init(_ identity: BeaconIdentity) {
        (uuid, major, minor) = (identity.uuid, identity.major, identity.minor)
    }

    /// Identity of the one beacon that matches; nil where several could.
    var identity: BeaconIdentity? {
        guard let major, let minor else { return nil }
        return BeaconIdentity(uuid: uuid, major: major, minor: minor)
    }

    /// Same as ``find(_:_:_:)``, for verbs that need exactly one beacon.
    static func findOne(_ text: String, _ client: GatewayClient, _ output: VerbOutput) async throws -> BeaconIdentity {
        guard let identity = try await find(text, client, output).identity else {
            throw Failure(
                code: "several-beacons", message: "\(printable(text)) may match several beacons.",
                hint: "Name one: UUID/MAJOR/MINOR, a table, an address, or an alias given with `perch beacon alias`.",
                exit: .badInput)
        }
        return identity
    }

    private static func number(_ text: Substring, _ what: String) throws -> UInt16 {
        guard let number = UInt16(text), !text.hasPrefix("+") else {
            throw Failure(
                code: "invalid-\(what)", message: "\"\(printable(String(text)))\" is not a \(what).",
                hint: "Give a whole number from 0 to 65535.", exit: .badInput)
        }
        return number
    }
}

extension BeaconPattern: CustomStringConvertible {
    var description: String {
        ([uuid.description] + [major, minor].compactMap { $0.map(String.init) }).joined(separator: "/")
    }
}
