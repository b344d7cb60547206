import Recording

/// A recording that is replayed.
///
/// It starts with the first scan. Unless dropping is allowed, it pauses while no scan runs and
/// waits for room in the dongle's queue, so that every advert arrives.
package struct Replay: Sendable {
    /// Speed of the replay.
    package enum Speed: Sendable, Hashable {
        /// Factor above 0; 1 = as recorded.
        case times(Double)
        /// As fast as the dongle accepts the adverts.
        case maximum
    }

    /// Options of the replay.
    package struct Options: Sendable, Hashable {
        /// Speed of the replay.
        package var speed: Speed
        /// Whether the replay starts again at its end, forever.
        package var loops: Bool
        /// Whether adverts are dropped if the dongle has no room for them, as on a real radio.
        package var drops: Bool

        package init(speed: Speed = .times(1), loops: Bool = false, drops: Bool = false) {
            self.speed = speed
            self.loops = loops
            self.drops = drops
        }
    }

    /// Pause between the end of a looping recording and its next start, at recorded speed.
    private static let loopPauseSeconds = 0.1
    /// Room that one advert of 31 bytes takes in the dongle, including the fields around it.
    private static let roomUnitBytes = 31 + 13

    /// Options of the replay.
    package let options: Options
    /// Number of adverts given to the dongle so far.
    package private(set) var delivered = 0
    /// Whether the last advert has been given to the dongle.
    package private(set) var isFinished: Bool

    private let adverts: [RecordedAdvert]
    private var index = 0
    /// Time that corresponds to time zero of the recording; nil before the replay started.
    private var origin: Duration?
    private var pausedAt: Duration?

    package init(adverts: [RecordedAdvert], options: Options = Options()) {
        self.adverts = adverts
        self.options = options
        isFinished = adverts.isEmpty
    }

    /// Time of the next advert, whether or not there is room for it; nil while the replay does not
    /// run.
    var nextDue: Duration? {
        guard !isFinished, pausedAt == nil, let origin else { return nil }
        return origin + offset(of: index)
    }

    /// Starts the replay, or resumes it after a pause, because a scan has started.
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

    /// Passes every due advert to `hear`.
    ///
    /// - Parameters:
    ///   - room: Number of adverts of 31 bytes that the dongle can accept now. Ignored if the
    ///     replay may drop adverts.
    ///   - limit: Largest number of adverts to give.
    /// - Returns: Number of adverts given.
    mutating func deliver(at now: Duration, room: Int, limit: Int, hear: (RecordedAdvert) -> Void) -> Int {
        var room = room
        var count = 0
        while count < limit, let due = nextDue, due <= now {
            let advert = adverts[index]
            if !options.drops {
                // The dongle truncates longer adverts.
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

    /// Returns the offset of an advert from the first one. Recordings are not always in order of
    /// time, so the offset is never negative.
    private func offset(of index: Int) -> Duration {
        scaled(max(0, adverts[index].timeSeconds - adverts[0].timeSeconds))
    }

    private func scaled(_ seconds: Double) -> Duration {
        switch options.speed {
        case .maximum: .zero
        case .times(let factor): .seconds(min(seconds / factor, Replay.longestSeconds))
        }
    }

    /// A hundred years. This limit keeps every time representable, whatever the recording and the
    /// speed are.
    private static let longestSeconds = 3_155_760_000.0
}
