import Foundation
import GatewayModel
import LineFormats
import TestSupport
import Testing

@Suite struct ModelTests {
    private let moment = Timestamp(microsecondsSince1970: 1_767_637_845_123_456)

    private func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private func roundTrip<Value: Codable & Equatable>(_ value: Value) throws {
        #expect(try JSONDecoder().decode(Value.self, from: try JSONEncoder().encode(value)) == value)
    }

    private var dongle: DongleStatus {
        DongleStatus(
            id: "53494d3030303031", alias: "bar", port: "/dev/ttyACM0", state: .live, since: moment, simulated: true,
            scanning: true, firmware: "sim 0.1.0", retryInMs: 500,
            lastError: ErrorReport(at: moment, code: "port-lost", message: "m", hint: "h"), outages: 2,
            link: LinkQuality(
                roundTripMs: 1.5, framesReceived: 1, framesSent: 2, framesRejected: 3, retransmissions: 4, sessions: 5,
                adverts: 6, advertsLost: 7, advertsMissed: 8))
    }

    @Test("what is written is read")
    func roundTrips() throws {
        try roundTrip(DongleList(dongles: [dongle]))
        try roundTrip(
            GatewayStatus(
                name: "bar", version: "0.2.0", api: 1, pid: 7, startedAt: moment, uptimeSeconds: 3, isDaemon: true,
                simulated: true,
                dongles: [dongle],
                scan: ScanStatus(wanted: true, always: false, mode: .active, minimumRSSI: -90),
                queues: QueueStatus(advertReaders: 1, eventReaders: 2, advertsMissed: 3, eventsMissed: 4),
                tracking: TrackingStatus(
                    ranging: true, monitoring: true, listening: true, regions: 1, inside: 1, beacons: 2, capacity: 3,
                    sightings: 4, floodOfAddress: 5, floodOfUUID: 6, evicted: 7, receptionsDropped: 8,
                    readers: 9, missed: 10, historyDropped: 11, transitionsDropped: 12),
                detection: DetectionStatus(
                    active: true, patterns: 1, devices: 2, capacity: 3, sightings: 4, evicted: 5, wifiLost: 6,
                    eventsSuppressed: 7, notStored: 8, missed: 9, attached: 10, listening: 11),
                notifications: [
                    NotificationStatus(
                        kind: .webhook, destination: "http://127.0.0.1/", delivered: 1, failed: 2, dropped: 3,
                        givenUp: 4, waiting: 5, lastError: "e")
                ],
                store: StoreStatus(
                    path: nil, recording: true, error: nil, sizeBytes: 4096, schema: "1-initial", events: 5,
                    unrecorded: 6, restored: true, replaced: "/x"), lastError: nil))
        try roundTrip(
            Problem(
                title: "Conflict", status: 409, detail: "d", code: "alias-taken", hint: "h", retryable: false,
                outcome: .notDone, exitCode: 64))
        try roundTrip(
            ServiceList(services: [
                ServiceDescription(
                    uuid: "180f", firstHandle: 1, lastHandle: 0xFFFF,
                    characteristics: [
                        CharacteristicDescription(
                            uuid: "2a19", declaration: 2, handle: 3, properties: ["read", "notify"],
                            descriptors: [DescriptorDescription(uuid: "2902", handle: 4)])
                    ])
            ]))
    }

    @Test("keys are words with underscores")
    func keys() throws {
        let written = try text(dongle)
        for key in ["retry_in_ms", "last_error", "round_trip_ms", "adverts_lost", "frames_rejected"] {
            #expect(written.contains("\"\(key)\":"), "\(key)")
        }
        #expect(
            try text(ConnectionRequest(address: "48:87:2d:11:00:01", addressType: .public, timeoutMs: 1, leaseMs: 2))
                == #"{"address":"48:87:2d:11:00:01","address_type":"public","lease_ms":2,"timeout_ms":1}"#)
        #expect(
            try text(IdentificationRequest(durationMs: 5)) == #"{"duration_ms":5}"#)
        #expect(
            try text(Health(status: .ok, version: "0.2.0", api: 1)) == #"{"api":1,"status":"ok","version":"0.2.0"}"#)
    }

    @Test("a problem's type follows from its code, and its keys are those of RFC 9457 and more")
    func problem() throws {
        let problem = Problem(
            title: "Not Found", status: 404, detail: "d", code: "unknown-dongle", hint: "h", retryable: false,
            exitCode: 69)
        #expect(
            try text(problem)
                == #"{"code":"unknown-dongle","detail":"d","exit_code":69,"hint":"h","retryable":false,"status":404,"#
                + #""title":"Not Found","type":"urn:perch:problem:unknown-dongle"}"#)
    }

    @Test("a line of adverts is read whatever else it says")
    func advertLine() throws {
        let line = """
            {"v":1,"ts":"2026-01-05T18:30:45.123456Z","type":"advert","dongle":"d","number":4294967295,\
            "address":"c3:00:00:00:01:01","address_type":"random","pdu":"ADV_IND","rssi":-128,"channel":39,\
            "truncated":true,"name":"n","beacon":{"type":"ibeacon"},"data":"","simulated":true,"later":[1]}
            """
        let read = try JSONDecoder().decode(AdvertLine.self, from: Data(line.utf8))
        #expect(read.ts == moment && read.number == .max && read.rssi == -128 && read.channel == 39)
        #expect(read.truncated == true && read.simulated == true && read.data.isEmpty)
    }

    @Test("a time that is none is refused")
    func badTime() {
        let line = #"{"dongle":null,"count":1}"#
        #expect(throws: Never.self) { try JSONDecoder().decode(CountLine.self, from: Data(line.utf8)) }
        let log = #"{"type":"log","ts":"yesterday"}"#
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(DongleLogLine.self, from: Data(log.utf8)) }
    }

    @Test("every type of event has a mark of its own")
    func marks() {
        #expect(Set(EventType.allCases.map(\.mark)).count == EventType.allCases.count)
        #expect(EventType(rawValue: "regionEnter") == .regionEnter)
    }
}
