import Advertising
import BeaconTracking
import GatewayModel
import JSONLines
import Store

/// Beacons, as they are asked for.
extension BeaconService {
    /// Beacons that are kept, in the order of their identities.
    ///
    /// - Parameters:
    ///   - after: Only those behind it.
    ///   - limit: 1...1000.
    package func beaconList(after: BeaconIdentity?, limit: Int) async throws -> BeaconList {
        try await load()
        // What was heard in this minute counts, too.
        await storeHistory()
        let beacons = try await store.beacons(after: after, limit: limit)
        let now = clock.now()
        return BeaconList(
            beacons: beacons.map { describe($0, at: now) },
            next: beacons.count == limit ? beacons.last?.identity.description : nil)
    }

    /// The beacon with this name; nil where there is none.
    package func beacon(alias: String) async throws -> BeaconDescription? {
        try await load()
        return try await store.beacon(alias: alias).map { describe($0, at: clock.now()) }
    }

    /// One beacon, known or heard now.
    ///
    /// - Throws: ``GatewayError/unknownBeacon(_:)``.
    package func beacon(_ identity: BeaconIdentity) async throws -> BeaconDescription {
        try await load()
        await storeHistory()
        let now = clock.now()
        if let known = try await store.beacon(identity) { return describe(known, at: now) }
        guard let heard = tracker.beacon(identity, at: now) else { throw GatewayError.unknownBeacon("\(identity)") }
        return BeaconDescription(
            uuid: identity.uuid, major: Int(identity.major), minor: Int(identity.minor), alias: nil,
            calibration: nil, firstSeen: timestamp(heard.firstSeen),
            lastSeen: timestamp(heard.lastSeen), now: range(heard, at: now))
    }

    /// Names a beacon, heard or not, or takes its name away.
    ///
    /// - Throws: ``GatewayError/invalidBeaconAlias(_:)``; `StoreError`, also where the name is another's.
    package func setAlias(_ alias: String?, of identity: BeaconIdentity) async throws -> BeaconDescription {
        try await load()
        if let alias, !BeaconService.isBeaconAlias(alias) { throw GatewayError.invalidBeaconAlias(alias) }
        let before = try await known(identity, where: alias == nil)
        try await changing.take {
            try await store.setAlias(alias, of: identity)
            aliases[identity] = alias
        }
        return try await describe(identity, before)
    }

    /// Keeps what was measured of a beacon at one metre, or forgets it.
    package func setCalibration(
        _ calibration: BeaconCalibrationRecord?, of identity: BeaconIdentity
    ) async throws -> BeaconDescription {
        try await load()
        let before = try await known(identity, where: calibration == nil)
        try await changing.take {
            try await store.setCalibration(
                calibration.map {
                    StoredCalibration(
                        powerAt1mDBm: $0.powerAt1m, spreadDB: $0.spread, samples: $0.samples,
                        calibratedMicroseconds: timeOfDay().microsecondsSince1970)
                }, of: identity)
            tracker.calibrate(identity, calibration.map { BeaconCalibration(powerAt1mDBm: $0.powerAt1m) })
        }
        return try await describe(identity, before)
    }

    /// What was known of a beacon from which something is to be taken away.
    private func known(_ identity: BeaconIdentity, where isWanted: Bool) async throws -> BeaconDescription? {
        isWanted ? try await beacon(identity) : nil
    }

    /// - Parameter before: What it was; nothing else may be left of it.
    private func describe(
        _ identity: BeaconIdentity, _ before: BeaconDescription?
    ) async throws -> BeaconDescription {
        do {
            return try await beacon(identity)
        } catch GatewayError.unknownBeacon {
            guard before != nil else { throw GatewayError.unknownBeacon("\(identity)") }
            return BeaconDescription(
                uuid: identity.uuid, major: Int(identity.major), minor: Int(identity.minor), alias: nil,
                calibration: nil, firstSeen: nil, lastSeen: nil, now: nil)
        }
    }

    /// Forgets a beacon with its name, its calibration and its history.
    ///
    /// - Throws: ``GatewayError/unknownBeacon(_:)``; `StoreError`.
    package func forgetBeacon(_ identity: BeaconIdentity) async throws {
        try await load()
        // What was heard of it in this minute would bring it back.
        await storeHistory()
        try await changing.take {
            guard try await store.forgetBeacon(identity) else { throw GatewayError.unknownBeacon("\(identity)") }
            aliases[identity] = nil
            tracker.calibrate(identity, nil)
        }
    }

    /// Summaries, oldest first.
    ///
    /// - Parameters:
    ///   - identity: Nil = of every beacon.
    ///   - range: Microseconds since 1970; the minutes that begin in it.
    ///   - after: Only those behind it: ``HistoryPage/next`` of the page before.
    ///   - limit: 1...10,000.
    package func history(
        of identity: BeaconIdentity?, in range: Range<Int64>, after: String?, limit: Int
    ) async throws -> HistoryPage {
        await storeHistory()
        let cursor = try after.map { text in
            guard let cursor = HistoryCursor(text) else {
                throw GatewayError.invalidValue(text, of: "after", expected: "what the page before says")
            }
            return cursor
        }
        let (from, to) = (range.lowerBound, range.upperBound)
        let records =
            if let identity {
                try await store.history(of: identity, from: from, to: to, after: cursor, limit: limit)
            } else {
                try await store.history(from: from, to: to, after: cursor, limit: limit)
            }
        return HistoryPage(
            intervals: records.map(BeaconInterval.init),
            next: records.count == limit ? records.last.map { "\($0.cursor)" } : nil)
    }

    /// Whether a beacon can be called so: 1...64 characters without control characters and slashes, no blank at either end.
    static func isBeaconAlias(_ text: String) -> Bool {
        (1...64).contains(text.unicodeScalars.count) && text.first != " " && text.last != " "
            && text.unicodeScalars.allSatisfy { $0 != "/" && $0.properties.generalCategory != .control }
    }

    private func describe(_ known: KnownBeacon, at now: Duration) -> BeaconDescription {
        BeaconDescription(
            uuid: known.identity.uuid, major: Int(known.identity.major), minor: Int(known.identity.minor),
            alias: known.alias,
            calibration: known.calibration.map {
                BeaconCalibrationRecord(
                    powerAt1m: $0.powerAt1mDBm, samples: $0.samples, spread: $0.spreadDB,
                    at: Timestamp(microsecondsSince1970: $0.calibratedMicroseconds))
            },
            firstSeen: known.firstSeenMicroseconds.map(Timestamp.init(microsecondsSince1970:)),
            lastSeen: known.lastSeenMicroseconds.map(Timestamp.init(microsecondsSince1970:)),
            now: tracker.beacon(known.identity, at: now).map { range($0, at: now) })
    }
}

extension BeaconInterval {
    init(_ record: HistoryRecord) {
        let entry = record.entry
        self.init(
            ts: Timestamp(microsecondsSince1970: record.startMicroseconds), uuid: entry.beacon.uuid,
            major: Int(entry.beacon.major), minor: Int(entry.beacon.minor), dongle: entry.dongle, count: entry.count,
            rssiMin: (entry.rssi?.minimum).map(Int.init), rssiMean: entry.rssi?.mean,
            rssiMax: (entry.rssi?.maximum).map(Int.init), distance: entry.distanceM)
    }
}
