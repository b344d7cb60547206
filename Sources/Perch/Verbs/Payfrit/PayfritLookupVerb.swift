import Advertising
import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import LineFormats

/// `perch payfrit lookup`: shows the beacons registered with a UUID or an address.
struct PayfritLookupVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "lookup", abstract: "Show the beacons registered with a UUID or a hardware address.",
        discussion: """
            Needs no login, except with --major, which shows the business that owns a UUID and a major. While \
            the backend is out of reach, Perch shows the beacons as they were last read, with that time.
            """)

    @Argument(help: "A UUID, or an address aa:bb:cc:dd:ee:ff.")
    var beacon: String

    @Option(help: "Major, with a UUID only, 0...65535.")
    var major: Int?

    @OptionGroup var frame: PayfritFrame

    func validate() throws {
        guard BluetoothAddress(beacon) != nil || ProximityUUID(beacon) != nil else {
            throw ValidationError("Give a UUID of 32 hexadecimal digits, or an address such as aa:bb:cc:dd:ee:ff.")
        }
        guard major == nil || ProximityUUID(beacon) != nil else { throw ValidationError("--major goes with a UUID.") }
        guard major.map({ (0...65_535).contains($0) }) ?? true else {
            throw ValidationError("--major takes 0...65535.")
        }
    }

    func run(_ payfrit: PayfritLease, _ output: VerbOutput) async throws {
        if let major { return try await resolve(major, payfrit.client, output) }
        let (uuid, address) = (ProximityUUID(beacon), BluetoothAddress(beacon))
        let list = try await payfrit.client.lookUpPayfritBeacons(uuid: address == nil ? uuid : nil, mac: address)
        let found = list.beacons
        output.setResult { $0.field("count", found.count) }
        let hasColour = output.hasColour
        for beacon in found { try await output.line("payfrit-beacon", of: beacon) }
        await output.text(PayfritBeacon.table(found, hasColour: hasColour, tellsBusiness: true))
        if let time = list.asOf {
            say("perch: The backend is out of reach. This was its answer at \(time.words).")
        }
        if found.isEmpty { await output.text("Nothing is registered with \(beacon).") }
        try await output.leftOut(list.leftOut)
    }

    private func resolve(_ major: Int, _ client: GatewayClient, _ output: VerbOutput) async throws {
        guard let uuid = ProximityUUID(beacon) else { return }
        let business = try await client.resolvePayfritBusiness(uuid: uuid, major: major).business
        output.setResult { $0.field("count", business == nil ? 0 : 1) }
        if let business { try await output.line("business", of: business) }
        await output.text(printable(business.map { "Business: \($0.words)" } ?? "No business has \(beacon)/\(major)."))
    }
}
