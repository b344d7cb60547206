import TestSupport
import Advertising
import BeaconTracking
import Testing

@Suite(.enabled(if: AirFixture.arePresent(.mallBeacons, .gateway, .sixRooms), "\(Checkout.noRecordings)"))
struct RegionReferenceTests {
    struct Parameters: Sendable, CustomStringConvertible {
        let sightings: Int
        let within: Int
        let exitAfter: Int
        let minimumRSSI: Int8?

        var description: String {
            "\(sightings) within \(within) s, exit after \(exitAfter) s, minimum \(minimumRSSI.map(String.init) ?? "none")"
        }
    }

    static let parameters = [
        Parameters(sightings: 1, within: 10, exitAfter: 30, minimumRSSI: nil),
        Parameters(sightings: 1, within: 10, exitAfter: 5, minimumRSSI: -75),
        Parameters(sightings: 3, within: 10, exitAfter: 30, minimumRSSI: -85),
        Parameters(sightings: 5, within: 60, exitAfter: 20, minimumRSSI: nil),
        Parameters(sightings: 20, within: 40, exitAfter: 60, minimumRSSI: -80),
    ]

    @Test(
        "over recordings, regions of a UUID, a major and a minor change as the list of sightings says",
        arguments: [AirFixture.mallBeacons, .gateway, .sixRooms],
        RegionReferenceTests.parameters)
    func equal(recording: AirFixture, parameters: Parameters) throws {
        // The gateway's recording has no times: its sightings are placed at ten a second.
        let heard = try recording.heard(spacing: recording == .gateway ? .milliseconds(100) : nil)
        let begin = try #require(heard.first?.at)
        let end = try #require(heard.last?.at) + .seconds(parameters.exitAfter)
        var monitor = RegionMonitor()
        monitor.setListening(true, reason: "", at: begin)
        var expected: [RegionTransition] = []
        for region in RegionReferenceTests.regions(of: Set(heard.map(\.sighting.identity)), parameters) {
            monitor.monitor(region, lastDetermined: nil, at: begin)
            expected += RegionReference(region: region, sightings: heard).transitions(from: begin, to: end)
        }
        var found: [RegionTransition] = []
        for heard in heard {
            found += monitor.hear(heard.sighting.identity, rssiDBm: heard.sighting.rssiDBm, at: heard.at)
        }
        found += monitor.advance(to: end)
        #expect(found.map(\.at) == found.map(\.at).sorted())
        #expect(RegionReferenceTests.plain(found) == RegionReferenceTests.plain(expected))
        #expect(found.contains { $0.meaning == .enter })
    }

    @Test(
        "over recordings, when transitions are asked for makes no difference",
        arguments: [AirFixture.mallBeacons, .gateway, .sixRooms])
    func whenever(recording: AirFixture) throws {
        let heard = try recording.heard(spacing: recording == .gateway ? .milliseconds(100) : nil)
        let begin = try #require(heard.first?.at)
        let parameters = RegionReferenceTests.parameters[1]
        let regions = RegionReferenceTests.regions(of: Set(heard.map(\.sighting.identity)), parameters)
        var eager = RegionMonitor()
        var lazy = RegionMonitor()
        for region in regions {
            eager.monitor(region, lastDetermined: .inside, at: begin)
            lazy.monitor(region, lastDetermined: .inside, at: begin)
        }
        eager.setListening(true, reason: "", at: begin)
        lazy.setListening(true, reason: "", at: begin)
        var early: [RegionTransition] = []
        var late: [RegionTransition] = []
        for heard in heard {
            while let due = eager.nextDue, due <= heard.at {
                let transitions = eager.advance(to: due)
                #expect(transitions.contains { $0.at == due }, "it was due")
                early += transitions
            }
            early += eager.hear(heard.sighting.identity, rssiDBm: heard.sighting.rssiDBm, at: heard.at)
            late += lazy.hear(heard.sighting.identity, rssiDBm: heard.sighting.rssiDBm, at: heard.at)
        }
        #expect(early == late)
    }

    /// Returns one region for each UUID and, for up to ten identities, one for the major and one
    /// for the identity.
    private static func regions(of identities: Set<BeaconIdentity>, _ parameters: Parameters) -> [BeaconRegion] {
        let chosen = identities.sorted()
        let step = max(1, chosen.count / 10)
        let some = stride(from: 0, to: chosen.count, by: step).map { chosen[$0] }
        var regions = Set(chosen.map(\.uuid)).sorted().map { BeaconRegion(name: "\($0)", uuid: $0) }
        regions += Set(some.map { BeaconRegion(name: "\($0.uuid)/\($0.major)", uuid: $0.uuid, major: $0.major) })
        regions += some.map { BeaconRegion(name: "\($0)", uuid: $0.uuid, major: $0.major, minor: $0.minor) }
        return regions.map { region in
            var region = region
            region.enterSightings = parameters.sightings
            region.enterWithin = .seconds(parameters.within)
            region.exitAfter = .seconds(parameters.exitAfter)
            region.minimumRSSI = parameters.minimumRSSI
            return region
        }
    }

    /// Returns the transitions by region, without their reasons.
    private static func plain(_ transitions: [RegionTransition]) -> [String: [RegionTransition]] {
        Dictionary(
            grouping: transitions.map { transition in
                var transition = transition
                transition.reason = ""
                if transition.to == .outside { transition.rssiDBm = nil }
                return transition
            }, by: \.region)
    }
}
