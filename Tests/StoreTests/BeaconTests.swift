import Advertising
import Store
import Testing

@Suite struct BeaconTests {
    private static let measured = StoredCalibration(
        powerAt1mDBm: -61.25, spreadDB: 1.5, samples: 20, calibratedMicroseconds: 99)

    @Test("a beacon that was heard is known since its first interval, until its last", arguments: Medium.allCases)
    func seen(_ medium: Medium) async throws {
        try await medium.withStore { store in
            try await store.hear(1, minute: 5)
            try await store.hear(1, 2, minute: 6)
            let beacon = try #require(try await store.beacons.find(.numbered(1)))
            #expect(beacon.identity == .numbered(1))
            #expect(beacon.firstSeenMicroseconds == 300_000_000)
            #expect(beacon.lastSeenMicroseconds == 360_000_000)
            #expect(beacon.alias == nil && beacon.calibration == nil)
            #expect(try await store.beacons.find(.numbered(3)) == nil)
            #expect(try await store.beacons.count() == 2)
        }
    }

    @Test("beacons come in the order of their identities, a page at a time", arguments: Medium.allCases)
    func pages(_ medium: Medium) async throws {
        try await medium.withStore { store in
            let others = [
                BeaconIdentity(uuid: ProximityUUID(1), major: 9, minor: 1),
                BeaconIdentity(uuid: ProximityUUID(.max), major: 0, minor: 1),
                BeaconIdentity(uuid: ProximityUUID(1), major: 256, minor: 0),
            ]
            for identity in others { try await store.beacons.setAlias("\(identity)", of: identity) }
            try await store.hear(3, 1, 2, 65_535, minute: 1)
            let sorted = (others + [1, 2, 3, 65_535].map(BeaconIdentity.numbered)).sorted()
            var found: [BeaconIdentity] = []
            while true {
                let page = try await store.beacons.list(after: found.last, limit: 3)
                guard !page.isEmpty else { break }
                #expect(page.count <= 3)
                found += page.map(\.identity)
            }
            #expect(found == sorted)
            #expect(try await store.beacons.list(limit: 0).isEmpty)
        }
    }

    @Test("an alias belongs to one beacon, heard or not, and finds it", arguments: Medium.allCases)
    func alias(_ medium: Medium) async throws {
        try await medium.withStore { store in
            try await store.hear(1, minute: 1)
            try await store.beacons.setAlias("bar", of: .numbered(1))
            try await store.beacons.setAlias("bar", of: .numbered(1))
            await #expect(throws: StoreError.beaconAliasTaken(owner: .numbered(1))) {
                try await store.beacons.setAlias("bar", of: .numbered(2))
            }
            #expect(try await store.beacons.find(.numbered(2)) == nil)
            #expect(try await store.beacons.find(alias: "bar")?.identity == .numbered(1))
            try await store.hear(1, minute: 2)
            #expect(try await store.beacons.find(.numbered(1))?.alias == "bar")
            try await store.beacons.setAlias(nil, of: .numbered(1))
            try await store.beacons.setAlias("bar", of: .numbered(2))
            let unheard = try #require(try await store.beacons.find(alias: "bar"))
            #expect(unheard.identity == .numbered(2))
            #expect(unheard.firstSeenMicroseconds == nil && unheard.lastSeenMicroseconds == nil)
        }
    }

    @Test("a calibration is kept whole, and can be taken away", arguments: Medium.allCases)
    func calibration(_ medium: Medium) async throws {
        try await medium.withStore { store in
            try await store.hear(1, minute: 1)
            try await store.beacons.setCalibration(Self.measured, of: .numbered(1))
            #expect(try await store.beacons.find(.numbered(1))?.calibration == Self.measured)
            try await store.beacons.setAlias("bar", of: .numbered(2))
            try await store.hear(3, minute: 1)
            #expect(try await store.beacons.marked().map(\.identity.minor) == [1, 2])
            try await store.beacons.setCalibration(nil, of: .numbered(1))
            #expect(try await store.beacons.find(.numbered(1))?.calibration == nil)
        }
    }

    @Test("a beacon without any record is unknown", arguments: Medium.allCases)
    func nothingKnown(_ medium: Medium) async throws {
        try await medium.withStore { store in
            try await store.beacons.setAlias(nil, of: .numbered(1))
            try await store.beacons.setAlias("bar", of: .numbered(2))
            try await store.beacons.setCalibration(Self.measured, of: .numbered(2))
            try await store.beacons.setAlias(nil, of: .numbered(2))
            #expect(try await store.beacons.list(limit: 9).map(\.identity) == [.numbered(2)])
            try await store.beacons.setCalibration(nil, of: .numbered(2))
            #expect(try await store.beacons.count() == 0)
        }
    }

    @Test("a forgotten beacon's history is nobody's, also when it is heard again", arguments: Medium.allCases)
    func forget(_ medium: Medium) async throws {
        try await medium.withStore { store in
            try await store.hear(1, 2, minute: 1)
            try await store.beacons.setAlias("bar", of: .numbered(2))
            #expect(try await store.beacons.forget(.numbered(2)))
            #expect(try await store.beacons.forget(.numbered(2)) == false)
            #expect(try await store.heard() == ["1@1"])
            try await store.hear(2, minute: 2)
            #expect(try await store.history.list(of: .numbered(2), from: .min, to: .max, limit: 9).count == 1)
            #expect(try await store.beacons.find(.numbered(2))?.firstSeenMicroseconds == 120_000_000)
            try await store.beacons.setAlias("bar", of: .numbered(1))
        }
    }
}
