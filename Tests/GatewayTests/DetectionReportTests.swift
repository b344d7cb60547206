import Advertising
import DongleProtocol
import FlockFinder
import GatewayModel
import Testing

@testable import Gateway

@Suite(.timeLimit(.minutes(1))) struct DetectionReportTests {
    @Test("this gateway's patterns say first what a report is of")
    func ownPatterns() async throws {
        let rig = try DetectionRig([
            .ssid("flock-", type: "Flock Safety"), .name("FS", type: "Battery", confidence: 20),
        ])
        try await rig.run {
            try await rig.service.load()
            await rig.service.hear(
                FlockFinderSighting(radio: .wifi, text: "Flock-3A21F0", rssiDBm: -71, confidence: 90), from: "ble:f",
                isSimulated: true)
            await rig.service.hear(
                FlockFinderSighting(
                    radio: .bluetooth, address: BluetoothAddress(1), text: "FS Ext Battery", confidence: 85,
                    isMatch: true), from: "ble:f", isSimulated: true)
            let devices = try await rig.devices()
            #expect(devices.map(\.key) == ["ble:00:00:00:00:00:01", "ssid:Flock-3A21F0"])
            #expect(devices.map(\.deviceTypes) == [["Battery"], ["Flock Safety"]])
            // A pattern with low confidence here keeps it, whatever confidence the device reports.
            #expect(devices.map(\.confidence) == [20, 90])
            #expect(devices.map(\.sources) == [["ble:f"], ["ble:f"]])
            #expect(devices.map(\.radio) == [.bluetooth, .wifi])
        }
    }

    @Test("where no pattern here knows it, a match of the device counts, and what it only heard does not")
    func foreignMatch() async throws {
        let rig = try DetectionRig([.ssid("flock-")])
        try await rig.run {
            try await rig.service.load()
            var report = FlockFinderSighting(
                radio: .bluetooth, address: BluetoothAddress(1), text: "x", confidence: 100, isMatch: true)
            let isFirst = await rig.service.hear(report, from: "ble:f", isSimulated: false)
            report.address = BluetoothAddress(2)
            report.isMatch = false
            let isSecond = await rig.service.hear(report, from: "ble:f", isSimulated: false)
            #expect(isFirst && !isSecond)
            let devices = try await rig.devices()
            #expect(devices.map(\.methods) == [[.bleUUID]])
            #expect(devices.map(\.deviceTypes) == [[DetectionService.unknownType]])
            #expect(devices.map(\.simulated) == [nil])
        }
    }

    @Test("a report of nothing that can be told from others makes no row")
    func nobody() async throws {
        let rig = try DetectionRig([.ssid("flock-")])
        try await rig.run {
            try await rig.service.load()
            let isDetection = await rig.service.hear(
                FlockFinderSighting(radio: .bluetooth, text: "x"), from: "ble:f", isSimulated: false)
            #expect(!isDetection)
        }
    }

    @Test("a service that a FlockFinder names is compared with the patterns")
    func services() async throws {
        let rule = DetectionRule(try Pattern(.bleUUID, "3100", deviceType: "Raven"))
        let rig = try DetectionRig([rule])
        try await rig.run {
            try await rig.service.load()
            await rig.service.hear(
                FlockFinderSighting(
                    radio: .bluetooth, address: BluetoothAddress(1),
                    services: [BluetoothUUID(short: 0x180A), BluetoothUUID(short: 0x3100)], isMatch: false),
                from: "ble:f", isSimulated: false)
            let devices = try await rig.devices()
            #expect(devices.map(\.deviceTypes) == [["Raven"]])
            #expect(devices.map(\.confidence) == [100])
        }
    }

    @Test("Wi-Fi sightings are compared by SSID, also where it is not valid UTF-8, and by address")
    func wifi() async throws {
        let mac = DetectionRule(try Pattern(.mac, "b41e52", deviceType: "Camera"))
        let rig = try DetectionRig([mac, .ssid("flock-", type: "Flock Safety")])
        try await rig.run {
            try await rig.service.load()
            await rig.service.hear(
                WifiBatch(
                    firstNumber: 0, baseMs: 0,
                    sightings: [
                        sighting(0xB41E_5200_0001, ssid: [], rssi: -50),
                        sighting(2, ssid: [0xFF] + Array("FLOCK-1".utf8), rssi: 127),
                        sighting(3, ssid: Array("home".utf8), rssi: -50),
                    ]), from: "d1", isSimulated: true)
            let devices = try await rig.devices()
            #expect(devices.map(\.key) == ["wifi:00:00:00:00:00:02", "wifi:b4:1e:52:00:00:01"])
            #expect(devices.map(\.methods) == [[.ssid], [.wifiMAC]])
            #expect(devices.map(\.confidence) == [90, 85])
            #expect(devices.map(\.name) == ["\u{FFFD}FLOCK-1", nil] && devices.map(\.rssi) == [nil, -50])
            #expect(devices.map(\.channel) == [6, 6])
        }
    }

    @Test("an SSID that is no text, has a NUL or is longer than SSIDs are is compared and shown all the same")
    func oddSSIDs() async throws {
        let rig = try DetectionRig([.ssid("flock-")])
        try await rig.run {
            try await rig.service.load()
            let long = Array("Flock-".utf8) + Array(repeating: UInt8(ascii: "x"), count: 249)
            await rig.service.hear(
                WifiBatch(
                    firstNumber: 0, baseMs: 0,
                    sightings: [
                        sighting(1, ssid: Array("Flock-".utf8) + [0xC3, 0x28, 0xFE], rssi: -50),
                        sighting(2, ssid: Array("Flock-".utf8) + [0, 0x1B], rssi: -50),
                        sighting(3, ssid: long, rssi: -50),
                        // This text is behind the 32nd byte, where an SSID cannot have any.
                        sighting(4, ssid: Array(repeating: 0xFF, count: 32) + Array("Flock-".utf8), rssi: -50),
                    ]), from: "d1", isSimulated: false)
            await rig.service.hear(
                FlockFinderSighting(radio: .wifi, text: String(decoding: long, as: UTF8.self), confidence: 90),
                from: "ble:f", isSimulated: false)
            let cut = "Flock-" + String(repeating: "x", count: 26)
            let devices = try await rig.devices()
            #expect(
                devices.map(\.name) == [cut, "Flock-\u{FFFD}(\u{FFFD}", "Flock-\u{FFFD}\u{1B}", cut])
            #expect(devices.map(\.key).first == "ssid:" + cut)
        }
        // All four sightings survive the way into the store and back.
        let stored = try await rig.store.detections.list().map(\.name)
        #expect(stored.count == 4 && stored.contains("Flock-\u{FFFD}\u{1B}"))
    }

    @Test("Wi-Fi is wanted where a pattern can match there, and not otherwise")
    func wantsWifi() async throws {
        let names = try DetectionRig([.name("x")])
        try await names.run {
            try await names.service.load()
            let wants = await names.service.wantsWifi
            #expect(!wants)
            await names.setRules([try .ssid("x")])
            let wantsNow = await names.service.wantsWifi
            #expect(wantsNow)
        }
    }

    @Test("what a dongle detects by itself counts once with its own adverts, and besides those of another dongle")
    func detectionAndAdvert() async throws {
        let rig = try DetectionRig([.name("flock")])
        try await rig.run {
            try await rig.hear(1, name: "flock", dongle: "d1")
            for dongle in ["d1", "d2"] {
                await rig.service.hear(.name("flock", at: 1), from: dongle, isSimulated: false)
            }
            let devices = try await rig.devices()
            #expect(devices.map(\.count) == [2] && devices.map(\.sources) == [["d1", "d2"]])
            let status = await rig.service.status()
            #expect(status.sightings == 2)
        }
    }

    @Test(
        "an SSID that a dongle detects waits for nobody, unless that very dongle brings its sighting with the address")
    func detectionAndSighting() async throws {
        let rig = try DetectionRig([.ssid("flock-")])
        try await rig.run {
            try await rig.service.load()
            await rig.service.addWifiLink("d1")
            for dongle in ["d1", "d2"] { await rig.service.hear(.ssid("Flock-1"), from: dongle, isSimulated: false) }
            await rig.service.hear(
                WifiBatch(
                    firstNumber: 0, baseMs: 0, sightings: [sighting(7, ssid: Array("Flock-1".utf8), rssi: -50)]),
                from: "d1", isSimulated: false)
            let devices = try await rig.devices()
            #expect(devices.map(\.key) == ["ssid:Flock-1", "wifi:00:00:00:00:00:07"])
            #expect(devices.map(\.sources) == [["d2"], ["d1"]] && devices.map(\.count) == [1, 1])
        }
    }

    @Test("where detection is off, what a dongle detects makes no row, until somebody watches")
    func detectionOff() async throws {
        for change in [{ $0.detects = false }, { $0.isDaemon = false }] as [(inout Gateway.Configuration) -> Void] {
            let rig = try DetectionRig([.name("flock")], change)
            try await rig.run {
                await rig.service.hear(.name("flock", at: 1), from: "d1", isSimulated: false)
                var status = await rig.service.status()
                #expect(status.devices == 0 && status.sightings == 0 && !status.active)
                let reader = try await rig.service.subscribe(DetectionQuery())
                await rig.service.hear(.name("flock", at: 1), from: "d1", isSimulated: false)
                reader.end()
                await rig.service.hear(.name("flock", at: 2), from: "d1", isSimulated: false)
                status = await rig.service.status()
                #expect(status.devices == 1 && status.sightings == 1)
            }
            let events = try await rig.eventRecords()
            #expect(events.count == 1)
        }
    }

    @Test("what a dongle detects by itself is of the radio that its channel is of")
    func dongleDetections() async throws {
        let rig = try DetectionRig([])
        try await rig.run {
            try await rig.service.load()
            for (number, (kind, channel)) in [
                (MatchedPatternKind.macPrefix, 6), (.macPrefix, 37), (.ssid, 255), (.bleServiceUUID, 255),
            ].enumerated() {
                await rig.service.hear(
                    Detection(
                        number: UInt32(number), uptimeMs: 0, matched: kind, confidence: 250, rssiDBm: -40,
                        channel: UInt8(channel), address: Address(rawValue: kind == .ssid ? 0 : 7 + UInt64(number)),
                        patternIndex: 0, text: kind == .ssid ? "Flock-1" : ""), from: "d1", isSimulated: false)
            }
            let devices = try await rig.devices()
            #expect(
                devices.map(\.key) == [
                    "ble:00:00:00:00:00:08", "ble:00:00:00:00:00:0a", "ssid:Flock-1", "wifi:00:00:00:00:00:07",
                ])
            #expect(devices.map(\.methods) == [[.bleMAC], [.bleUUID], [.ssid], [.wifiMAC]])
            #expect(devices.map(\.confidence) == [100, 100, 100, 100])
        }
    }
}

extension DetectionService {
    fileprivate func addWifiLink(_ dongle: String) { wifiLinks[.max] = WifiLink(dongle: dongle) }
}

extension Detection {
    fileprivate static func name(_ name: String, at address: UInt64) -> Detection {
        Detection(
            number: 0, uptimeMs: 0, matched: .bleName, confidence: 85, rssiDBm: -40, channel: 37,
            address: Address(rawValue: address), patternIndex: 0, text: name)
    }

    fileprivate static func ssid(_ ssid: String) -> Detection {
        Detection(
            number: 0, uptimeMs: 0, matched: .ssid, confidence: 90, rssiDBm: -40, channel: 6,
            address: Address(rawValue: 0), patternIndex: 0, text: ssid)
    }
}

private func sighting(_ address: UInt64, ssid: [UInt8], rssi: Int8) -> WifiSighting {
    WifiSighting(
        offsetMs: 0, address: Address(rawValue: address), frame: .beacon, rssiDBm: rssi, channel: 6, ssid: ssid)
}
