import GatewayTestSupport
import TestSupport
import FlockFinder
import Foundation
import GatewayModel
import SimulatedDongle
import Store
import Testing

@testable import Gateway

/// FlockFinders that a complete gateway listens to.
@Suite(.timeLimit(.minutes(2))) struct AttachmentTests {
    /// Options of a FlockFinder that hears two devices it looks for and one that it does not, ten
    /// times a second.
    private static func options(_ firmware: String) -> String {
        // The firmware in the field finds no network by its name.
        let macs = firmware != "document" ? #"{"pattern":"c0:35:32","deviceType":"Flock Safety"}"# : ""
        return """
            "firmware":"\(firmware)","name":"FlockFinder-X",
            "config":{"wifiIntervalMs":100,"hopIntervalMs":100,"maxChannel":1,"bleIntervalMs":100,"bleDurationSeconds":0,
              "ssids":[{"pattern":"Flock-","deviceType":"Flock Safety"}],"macs":[\(macs)],
              "bleNames":[{"pattern":"FS Ext","deviceType":"Battery"}],"bleUUIDs":[]},
            "hears":[
              {"type":"wifi","address":"c0:35:32:00:00:01","name":"Flock-A1B2C3","rssiDBm":-71,"channel":6},
              {"type":"wifi","address":"02:00:00:00:00:02","name":"Cafe","rssiDBm":-55,"channel":11},
              {"type":"ble","address":"58:8e:81:00:04:01","name":"FS Ext Battery","rssiDBm":-80}]
            """
    }

    private static let request = AttachmentRequest(device: "FlockFinder-X")

    private func devices(_ gateway: Gateway) async throws -> [DetectionDescription] {
        try await gateway.detections.list(DetectionQuery(), since: nil, muted: nil, after: nil, limit: 10).detections
    }

    @Test(
        "what it detects is known with radio, address and type, and each sighting counts once",
        arguments: ["real", "main", "document"])
    func listening(_ firmware: String) async throws {
        let store = try Store.inMemory()
        try await ConfigRig.with(Self.options(firmware), store: store) { rig in
            let detections = rig.gateway.detections
            let attached = try await detections.attach(Self.request)
            await eventually("it tells of both, several times") {
                let one = await detections.attached().first
                return one?.detections ?? 0 >= 8 && one?.state == .listening
            }
            let found = try await devices(rig.gateway)
            let told = try #require(await detections.attached().first)
            try await detections.detach(attached.id)
            #expect(told.unreadable == 0 && told.lost == 0 && told.lastError == nil && told.connections == 1)
            #expect(found.map(\.key) == ["ble:58:8e:81:00:04:01", "wifi:c0:35:32:00:00:01"])
            #expect(found.map(\.deviceTypes) == [["Battery"], ["Flock Safety"]])
            let isReal = firmware != "document"
            #expect(found.map(\.methods) == [[.bleName], [isReal ? .wifiMAC : .ssid]])
            #expect(found.map(\.confidence) == [85, isReal ? 85 : 90])
            #expect(found.map(\.sources) == [[ConfigRig.device], [ConfigRig.device]])
            // For each device the stream alone may have reported one more detection so far.
            #expect(found.reduce(0) { $0 + $1.count } <= told.detections + 2)
            #expect(found.allSatisfy { $0.count >= 2 })
        }
        // Detections that were not stored yet were stored when the gateway ended.
        let kept = Set(try await store.detections.list().map(\.key.text))
        // A detection that still waited for its line has its SSID as key.
        #expect(kept.subtracting(["ssid:Flock-A1B2C3"]) == ["ble:58:8e:81:00:04:01", "wifi:c0:35:32:00:00:01"])
    }

    @Test("orders one after another get a device that is listened to, however soon that takes it back")
    func orders() async throws {
        try await ConfigRig.with(Self.options("real")) { rig in
            _ = try await rig.gateway.detections.attach(Self.request)
            await eventually("it is listened to") {
                await rig.gateway.detections.attached().first?.state == .listening
            }
            for pause in [0, 20, 60, 120, 250, 500] {
                let report = try await rig.perform(.read)
                #expect(report.failure == nil, "\(pause)")
                try await Task.sleep(for: .milliseconds(pause))
            }
        }
    }

    @Test("notifications that a small MTU has cut are counted, and it goes on listening")
    func cut() async throws {
        try await ConfigRig.with(Self.options("document"), mtu: 23) { rig in
            let detections = rig.gateway.detections
            _ = try await detections.attach(Self.request)
            await eventually("they are counted") { await detections.attached().first?.unreadable ?? 0 > 3 }
            let told = try #require(await detections.attached().first)
            #expect(told.detections == 0 && told.connections == 1)
            let found = try await devices(rig.gateway)
            #expect(found.isEmpty)
        }
    }

    @Test("a config verb has the device while it is listened to, which goes on afterwards", arguments: [true, false])
    func shared(isByName: Bool) async throws {
        try await ConfigRig.with(Self.options("real")) { rig in
            let detections = rig.gateway.detections
            _ = try await detections.attach(Self.request)
            await eventually("it is listened to") { await detections.attached().first?.detections ?? 0 > 0 }
            let device = isByName ? "ble:" + Self.request.device : ConfigRig.device
            let report = try await rig.perform(.read, device: device)
            #expect(report.failure == nil && report.held?.contains("FS Ext") == true, "\(report)")
            let before = try #require(await detections.attached().first).detections
            await eventually("it is listened to again") {
                let one = await detections.attached().first
                return one?.state == .listening && one?.connections == 2 && one?.detections ?? 0 > before
            }
        }
    }

    @Test("a FlockFinder of one's own is none of the devices that are looked for")
    func own() async throws {
        try await ConfigRig.with(#""name":"FlockFinder""#) { rig in
            try await rig.add(try Pattern(.mac, "34:85:18", deviceType: "Camera"))
            let detections = rig.gateway.detections
            let reader = try await detections.subscribe(DetectionQuery())
            try await eventually("it is found as long as nobody knows it") {
                try await devices(rig.gateway).map(\.key) == [ConfigRig.device]
            }
            #expect(try await rig.perform(.read).failure == nil)
            let count = try #require(try await devices(rig.gateway).first?.count)
            let adverts = try #require(await rig.gateway.dongles.list().first?.link?.adverts)
            await eventually("it has been heard again") {
                await rig.gateway.dongles.list().first?.link?.adverts ?? 0 > adverts + 10
            }
            #expect(try await devices(rig.gateway).first?.count == count)
            withExtendedLifetime(reader) {}
        }
    }

    @Test("by its name through one dongle and by its address through another it is listened to once")
    func twoDongles() async throws {
        let dongles = try ["FINDER01", "FINDER02"].map { try FinderRoom.dongle(Self.options("document"), id: $0) }
        defer { for dongle in dongles { dongle.stop() } }
        try await withGateway({ $0.ports = dongles.map { .path($0.path) } }) { gateway in
            await eventually("both are live") { await gateway.dongles.list().filter { $0.state == .live }.count == 2 }
            let detections = gateway.detections
            let address = String(ConfigRig.device.dropFirst(4))
            for (device, dongle) in zip([Self.request.device, address], dongles) {
                _ = try await detections.attach(AttachmentRequest(device: device, dongle: dongle.path))
            }
            await eventually("one is listened to, and the other is told of it") {
                let all = await detections.attached()
                return all.contains { $0.state == .listening } && all.contains { $0.lastError != nil }
            }
            let all = await detections.attached()
            #expect(all.filter { $0.connections > 0 }.count == 1)
            #expect(all.compactMap(\.lastError).allSatisfy { $0.message.contains("alreadyAttached") })
            // The other attachment takes its place.
            let listening = try #require(all.first { $0.state == .listening })
            try await detections.detach(listening.id)
            await eventually("the other one is listened to") {
                await detections.attached().map(\.state) == [.listening]
            }
        }
    }

    @Test("on a serial port its lines are read, nothing is written, and a replugged one is found again")
    func serial() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "perch-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let link = folder.appending(path: "tty").path
        func plug() throws -> EmptyTerminal {
            let terminal = try EmptyTerminal()
            try? FileManager.default.removeItem(atPath: link)
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: terminal.path)
            return terminal
        }
        func line(_ address: String) -> String {
            #"{"event":"detection","detection_method":"mac_prefix","protocol":"wifi","mac_address":"\#(address)","rssi":-60}"#
        }
        try await withGateway { gateway in
            var terminal: EmptyTerminal? = try plug()
            let detections = gateway.detections
            _ = try await detections.attach(AttachmentRequest(device: "serial:" + link))
            await eventually("it is read") { await detections.attached().first?.state == .listening }
            terminal?.say("boot\r\n\(line("c0:35:32:00:00:01"))\r\n")
            try await eventually("its detection is known") {
                try await devices(gateway).map(\.key) == ["wifi:c0:35:32:00:00:01"]
            }
            #expect(terminal?.heard == [])
            // The link is removed first: the next test may get the terminal's number.
            try FileManager.default.removeItem(atPath: link)
            terminal = nil
            await eventually("it is away, with the reason") { await detections.attached().first?.lastError != nil }
            let again = try plug()
            await eventually("it is read again") {
                let one = await detections.attached().first
                return one?.state == .listening && one?.connections == 2 && one?.lastError == nil
            }
            again.say(line("c0:35:32:00:00:02") + "\n")
            try await eventually("its detection is known, too") { try await devices(gateway).count == 2 }
            let one = try #require(await detections.attached().first)
            #expect(one.detections == 2 && one.notifications == 3 && one.unreadable == 0)
            try await detections.detach(one.id)
            #expect(again.heard == [])
            for bad in ["serial:", "serial:tty"] {
                await #expect(throws: DetectionError.notADevice(bad)) {
                    try await detections.attach(AttachmentRequest(device: bad))
                }
            }
        }
    }

    // MARK: Duration

    @Test("what readers have asked for ends with the last of them, and its connection too")
    func readers() async throws {
        try await ConfigRig.with(Self.options("document")) { rig in
            let (gateway, detections) = (rig.gateway, rig.gateway.detections)
            let first = try await detections.subscribe(DetectionQuery(), attaching: Self.request)
            let second = try await detections.subscribe(DetectionQuery(), attaching: Self.request)
            await eventually("it is listened to") { await detections.attached().first?.state == .listening }
            var attached = await detections.attached()
            #expect(attached.map(\.watchers) == [2] && attached.map(\.kept) == [false])
            first.end()
            await eventually("one has left") { await detections.attached().first?.watchers == 1 }
            // The end of an unrelated reader has no effect.
            try await detections.subscribe(DetectionQuery()).end()
            attached = await detections.attached()
            #expect(attached.map(\.state) == [.listening])
            second.end()
            await eventually("nobody is listened to") { await detections.attached().isEmpty }
            await eventually("it is disconnected") { await gateway.connections.list().isEmpty }
        }
    }

    @Test("what is attached for readers can be kept beyond them, and is then attached once")
    func kept() async throws {
        try await withGateway { gateway in
            let detections = gateway.detections
            let reader = try await detections.subscribe(DetectionQuery(), attaching: Self.request)
            let kept = try await detections.attach(Self.request)
            #expect(kept.kept && kept.watchers == 1)
            await #expect(throws: DetectionError.alreadyAttached(Self.request.device, id: kept.id)) {
                try await detections.attach(Self.request)
            }
            reader.end()
            await eventually("nobody watches") { await detections.attached().first?.watchers == 0 }
            // A reader that comes and goes does not end the attachment either.
            let late = try await detections.subscribe(DetectionQuery(), attaching: Self.request)
            late.end()
            await eventually("nobody watches") { await detections.attached().first?.watchers == 0 }
            let attached = await detections.attached()
            #expect(attached.map(\.id) == [kept.id])
            try await detections.detach(kept.id)
            let none = await detections.attached()
            #expect(none.isEmpty)
        }
    }

    @Test("a reader whose FlockFinder is one too many is not let in")
    func tooMany() async throws {
        try await withGateway { gateway in
            let detections = gateway.detections
            for number in 1...DetectionService.attachmentLimit {
                _ = try await detections.attach(AttachmentRequest(device: "F\(number)"))
            }
            await #expect(throws: DetectionError.tooManyAttached(limit: DetectionService.attachmentLimit)) {
                try await detections.subscribe(DetectionQuery(), attaching: Self.request)
            }
            #expect(detections.readers.isEmpty)
            // A device that is already attached does not count again.
            try await detections.subscribe(DetectionQuery(), attaching: AttachmentRequest(device: "F8")).end()
        }
    }
}
