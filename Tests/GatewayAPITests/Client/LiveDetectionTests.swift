import TestSupport
import FlockFinder
import Foundation
import GatewayTestSupport
import GatewayModel
import SimulatedDongle
import Store
import Testing

@testable import GatewayClient

/// Detection through the client, against the real server with a simulated dongle, which hears a
/// simulated FlockFinder.
@Suite(.timeLimit(.minutes(2))) struct LiveDetectionTests {
    private static func store(_ drafts: [PatternDraft]) async throws -> Store {
        let store = try Store.inMemory()
        try await store.patterns.change(drafts.map(PatternChange.add), atMicroseconds: 1)
        return store
    }

    @Test("a device on the air is found, told of and listed")
    func onTheAir() async throws {
        let store = try await Self.store([PatternDraft(try Pattern(.bleName, "flockfinder", deviceType: "Finder"))])
        try await withLiveClient(store: store) { client in
            var hasStarted = false
            for try await line in try await client.liveDetections() {
                switch line {
                case .start: hasStarted = true
                case .device(let device):
                    #expect(device.key == "ble:f4:12:fa:5c:00:01" && device.deviceTypes == ["Finder"])
                    #expect(device.name == "FlockFinder-S3" && device.methods == [.bleName])
                    #expect(device.tier == .high && device.simulated == true && device.sources.count == 1)
                case .missed, .idle: continue
                }
                if case .device = line { break }
            }
            #expect(hasStarted)
            let list = try await client.detections()
            #expect(list.detections.map(\.key) == ["ble:f4:12:fa:5c:00:01"] && list.next == nil)
            #expect(list.status.patterns >= 1 && list.status.sightings > 0)
            let removed = try await client.clearDetections().removed
            #expect(removed == 1)
        }
    }

    @Test("a FlockFinder that is attached says what it has found, until it is detached")
    func attached() async throws {
        let store = try await Self.store([
            PatternDraft(try Pattern(.ssid, "Flock-", deviceType: "Flock Safety"), confidence: 70)
        ])
        try await withLiveClient(store: store) { client in
            let attached = try await client.attachFlockFinder(AttachmentRequest(device: "FlockFinder-S3"))
            #expect(attached.state == .connecting && attached.connections == 0)
            try await refused("already-attached", 409) {
                _ = try await client.attachFlockFinder(AttachmentRequest(device: "FlockFinder-S3"))
            }
            var found: DetectionDescription?
            for try await line in try await client.liveDetections() {
                if case .device(let device) = line {
                    found = device
                    break
                }
            }
            let device = try #require(found)
            #expect(device.key == "ssid:Flock-3A21F0" && device.radio == .wifi && device.address == nil)
            #expect(device.deviceTypes == ["Flock Safety"] && device.confidence == 70 && device.tier == .medium)
            #expect(device.rssi == -71 && device.sources == ["ble:f4:12:fa:5c:00:01"] && device.simulated == true)
            let listening = try await client.attachedFlockFinders().attached
            #expect(listening.map(\.state) == [.listening] && listening.map(\.address) == ["f4:12:fa:5c:00:01"])
            #expect(listening.first?.connections == 1 && listening.first?.unreadable == 0)
            #expect(listening.first?.notifications ?? 0 > 0 && listening.first?.detections ?? 0 > 0)
            try await client.detachFlockFinder(attached.id)
            let none = try await client.attachedFlockFinders().attached
            #expect(none.isEmpty)
            try await refused("not-attached", 404) { try await client.detachFlockFinder(attached.id) }
            // The connection is free for other clients.
            try await eventually("it is free") { try await client.connections().connections.isEmpty }
        }
    }

    @Test(
        "a FlockFinder that a stream asks for is listened to until the stream ends"
    )
    func boundToStream() async throws {
        try await withLiveClient(dongle: false) { client in
            let device = AttachmentRequest(device: "FlockFinder S3+é&")
            let stream = Task {
                for try await line in try await client.liveDetections(listeningTo: device) {
                    if case .device = line { break }
                }
            }
            try await eventually("it is attached") { try await !client.attachedFlockFinders().attached.isEmpty }
            let attached = try await client.attachedFlockFinders().attached
            #expect(attached.map(\.device) == [device.device] && attached.map(\.kept) == [false])
            #expect(attached.map(\.watchers) == [1])
            let status = try await client.status().detection
            #expect(status.attached == 1 && status.listening == 0)
            // A cancelled stream closes its connection without notice.
            stream.cancel()
            try await eventually("it is not attached any more") {
                try await client.attachedFlockFinders().attached.isEmpty
            }
            _ = await stream.result
            try await refused("invalid-parameter", 400) {
                _ = try await client.liveDetections(
                    listeningTo: AttachmentRequest(device: String(repeating: "x", count: 249)))
            }
        }
    }

    @Test("what a simulated FlockFinder tells is read")
    func simulated() async throws {
        try await withLiveClient(scenario: "flockfinder") { client in
            _ = try await client.attachFlockFinder(AttachmentRequest(device: "34-85-18-00-04-11"))
            try await eventually("it tells of a detection") {
                try await client.attachedFlockFinders().attached.first?.detections ?? 0 > 0
            }
            let attached = try await client.attachedFlockFinders().attached.first
            #expect(attached?.unreadable == 0)
        }
    }

    @Test("Wi-Fi networks that a dongle hears are found by SSID and by address, and a hidden one by its address")
    func wifi() async throws {
        try await withLiveClient(scenario: "flockfinder") { client in
            // Of the bundled patterns, one for SSIDs and one for addresses are enabled.
            var found: [String: DetectionDescription] = [:]
            for try await line in try await client.liveDetections() {
                if case .device(let device) = line, device.radio == .wifi { found[device.key] = device }
                if found.count >= 2 { break }
            }
            let named = try #require(found["wifi:c0:35:32:00:04:21"])
            #expect(named.name == "Flock-A1B2C3" && named.methods.contains(.ssid) && named.channel == 6)
            let hidden = try #require(found["wifi:b4:1e:52:00:04:22"])
            #expect(hidden.name == nil && hidden.methods == [.wifiMAC] && hidden.simulated == true)
            let status = try await client.detections().status
            #expect(status.wifiLost == 0)
        }
    }

    @Test("a pattern that is switched off is not found any more, and one that is added is, at once")
    func atOnce() async throws {
        try await withLiveClient(scenario: "flockfinder") { client in
            let before = try await client.detections().status.patterns
            _ = try await client.addPattern(
                PatternDefinition(kind: .bleName, pattern: "Kitchen", type: "Thermometer"))
            let after = try await client.detections().status.patterns
            #expect(after == before + 1)
            var name: String?
            for try await case .device(let device) in try await client.liveDetections(type: "Thermometer") {
                name = device.name
                break
            }
            #expect(name == "Kitchen")
        }
    }

    @Test("a device without the four characteristics is no FlockFinder, and that is said")
    func notOne() async throws {
        try await withLiveClient { client in
            _ = try await client.attachFlockFinder(AttachmentRequest(device: "48:87:2d:11:00:01"))
            try await eventually("it is said") {
                try await client.attachedFlockFinders().attached.first?.lastError != nil
            }
            let error = try await client.attachedFlockFinders().attached.first?.lastError
            #expect(error?.code == "not-a-flockfinder")
        }
    }

    @Test("what is muted is listed as such, and taken away again")
    func mutes() async throws {
        try await withLiveClient(dongle: false) { client in
            let mutes = [
                DetectionMuteRecord(kind: .address, value: "f4:12:fa:5c:00:01"),
                DetectionMuteRecord(kind: .tier, value: "low"), DetectionMuteRecord(kind: .type, value: "A & B"),
            ]
            for mute in mutes { _ = try await client.muteDetections(mute) }
            let kept = try await client.detectionMutes().mutes
            #expect(kept == mutes)
            for mute in mutes { try await client.unmuteDetections(kind: mute.kind, value: mute.value) }
            let left = try await client.detectionMutes().mutes
            #expect(left.isEmpty)
            try await refused("not-muted", 404) {
                try await client.unmuteDetections(kind: mutes[0].kind, value: mutes[0].value)
            }
            try await refused("bad-mute", 400) {
                _ = try await client.muteDetections(DetectionMuteRecord(kind: .tier, value: "top"))
            }
        }
    }
}
