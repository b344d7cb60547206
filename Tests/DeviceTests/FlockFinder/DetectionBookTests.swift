import Advertising
import FlockFinder
import Testing

struct DetectionBookTests {
    @Test("a device has one row, with the first and the last time, the count and the strongest signal")
    func oneRow() {
        var book = DetectionBook()
        let isNew = book.take(sighting(1, rssi: -70), at: 1_000)
        #expect(isNew)
        let isNewAgain = book.take(sighting(1, name: "FS", rssi: -50), at: 2_000)
        #expect(!isNewAgain)
        _ = book.take(sighting(1, rssi: -90, source: "b"), at: 3_000)
        #expect(
            book.devices == [
                DetectedDevice(
                    key: key(1), name: "FS", types: [DetectedType("Camera", confidence: 90)], methods: [.bleMAC],
                    firstSeen: 1_000, lastSeen: 3_000, count: 3, lastRSSI: -90, bestRSSI: -50, sources: ["a", "b"])
            ])
    }

    @Test("methods and types gather, and the confidence is the highest there was")
    func gathering() {
        var book = DetectionBook()
        _ = book.take(
            sighting(1, verdict: DetectionVerdict(methods: [.bleName], types: [DetectedType("B", confidence: 40)])),
            at: 1)
        _ = book.take(
            sighting(1, verdict: DetectionVerdict(methods: [.bleMAC], types: [DetectedType("A", confidence: 90)])),
            at: 2)
        _ = book.take(
            sighting(1, verdict: DetectionVerdict(methods: [.bleUUID], types: [DetectedType("C", confidence: 20)])),
            at: 3)
        let device = book[key(1)]
        #expect(device?.methods == [.bleMAC, .bleName, .bleUUID])
        #expect(device?.deviceTypes == ["A", "B", "C"])
        #expect(device?.types.map(\.confidence) == [90, 40, 20])
        #expect(device?.confidence == 90)
    }

    @Test("the same address over another radio is another device, and an SSID without one is its own")
    func keys() {
        var book = DetectionBook()
        for key in [key(1), .address(BluetoothAddress(1), .wifi), .ssid("x")] {
            _ = book.take(sighting(1, key: key), at: 1)
        }
        #expect(book.count == 3)
        for device in book.devices { #expect(DetectionKey(device.key.text) == device.key) }
        #expect(DetectionKey("ssid:a:b") == .ssid("a:b"))
        #expect(DetectionKey("ble:1") == nil)
        #expect(DetectionKey("x") == nil)
    }

    @Test("past its capacity those seen least recently go, and are counted")
    func eviction() {
        var book = DetectionBook(capacity: 200)
        for number in 0..<200 { _ = book.take(sighting(UInt64(number)), at: Int64(number)) }
        // The oldest device is seen again, so it is no longer the oldest.
        _ = book.take(sighting(0), at: 1_000)
        _ = book.take(sighting(999), at: 1_001)
        #expect(book.evicted == 3)
        #expect(book.count == 198)
        #expect(book[key(0)] != nil)
        #expect(book[key(999)] != nil)
        for gone in [1, 2, 3] as [UInt64] { #expect(book[key(gone)] == nil) }
        for number in 1_000..<3_000 { _ = book.take(sighting(UInt64(number)), at: Int64(number) + 2_000) }
        #expect(book.count <= 200)
        #expect(Int(book.evicted) + book.count == 201 + 2_000)
    }

    @Test("a NUL in a name ends it nowhere")
    func nul() {
        var book = DetectionBook()
        _ = book.take(sighting(1, key: .ssid("a\0b"), name: "a\0b"), at: 1)
        #expect(book.devices.map(\.name) == ["a\u{FFFD}b"])
        #expect(book.devices.map(\.key.text) == ["ssid:a\u{FFFD}b"])
    }

    @Test("a clock that was set back does not bring the last time before the first")
    func clockBack() {
        var book = DetectionBook()
        _ = book.take(sighting(1), at: 5_000)
        _ = book.take(sighting(1), at: 1_000)
        #expect(book[key(1)]?.lastSeen == 5_000)
    }

    @Test("what was kept goes on being counted, together with what was heard before it was read")
    func loading() {
        var book = DetectionBook()
        _ = book.take(sighting(1), at: 9)
        let old = DetectedDevice(
            key: key(1), types: [DetectedType("Old", confidence: 1)], methods: [], firstSeen: 1, lastSeen: 1, count: 50)
        let other = DetectedDevice(
            key: key(2), types: [DetectedType("Old", confidence: 1)], methods: [], firstSeen: 1, lastSeen: 1, count: 50)
        book.load([old, other])
        #expect(book[key(1)]?.count == 51)
        #expect(book[key(1)]?.firstSeen == 1 && book[key(1)]?.lastSeen == 9)
        _ = book.take(sighting(2), at: 10)
        #expect(book[key(2)]?.count == 51)
    }

    @Test("lists of a device do not grow without end")
    func boundedLists() {
        var book = DetectionBook()
        for number in 0..<50 {
            let verdict = DetectionVerdict(methods: [.bleName], types: [DetectedType("T\(number)", confidence: 50)])
            _ = book.take(sighting(1, verdict: verdict, source: "s\(number)"), at: 1)
        }
        #expect(book[key(1)]?.types.count == DetectedType.limit)
        #expect(book[key(1)]?.sources.count == DetectedDevice.sourceLimit)
    }

    @Test("what was kept is added to what was heard since")
    func addition() {
        var (book, earlier) = (DetectionBook(), DetectionBook())
        for time in 1...3 { _ = earlier.take(sighting(1, rssi: -40), at: Int64(time)) }
        _ = book.take(sighting(1, rssi: -60, source: "b"), at: 9)
        book.load(earlier.devices)
        let device = book[key(1)]
        #expect(device?.count == 4 && device?.firstSeen == 1 && device?.lastSeen == 9)
        #expect(device?.bestRSSI == -40 && device?.lastRSSI == -60 && device?.sources == ["a", "b"])
    }

    @Test("a real type takes the place of the unknown one")
    func unknownType() {
        var book = DetectionBook()
        for type in [DetectedType.unknownName, "Camera", DetectedType.unknownName] {
            let verdict = DetectionVerdict(methods: [.bleMAC], types: [DetectedType(type, confidence: 50)])
            _ = book.take(sighting(1, verdict: verdict), at: 1)
        }
        #expect(book[key(1)]?.deviceTypes == ["Camera"])
    }

    @Test("each type keeps its own confidence, the highest it had")
    func confidenceOfEachType() {
        var book = DetectionBook()
        for (type, confidence) in [("A", 40), ("B", 60), ("A", 90), ("C", 70)] {
            // Each sighting also reports a low confidence, which does not lower the highest one.
            let types = [DetectedType(type, confidence: confidence), DetectedType("B", confidence: 10)]
            _ = book.take(sighting(1, verdict: DetectionVerdict(methods: [.bleMAC], types: types)), at: 1)
        }
        #expect(
            book[key(1)]?.types == [
                DetectedType("A", confidence: 90), DetectedType("C", confidence: 70), DetectedType("B", confidence: 60),
            ])
        // At a ninth type, the one with the least confidence is dropped.
        for number in 0..<6 {
            let verdict = DetectionVerdict(
                methods: [.bleMAC], types: [DetectedType("T\(number)", confidence: 80 + number)])
            _ = book.take(sighting(1, verdict: verdict), at: 1)
        }
        #expect(book[key(1)]?.deviceTypes == ["A", "T5", "T4", "T3", "T2", "T1", "T0", "C"])
    }

    @Test("what only its reporter knows lends its confidence to no other type, and goes once one is as sure")
    func unknownIsSurer() {
        func taken(_ types: [(String, Int)]) -> [DetectedType]? {
            var book = DetectionBook()
            for (type, confidence) in types {
                let verdict = DetectionVerdict(methods: [.bleMAC], types: [DetectedType(type, confidence: confidence)])
                _ = book.take(sighting(1, verdict: verdict), at: 1)
            }
            return book[key(1)]?.types
        }
        let unknown = DetectedType.unknownName
        let both = [DetectedType(unknown, confidence: 100), DetectedType("Camera", confidence: 20)]
        #expect(taken([(unknown, 100), ("Camera", 20)]) == both)
        #expect(taken([("Camera", 20), (unknown, 100)]) == both)
        #expect(
            taken([(unknown, 90), ("Camera", 20), ("Raven", 90)]) == [
                DetectedType("Raven", confidence: 90), DetectedType("Camera", confidence: 20),
            ])
    }

    @Test("a device is of the tier of its surest type that is not muted")
    func tierWithoutMutedTypes() {
        let device = DetectedDevice(
            key: key(1), types: [DetectedType("Doorbell", confidence: 90), DetectedType("Raven", confidence: 10)],
            methods: [], firstSeen: 1, lastSeen: 1)
        #expect(Set<DetectionMute>().tier(of: device) == .high)
        #expect(Set([DetectionMute.deviceType("doorbell")]).tier(of: device) == .low)
        #expect(Set([DetectionMute.deviceType("raven")]).tier(of: device) == .high)
        #expect(Set([DetectionMute.deviceType("doorbell"), .tier(.low)]).tier(of: device) == nil)
        #expect(Set([DetectionMute.tier(.low)]).tier(of: device) == .high)
    }

    @Test("what had to go is told once, and again where it could not be removed")
    func gone() {
        var book = DetectionBook(capacity: 2)
        for number in 1...3 { _ = book.take(sighting(UInt64(number)), at: Int64(number)) }
        book.removeOlder(than: 3)
        let gone = book.takeGone()
        #expect(gone == [key(1), key(2)] && book.gone.isEmpty)
        _ = book.take(sighting(2), at: 4)
        book.giveBack(gone: gone)
        #expect(book.gone == [key(1)] && book.evicted == 1)
    }

    @Test("the place is that of the strongest signal")
    func place() {
        var book = DetectionBook()
        for (rssi, latitude) in [(-70, 1.0), (-50, 2.0), (-60, 3.0)] {
            var sighting = sighting(1, rssi: rssi)
            sighting.position = DetectionPosition(latitude: latitude, longitude: 0)
            _ = book.take(sighting, at: 1)
        }
        #expect(book[key(1)]?.position?.latitude == 2)
    }

    @Test("a mute hides by tier, by address, and by type where all of them are muted")
    func mutes() {
        let device = DetectedDevice(
            key: key(1), types: [DetectedType("A", confidence: 70), DetectedType("B", confidence: 70)], methods: [],
            firstSeen: 1, lastSeen: 1)
        #expect(!Set<DetectionMute>().hides(device))
        #expect(Set([DetectionMute.tier(.medium)]).hides(device))
        #expect(!Set([DetectionMute.tier(.high), .tier(.low)]).hides(device))
        #expect(Set([DetectionMute.address(BluetoothAddress(1))]).hides(device))
        #expect(!Set([DetectionMute.address(BluetoothAddress(2))]).hides(device))
        #expect(!Set([DetectionMute.deviceType("A")]).hides(device))
        #expect(Set([DetectionMute.deviceType("A"), .deviceType("B")]).hides(device))
        for mute in [DetectionMute.tier(.low), .deviceType("A"), .address(BluetoothAddress(7))] {
            #expect(DetectionMute(kind: mute.kind, value: mute.value) == mute)
        }
        #expect(Set([DetectionMute.deviceType("a"), .deviceType("b")]).hides(device))
        #expect(DetectionMute(kind: .tier, value: "top") == nil)
        #expect(DetectionMute(kind: .address, value: "1") == nil)
        #expect(DetectionMute(kind: .type, value: "") == nil)
    }
}

private func key(_ address: UInt64) -> DetectionKey { .address(BluetoothAddress(address), .bluetooth) }

private func sighting(
    _ address: UInt64, key given: DetectionKey? = nil, name: String? = nil, rssi: Int? = nil,
    verdict: DetectionVerdict = DetectionVerdict(methods: [.bleMAC], types: [DetectedType("Camera", confidence: 90)]),
    source: String = "a"
) -> DetectionSighting {
    DetectionSighting(key: given ?? key(address), name: name, verdict: verdict, rssiDBm: rssi, source: source)
}
