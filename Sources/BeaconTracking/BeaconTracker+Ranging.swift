import Advertising

extension BeaconTracker {
    /// Forgets beacons that were not heard for long, and ends a tick: ``RangedBeacon/rssiDBm``
    /// starts anew for every beacon.
    ///
    /// Proximity and nearest dongle are determined at ticks, so their hysteresis requires ticks
    /// about a second apart.
    ///
    /// - Returns: One entry for each identity, nearest first, in CoreLocation's order: by
    ///   proximity, then by accuracy, undetermined last.
    package mutating func tick(at now: Duration) -> [RangedBeacon] {
        let moment = advance(to: now)
        forget(at: moment.now)
        var ranged: [RangedBeacon] = []
        for slot in listed(at: moment.now) {
            slots[Int(slot)]?.forgetUnits(before: moment.now - configuration.forgottenAfter)
            let entry = BeaconTracker.range(&slots[Int(slot)], calibrations, moment, configuration)
            if let entry { ranged.append(entry) }
        }
        self.moment?.tick &+= 1
        return BeaconTracker.sorted(ranged)
    }

    /// Returns the current state of one beacon without ending a tick; nil if the beacon is not
    /// kept.
    package func beacon(_ identity: BeaconIdentity, at now: Duration) -> RangedBeacon? {
        guard var moment, let slot = places[identity] else { return nil }
        moment.advance(to: now)
        var beacon = self[slot]
        guard let lastSeen = beacon?.lastSeen, moment.now - lastSeen <= configuration.forgottenAfter else { return nil }
        return BeaconTracker.range(&beacon, calibrations, moment, configuration)
    }

    /// Returns the slots of the beacons heard recently enough to be listed.
    private func listed(at now: Duration) -> [UInt32] {
        var listed: [UInt32] = []
        for newest in [proven.newest, unproven.newest] {
            var slot = newest
            while let beacon = self[slot], now - beacon.lastSeen <= configuration.listedFor {
                listed.append(slot)
                slot = links[Int(slot)].older
            }
        }
        return listed
    }

    /// Updates every unit and returns the one to be reported: the nearest, or if all are
    /// undetermined, the one heard last.
    private static func range(
        _ beacon: inout TrackedBeacon?, _ calibrations: [BeaconIdentity: BeaconCalibration], _ moment: TrackingMoment,
        _ configuration: Configuration
    ) -> RangedBeacon? {
        guard let identity = beacon?.identity, let addresses = beacon?.addresses(moment) else { return nil }
        let calibration = calibrations.isEmpty ? nil : calibrations[identity]
        var best: RangedBeacon?
        beacon?.updateUnits { unit in
            let entry = unit.range(identity, addresses, calibration, moment, configuration)
            if best.map({ isBetter(entry, than: $0) }) ?? true { best = entry }
        }
        return best
    }

    private static func isBetter(_ left: RangedBeacon, than right: RangedBeacon) -> Bool {
        switch (left.accuracyM >= 0, right.accuracyM >= 0) {
        case (true, true): left.accuracyM < right.accuracyM
        case (let isDetermined, let isOtherDetermined) where isDetermined != isOtherDetermined: isDetermined
        default: left.lastSeen > right.lastSeen
        }
    }

    /// Sorts small keys, because an entry is large.
    private static func sorted(_ ranged: [RangedBeacon]) -> [RangedBeacon] {
        struct Key {
            let rank: UInt8
            let accuracyM: Double
            let place: Int
        }
        // Undetermined beacons have the last rank to themselves.
        var keys = ranged.indices.map { place in
            Key(rank: ranged[place].proximity.rank, accuracyM: ranged[place].accuracyM, place: place)
        }
        keys.sort { left, right in
            if left.rank != right.rank { return left.rank < right.rank }
            if left.accuracyM != right.accuracyM { return left.accuracyM < right.accuracyM }
            return ranged[left.place].identity < ranged[right.place].identity
        }
        return keys.map { ranged[$0.place] }
    }
}

extension TrackedUnit {
    /// Determines nearest dongle, distance and proximity, and returns the unit's state.
    fileprivate mutating func range(
        _ identity: BeaconIdentity, _ addresses: Int, _ calibration: BeaconCalibration?, _ moment: TrackingMoment,
        _ configuration: BeaconTracker.Configuration
    ) -> RangedBeacon {
        var heard: [RangedBeacon.Reception] = receptions.compactMap { reception in
            reception.filter.level(at: moment.slice).map {
                RangedBeacon.Reception(
                    dongle: reception.dongle, smoothedRSSI: Double($0), isMoving: reception.filter.movement > 0.5,
                    lastSeen: reception.lastSeen)
            }
        }
        if heard.count > 1 {
            heard.sort {
                $0.smoothedRSSI == $1.smoothedRSSI ? $0.dongle < $1.dongle : $0.smoothedRSSI > $1.smoothedRSSI
            }
        }
        nearest.judge(heard, rule: configuration.nearest, at: moment.now)
        let dongle = nearest.dongle
        let smoothed = heard.first { $0.dongle == dongle }?.smoothedRSSI
        let power = calibration?.powerAt1mDBm ?? measuredPowerDBm.map(Double.init)
        var accuracyM = DistanceModel.undetermined
        if let smoothed, let power {
            accuracyM = configuration.distance.metres(rssiDBm: smoothed, powerDBm: power)
        }
        proximity = proximity.next(accuracyM: accuracyM)
        let seconds = max(min(moment.covered, moment.now - firstSeen), .seconds(1)) / Duration.seconds(1)
        return RangedBeacon(
            identity: identity, address: address, addresses: addresses, proximity: proximity, accuracyM: accuracyM,
            rssiDBm: rssi(by: dongle, ofTick: moment.tick), smoothedRSSI: smoothed,
            powerAt1mDBm: power, isCalibrated: calibration != nil,
            rate: Double(adverts.sum(at: moment.slice)) / seconds,
            sightings: sightings, firstSeen: firstSeen, lastSeen: lastSeen, nearest: dongle, receptions: heard)
    }

    /// Returns the mean of the nearest dongle; if that heard nothing, for example because it was
    /// just unplugged, the best of the others.
    private func rssi(by nearest: DongleNumber, ofTick tick: UInt32) -> Int8? {
        receptions.first { $0.dongle == nearest }?.mean(ofTick: tick)
            ?? receptions.compactMap { $0.mean(ofTick: tick) }.max()
    }
}

extension TrackedUnit.Reception {
    /// Returns the mean RSSI since the last tick, rounded to 1 dBm; nil if nothing was heard.
    fileprivate func mean(ofTick number: UInt32) -> Int8? {
        guard tick == number, tickCount > 0 else { return nil }
        return Int8(clamping: Int((Double(tickSum) / Double(tickCount)).rounded()))
    }
}
