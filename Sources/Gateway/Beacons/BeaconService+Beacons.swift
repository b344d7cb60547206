import Advertising
import BeaconTracking
import GatewayModel
import LineFormats
import Store

/// Requests about beacons.
extension BeaconService {
    /// Returns stored beacons in the order of their identities.
    ///
    /// - Parameters:
    ///   - after: Identity after which the list begins.
    ///   - limit: 1...1000.
    package func beaconList(after: BeaconIdentity?, limit: Int) async throws -> BeaconList {
        try await load()
        // Includes the adverts of the current minute.
        await storeHistory()
        let beacons = try await store.beacons.list(after: after, limit: limit)
        let now = clock.now()
        return BeaconList(
            beacons: beacons.map { describe($0, at: now) },
            next: beacons.count == limit ? beacons.last?.identity.description : nil)
    }

    /// Returns the beacon with this alias; nil where there is none.
    package func beacon(alias: String) async throws -> BeaconDescription? {
        try await load()
        return try await store.beacons.find(alias: alias).map { describe($0, at: clock.now()) }
    }

    /// Returns one beacon, stored or heard now.
    ///
    /// - Throws: ``GatewayError/unknownBeacon(_:)``.
    package func beacon(_ identity: BeaconIdentity) async throws -> BeaconDescription {
        try await load()
        await storeHistory()
        let now = clock.now()
        if let known = try await store.beacons.find(identity) { return describe(known, at: now) }
        guard let heard = tracker.beacon(identity, at: now) else { throw GatewayError.unknownBeacon("\(identity)") }
        return BeaconDescription(
            uuid: identity.uuid, major: Int(identity.major), minor: Int(identity.minor), alias: nil,
            calibration: nil, firstSeen: timestamp(heard.firstSeen),
            lastSeen: timestamp(heard.lastSeen), now: range(heard, at: now))
    }

    /// Gives a beacon an alias, whether or not it was heard, or removes its alias.
    ///
    /// - Throws: ``GatewayError/invalidBeaconAlias(_:)``; `StoreError`, also where another beacon
    ///   has the alias.
    package func setAlias(_ alias: String?, of identity: BeaconIdentity) async throws -> BeaconDescription {
        try await load()
        if let alias, !BeaconService.isBeaconAlias(alias) { throw GatewayError.invalidBeaconAlias(alias) }
        let before = try await known(identity, where: alias == nil)
        try await changing.take {
            try await store.beacons.setAlias(alias, of: identity)
            aliases[identity] = alias
        }
        return try await describe(identity, before)
    }

    /// Saves the measured power of a beacon at one metre, or removes it.
    package func setCalibration(
        _ calibration: BeaconCalibrationRecord?, of identity: BeaconIdentity
    ) async throws -> BeaconDescription {
        try await load()
        let before = try await known(identity, where: calibration == nil)
        try await changing.take {
            try await store.beacons.setCalibration(
                calibration.map {
                    StoredCalibration(
                        powerAt1mDBm: $0.powerAt1m, spreadDB: $0.spread, samples: $0.samples,
                        calibratedMicroseconds: timeOfDay().microsecondsSince1970)
                }, of: identity)
            tracker.calibrate(identity, calibration.map { BeaconCalibration(powerAt1mDBm: $0.powerAt1m) })
        }
        return try await describe(identity, before)
    }

    /// Returns the present description of a beacon from which something is to be removed.
    private func known(_ identity: BeaconIdentity, where isWanted: Bool) async throws -> BeaconDescription? {
        isWanted ? try await beacon(identity) : nil
    }

    /// - Parameter before: Earlier description, for a beacon of which nothing else is stored.
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

    /// Deletes a beacon with its alias, its calibration and its history.
    ///
    /// - Throws: ``GatewayError/unknownBeacon(_:)``; `StoreError`.
    package func forgetBeacon(_ identity: BeaconIdentity) async throws {
        try await load()
        // The adverts of the current minute would otherwise add the beacon again.
        await storeHistory()
        try await changing.take {
            guard try await store.beacons.forget(identity) else { throw GatewayError.unknownBeacon("\(identity)") }
            aliases[identity] = nil
            tracker.calibrate(identity, nil)
        }
    }

    /// Returns summaries of minutes, oldest first.
    ///
    /// - Parameters:
    ///   - identity: Beacon to report; nil = every beacon.
    ///   - range: Microseconds since 1970; covers the minutes that begin in it.
    ///   - after: Position after which the page begins: ``HistoryPage/next`` of the previous page.
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
                try await store.history.list(of: identity, from: from, to: to, after: cursor, limit: limit)
            } else {
                try await store.history.list(from: from, to: to, after: cursor, limit: limit)
            }
        return HistoryPage(
            intervals: records.map(BeaconInterval.init),
            next: records.count == limit ? records.last.map { "\($0.cursor)" } : nil)
    }

    /// Returns whether a text can be a beacon's alias: 1...64 characters without control characters
    /// and slashes, with no blank at either end.
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
