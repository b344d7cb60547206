import Advertising
import Failures
import Gateway
import GatewayClient
import GatewayModel

extension BeaconPattern {
    /// Longest wait to hear a beacon that is not known yet.
    private static let listening = Duration.seconds(5)
    /// Longest wait for other beacons whose UUIDs begin the same; a tick comes each second.
    private static let listeningForOthers = Duration.milliseconds(1_500)
    /// Fewest digits of a UUID's beginning.
    private static let beginningDigits = 4

    /// Finds the beacons that `text` names: `UUID[/MAJOR[/MINOR]]`, the same with only the
    /// beginning of the UUID where just one known UUID begins so, a beacon's alias, a table's name,
    /// or an address.
    ///
    /// - Throws: ``Failure`` where no beacon matches, or several do.
    static func find(_ text: String, _ client: GatewayClient, _ output: VerbOutput) async throws -> BeaconPattern {
        var failure: Failure
        do { return try BeaconPattern(text) } catch {
            // With a valid UUID, a wrong major or minor is an error, not another kind of name.
            guard case GatewayError.invalidBeaconUUID = error else { throw error }
            failure = Failure(error)
        }
        if (1...64).contains(text.unicodeScalars.count), !text.contains("/"),
            let named = try await client.beacons(alias: text).beacons.first,
            let identity = named.identity
        {
            return BeaconPattern(identity)
        }
        if let identity = try await table(text, client) { return BeaconPattern(identity) }
        if let address = BluetoothAddress(text) {
            if let identity = try await identity(of: address, client, output) { return BeaconPattern(identity) }
            throw Failure(
                code: "unknown-beacon", message: "No iBeacon at \(address) is known, and none was heard.",
                hint: "Go nearer; `perch scan` shows the devices and their addresses.", isRetryable: true,
                exit: .unavailable)
        }
        if let beginning = UUIDBeginning(text) { return try await pattern(beginning, text, client, output) }
        failure.hint =
            "Give UUID[/MAJOR[/MINOR]], such as E7B2C021-5D07-4D0B-9C20-223488C8B012/1/7, the first \(beginningDigits) or more digits of a UUID, "
            + "an address, the name of a table, or an alias given with `perch beacon alias`."
        throw failure
    }

    /// Returns the identity of the table with a name.
    private static func table(_ name: String, _ client: GatewayClient) async throws -> BeaconIdentity? {
        let known = try await client.knownTables()
        let named = known.filter { $0.name.lowercased() == name.lowercased() }
        let tables = named.isEmpty ? known.filter { $0.nameOnAir.lowercased() == name.lowercased() } : named
        guard tables.count < 2 else {
            let all = tables.map {
                "\($0.identityWords) (business \($0.businessName ?? "\($0.business)"))"
            }
            throw Failure(
                code: "several-tables", message: "Several tables are named \"\(printable(name))\".",
                hint: "Use one of these: \(printable(all.joined(separator: ", "))).", exit: .badInput)
        }
        return tables.first?.identity
    }

    private static func identity(
        of address: BluetoothAddress, _ client: GatewayClient, _ output: VerbOutput
    ) async throws -> BeaconIdentity? {
        if let table = try await client.knownTables().first(where: { $0.beaconAddress == address }) {
            return table.identity
        }
        return try await heard(client, output) { $0.address == address }.first
    }

    private static func pattern(
        _ beginning: UUIDBeginning, _ text: String, _ client: GatewayClient, _ output: VerbOutput
    ) async throws -> BeaconPattern {
        let ofTables = try await client.knownTables().compactMap(\.identity)
        let ofStore = try await client.beacons(limit: 1000).beacons.compactMap(\.identity)
        let kept = (ofTables + ofStore).map(\.uuid).filter(beginning.matches)
        let heard = try await heard(client, output, for: kept.isEmpty ? listening : listeningForOthers) { beacon in
            beacon.identity.map { beginning.matches($0.uuid) } ?? false
        }
        let uuids = Set(kept + heard.map(\.uuid)).sorted()
        guard let uuid = uuids.first else {
            throw Failure(
                code: "unknown-beacon",
                message: "No beacon with a UUID that begins with \(beginning) is known or heard.",
                hint: "Give the whole UUID; `perch scan --json` shows whole UUIDs.", isRetryable: true,
                exit: .unavailable)
        }
        guard uuids.count == 1 else {
            throw Failure(
                code: "several-beacons",
                message: "Several UUIDs begin with \(beginning): \(uuids.map(\.description).joined(separator: ", ")).",
                hint: "Give more digits.", exit: .badInput)
        }
        let rest = text.drop { $0 != "/" }
        return try BeaconPattern("\(uuid)\(rest)")
    }

    /// Returns the matching beacons of the first tick that has any; an empty list after `limit`.
    private static func heard(
        _ client: GatewayClient, _ output: VerbOutput, for limit: Duration = listening,
        _ isMeant: @escaping @Sendable (BeaconRange) -> Bool
    ) async throws -> [BeaconIdentity] {
        let stream = try await client.ranging()
        return try await output.interruptible {
            try await withThrowingTaskGroup(of: [BeaconIdentity].self) { group in
                group.addTask {
                    for try await line in stream {
                        guard case .tick(let tick) = line else { continue }
                        let meant = tick.beacons.filter(isMeant).compactMap(\.identity)
                        if !meant.isEmpty { return meant }
                    }
                    return []
                }
                group.addTask {
                    try await Task.sleep(for: limit)
                    return []
                }
                defer { group.cancelAll() }
                return try await group.next() ?? []
            }
        }
    }

    /// The first digits of a UUID.
    struct UUIDBeginning: CustomStringConvertible {
        let description: String
        private let digits: String

        /// - Returns: Nil where the text is no beginning of a UUID, or too short to tell UUIDs
        ///   apart.
        init?(_ text: String) {
            let head = text.prefix { $0 != "/" }
            digits = head.filter { $0 != "-" }.lowercased()
            description = head.uppercased()
            guard (beginningDigits..<32).contains(digits.count), digits.allSatisfy(\.isHexDigit), head.first != "-"
            else {
                return nil
            }
        }

        func matches(_ uuid: ProximityUUID) -> Bool {
            uuid.description.filter { $0 != "-" }.lowercased().hasPrefix(digits)
        }
    }
}

extension PayfritTable {
    fileprivate var identity: BeaconIdentity? { BeaconIdentity(identityWords) }
}

extension BeaconRange {
    fileprivate var identity: BeaconIdentity? { BeaconIdentity("\(uuid)/\(major)/\(minor)") }
}
