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
            // What is known here to be unsure stays so, whatever the device says.
            #expect(devices.map(\.confidence) == [20, 90])
            #expect(devices.map(\.sources) == [["ble:f"], ["ble:f"]])
            #expect(devices.map(\.radio) == ["bluetooth_le", "wifi"])
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
            #expect(devices.map(\.methods) == [["ble-uuid"]])
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
            #expect(devices.map(\.methods) == [["ssid"], ["wifi-mac"]])
            #expect(devices.map(\.confidence) == [90, 85])
            #expect(devices.map(\.name) == ["\u{FFFD}FLOCK-1", nil] && devices.map(\.rssi) == [nil, -50])
            #expect(devices.map(\.channel) == [6, 6])
        }
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

    @Test("what a dongle detects by itself is of the radio that its channel is of")
    func dongleDetections() async throws {
        let rig = try DetectionRig([])
        try await rig.run {
            try await rig.service.load()
            for (number, (kind, channel)) in [
                (DongleProtocol.PatternKind.macPrefix, 6), (.macPrefix, 37), (.ssid, 255), (.bleServiceUUID, 255),
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
            #expect(devices.map(\.methods) == [["ble-mac"], ["ble-uuid"], ["ssid"], ["wifi-mac"]])
            #expect(devices.map(\.confidence) == [100, 100, 100, 100])
        }
    }
}

private func sighting(_ address: UInt64, ssid: [UInt8], rssi: Int8) -> WifiSighting {
    WifiSighting(
        offsetMs: 0, address: Address(rawValue: address), frame: .beacon, rssiDBm: rssi, channel: 6, ssid: ssid)
}
