import Advertising
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
}
