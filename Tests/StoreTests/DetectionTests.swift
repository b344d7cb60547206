import Advertising
import FlockFinder
import GRDB
import Testing

@testable import Store

@Suite struct DetectionTests {
    private static let full = DetectedDevice(
        key: .address(BluetoothAddress(0xB41E_5201_0203), .wifi), name: "Flock-é\n\u{1F}",
        types: [DetectedType("A; B", confidence: 90), DetectedType("C", confidence: 0)],
        methods: [.ssid, .wifiMAC], firstSeen: 5, lastSeen: 9, count: .max >> 1, lastRSSI: -70,
        bestRSSI: -40, channel: 11, sources: ["d1", "ble:00:00:00:00:00:01"],
        position: DetectionPosition(latitude: -52.5, longitude: 13.25, accuracyM: 4.5), isSimulated: true)
    private static let bare = DetectedDevice(
        key: .ssid("a:b\"'"), types: [DetectedType("A", confidence: 0)], methods: [.ssid], firstSeen: 1, lastSeen: 8)

    @Test("a device comes back as it was kept, the one seen last first", arguments: Medium.allCases)
    func keeping(_ medium: Medium) async throws {
        try await medium.withStore { store in
            try await store.detections.keep([Self.bare, Self.full])
            let kept = try await store.detections.list()
            #expect(kept == [Self.full, Self.bare])
        }
    }

    @Test("a device that is kept again takes the place of what it was", arguments: Medium.allCases)
    func again(_ medium: Medium) async throws {
        try await medium.withStore { store in
            try await store.detections.keep([Self.full, Self.bare])
            var later = Self.bare
            (later.lastSeen, later.count, later.name, later.position) = (
                20, 7, "x", DetectionPosition(latitude: 1, longitude: 2)
            )
            try await store.detections.keep([later])
            let kept = try await store.detections.list()
            #expect(kept == [later, Self.full])
        }
    }

    @Test("in a row of before its types have confidences of their own, each type has that of the row")
    func rowOfBefore() async throws {
        let store = try Store.inMemory()
        try await store.detections.keep([Self.full])
        try await store.database.writer.write { try $0.execute(sql: "UPDATE detection SET confidences = ''") }
        let kept = try await store.detections.list()
        #expect(
            kept.map(\.types) == [[DetectedType("A; B", confidence: 90), DetectedType("C", confidence: 90)]])
    }

    @Test("past the limits the ones seen least recently go", arguments: Medium.allCases)
    func retention(_ medium: Medium) async throws {
        try await medium.withStore { store in
            let day: Int64 = 86_400_000_000
            let devices = (0..<DetectionBook.capacity + 5).map { number in
                DetectedDevice(
                    key: .address(BluetoothAddress(UInt64(number)), .bluetooth),
                    types: [DetectedType("A", confidence: 90)],
                    methods: [.bleMAC], firstSeen: 1, lastSeen: 100 * day + Int64(number))
            }
            try await store.detections.keep(devices)
            var kept = try await store.detections.list()
            #expect(kept.count == DetectionBook.capacity)
            #expect(kept.last?.key.address == BluetoothAddress(5))
            try await store.detections.keep(
                [], removing: Set((5..<8).map { .address(BluetoothAddress($0), .bluetooth) }))
            kept = try await store.detections.list()
            #expect(kept.last?.key.address == BluetoothAddress(8))
        }
    }

    @Test("clearing removes devices and no mutes", arguments: Medium.allCases)
    func clearing(_ medium: Medium) async throws {
        try await medium.withStore { store in
            try await store.detections.keep([Self.full, Self.bare])
            _ = try await store.detections.addMute(.tier(.low), atMicroseconds: 1)
            let count = try await store.detections.count()
            #expect(count == 2)
            let removed = try await store.detections.clear()
            #expect(removed == 2)
            let kept = try await store.detections.list()
            #expect(kept.isEmpty)
            let mutes = try await store.detections.mutes().map(\.mute)
            #expect(mutes == [.tier(.low)])
        }
    }

    @Test("a mute is kept once, up to the limit, and can be taken away", arguments: Medium.allCases)
    func mutes(_ medium: Medium) async throws {
        try await medium.withStore { store in
            for mute in [DetectionMute.tier(.low), .deviceType("A"), .address(BluetoothAddress(7)), .tier(.low)] {
                let isKept = try await store.detections.addMute(mute, atMicroseconds: 3)
                #expect(isKept)
            }
            let mutes = try await store.detections.mutes()
            #expect(mutes.map(\.mute) == [.address(BluetoothAddress(7)), .tier(.low), .deviceType("A")])
            #expect(mutes.map(\.since) == [3, 3, 3])
            let wasThere = try await store.detections.removeMute(.tier(.low))
            let isThere = try await store.detections.removeMute(.tier(.low))
            #expect(wasThere && !isThere)
        }
    }
}
