import Recording

/// A recording that is heard again.
///
/// It begins with the first scan. Unless it may drop, it stands still while no scan runs and waits for room in the
/// dongle's queue, so that every advert arrives.
package struct Replay: Sendable {
    /// How fast it is heard.
    package enum Speed: Sendable, Hashable {
        /// 1 = as recorded. Above 0.
        case times(Double)
        /// As fast as the dongle takes them.
        case maximum
    }

    /// How it is heard.
    package struct Options: Sendable, Hashable {
        /// How fast it is heard.
        package var speed: Speed
        /// Whether it begins anew at its end, for ever.
        package var loops: Bool
        /// Whether adverts for which the dongle has no room are dropped, as on a real radio.
        package var drops: Bool

        package init(speed: Speed = .times(1), loops: Bool = false, drops: Bool = false) {
            self.speed = speed
            self.loops = loops
            self.drops = drops
        }
    }

    /// The pause between the end of a recording that loops and its next beginning, at recorded speed.
    private static let loopPauseSeconds = 0.1
    /// What one advert of 31 bytes takes of the dongle's room, with the fields around it.
    private static let roomUnitBytes = 31 + 13

    /// How it is heard.
    package let options: Options
    /// Adverts given to the dongle so far.
    package private(set) var delivered = 0
    /// Whether its last advert has been given.
    package private(set) var isFinished: Bool

    private let adverts: [RecordedAdvert]
    private var index = 0
    /// When the advert at time zero of the recording is due; nil before it began.
    private var origin: Duration?
    private var pausedAt: Duration?

    package init(adverts: [RecordedAdvert], options: Options = Options()) {
        self.adverts = adverts
        self.options = options
        isFinished = adverts.isEmpty
    }

    /// When the next advert is due, whether or not there is room for it. Nil while it does not run.
    var nextDue: Duration? {
        guard !isFinished, pausedAt == nil, let origin else { return nil }
        return origin + offset(of: index)
    }

    /// A scan has started: begins, or goes on where it stood.
    mutating func scanStarted(at now: Duration) {
        if origin == nil { origin = now }
        if let pausedAt {
            origin = origin.map { $0 + (now - pausedAt) }
            self.pausedAt = nil
        }
    }

    mutating func scanStopped(at now: Duration) {
        guard !options.drops, origin != nil, pausedAt == nil else { return }
        pausedAt = now
    }

    /// Gives what is due.
    ///
    /// - Parameters:
    ///   - room: Adverts of 31 bytes that the dongle can take now. Not looked at when it may drop.
    ///   - limit: Most adverts to give.
    /// - Returns: How many were given.
    mutating func deliver(at now: Duration, room: Int, limit: Int, hear: (RecordedAdvert) -> Void) -> Int {
        var room = room
        var count = 0
        while count < limit, let due = nextDue, due <= now {
            let advert = adverts[index]
            if !options.drops {
                // The dongle cuts what is longer.
                let units = (min(advert.data.count, 255) + 13 + Replay.roomUnitBytes - 1) / Replay.roomUnitBytes
                guard units <= room else { break }
                room -= units
            }
            hear(advert)
            count += 1
            moveOn(from: due)
        }
        delivered += count
        return count
    }

    private mutating func moveOn(from due: Duration) {
        index += 1
        guard index == adverts.count else { return }
        if options.loops {
            index = 0
            origin = due + scaled(Replay.loopPauseSeconds)
        } else {
            isFinished = true
        }
    }

    /// Recordings are not always in order of time: none is due before the first.
    private func offset(of index: Int) -> Duration {
        scaled(max(0, adverts[index].timeSeconds - adverts[0].timeSeconds))
    }

    private func scaled(_ seconds: Double) -> Duration {
        switch options.speed {
        case .maximum: .zero
        case .times(let factor): .seconds(min(seconds / factor, Replay.longestSeconds))
        }
    }

    /// A hundred years: whatever a recording or a speed says, the time of an advert can be told.
    private static let longestSeconds = 3_155_760_000.0
}
