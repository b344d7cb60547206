import Advertising
import DongleLink
import DongleProtocol
import Recording
import SimulatedDongle

/// The recording of six rooms as six simulated dongles report it. The sightings of each gateway are
/// on the air of one dongle and pass through the firmware core, a serial line of 115,200 baud, the
/// frames and the link, in virtual time and one room after another. Only adverts that reach the
/// host are used, at the time that the link gives them.
package struct RoomsThroughDongles: Sendable {
    /// Counts of one room's recording.
    package struct Count: Sendable, Hashable {
        /// Adverts on the air of the room's dongle.
        package var sent = 0
        package var received = 0
        /// Adverts that the dongle or the link reported as lost.
        package var lost: UInt64 = 0
        /// Advert numbers that the dongle assigned.
        package var numbered: UInt32 = 0
    }

    /// Reasons why a room could not be counted.
    package enum Failure: Error {
        case notLive(room: UInt16), refused(room: UInt16), noEnd(room: UInt16)
    }

    /// Sightings at the times that the link gives them, in the order of these times.
    package let recording: SixRooms
    package let counts: [UInt16: Count]
    /// Largest error in the time of a sighting.
    package let worstTimeError: Duration

    package init(_ recording: SixRooms) throws {
        let begin = recording.sightings.first?.at ?? .zero
        var (sightings, counts): ([SixRooms.Sighting], [UInt16: Count]) = ([], [:])
        var worst = Duration.zero
        for (room, sent) in Dictionary(grouping: recording.sightings, by: \.room).sorted(by: { $0.key < $1.key }) {
            let relay = try Relay(room: room, sent: sent, begin: begin)
            let received = try relay.run()
            counts[room] = relay.count
            sightings += received
            // Sent and received sightings can be paired only where none is missing.
            guard received.count == sent.count else { continue }
            for (one, other) in zip(sent, received) { worst = max(worst, max(one.at - other.at, other.at - one.at)) }
        }
        // Sightings of the same time are ordered by room.
        sightings.sort { ($0.at, $0.room) < ($1.at, $1.room) }
        self.recording = SixRooms(sightings: sightings)
        self.counts = counts
        worstTimeError = worst
    }
}

/// The path of one room's sightings: its dongle, the line and the link.
private final class Relay: VirtualLink.Observer {
    let room: UInt16
    let begin: Duration
    var count: RoomsThroughDongles.Count
    private let link: VirtualLink
    private var received: [SixRooms.Sighting] = []
    /// Link time at which the recording began: the time of an advert without a beacon, the first on
    /// the air.
    private var origin: Duration?
    private var ended: UInt32?

    init(room: UInt16, sent: [SixRooms.Sighting], begin: Duration) throws {
        self.room = room
        self.begin = begin
        count = RoomsThroughDongles.Count(sent: sent.count)
        let first = RecordedAdvert(
            timeSeconds: 0, address: BluetoothAddress(1), addressType: .public, pdu: .nonConnectable, rssiDBm: -40,
            channel: 37, data: [])
        let adverts = sent.map { sighting in
            let beacon = IBeacon(identity: sighting.identity, measuredPowerDBm: sighting.measuredPowerDBm)
            return RecordedAdvert(
                timeSeconds: (sighting.at - begin) / .seconds(1), address: sighting.address, addressType: .random,
                pdu: .nonConnectable, rssiDBm: sighting.rssiDBm, channel: 37,
                data: [26, 0xFF, 0x4C, 0x00] + beacon.manufacturerData.bytes)
        }
        link = try VirtualLink(
            scenario: .named("empty"), line: LineConditions(baud: 115_200), seed: UInt64(room),
            replay: Replay(adverts: [first] + adverts, options: .init(speed: .times(1), drops: true)))
    }

    func run() throws -> [SixRooms.Sighting] {
        guard link.start() else { throw RoomsThroughDongles.Failure.notLive(room: room) }
        link.forgetActions()
        guard case .success? = link.outcome(ScanStartRequest(mode: .passive, minimumRSSI: -127, batchingMs: 20)) else {
            throw RoomsThroughDongles.Failure.refused(room: room)
        }
        link.session.setScanning(true, now: link.now)
        for action in link.actions { happened(action) }
        link.forgetActions()
        link.observer = self
        defer { link.observer = nil }
        let dongle = link.dongle
        guard link.run(limit: .seconds(4 * 3600), until: { dongle.replayedAdverts > count.sent }) else {
            throw RoomsThroughDongles.Failure.noEnd(room: room)
        }
        _ = link.submit(ScanStopRequest())
        guard link.run(limit: .seconds(60), until: { ended != nil && numbersSeen >= ended ?? 0 }) else {
            throw RoomsThroughDongles.Failure.noEnd(room: room)
        }
        // The advert that only marks the beginning is not counted.
        count.numbered = (ended ?? 0) - 1
        return received
    }

    /// Advert numbers that are accounted for.
    private var numbersSeen: UInt32 { UInt32(count.received) + UInt32(count.lost) + (origin == nil ? 0 : 1) }

    func happened(_ action: LinkSession.Action) {
        switch action {
        case .adverts(let batch, let lost):
            count.lost += lost
            var clock = link.session.clock
            let sightings = Sighting.all(in: batch) { uptime in
                Int64((clock.hostTime(ofUptimeMs: uptime) ?? .zero) / .microseconds(1))
            }
            for sighting in sightings { take(sighting) }
        case .advertsLost(let lost): count.lost += lost
        default: return
        }
    }

    private func take(_ sighting: Sighting) {
        let time = Duration.microseconds(sighting.microsecondsSince1970)
        guard let origin else {
            origin = time
            return
        }
        count.received += 1
        guard case .iBeacon(let beacon)? = ParsedAdvert(sighting.data).beacon else { return }
        received.append(
            SixRooms.Sighting(
                at: begin + time - origin, room: room, identity: beacon.identity,
                measuredPowerDBm: beacon.measuredPowerDBm, rssiDBm: sighting.rssiDBm))
    }

    func completed(_ token: RequestToken, _ result: Result<[UInt8], LinkError>) {
        guard case .success(let bytes) = result, let answer = try? ScanStopAnswer(decoding: bytes) else { return }
        ended = answer.next
    }

    func closed(_ statistics: LinkStatistics) {}
}
