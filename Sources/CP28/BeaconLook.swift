import Advertising

/// Listening for a beacon before it is written to, until the state on the air is known. Pure: time
/// is an argument.
package struct BeaconLook: Sendable {
    /// Durations of listening.
    package struct Times: Sendable, Hashable {
        /// Maximum wait for the beacon.
        package var search: Duration
        /// Time of listening after which the state on the air counts as known.
        package var baseline: Duration
        /// Same as ``baseline``, but for a beacon that has sent no identity: it may alternate
        /// between frames. Older adverts do not count.
        package var patience: Duration

        package init(search: Duration, baseline: Duration, patience: Duration) {
            (self.search, self.baseline, self.patience) = (search, baseline, patience)
        }
    }

    /// Maximum time until a scan starts.
    package static let scanStart = Duration.seconds(1)
    /// Time for which a received identity still counts as the beacon's: longer than the longest
    /// interval of a CP28.
    private static let memory = Duration.seconds(60)

    package let address: BluetoothAddress
    package let wanted: BeaconConfiguration
    /// State before the first write of the run; nil = not known yet.
    package let before: AirBaseline?
    /// Addresses of other beacons that were given the identity.
    package let known: Set<BluetoothAddress>
    /// Whether the beacon may have been asked to save, by an earlier attempt.
    package let mayHaveSaved: Bool
    package let start: Duration
    package let times: Times
    /// Silence of the old address after which a new address may be the beacon's.
    package let goneAfter: Duration

    package init(
        for address: BluetoothAddress, wanted: BeaconConfiguration, before: AirBaseline?, known: Set<BluetoothAddress>,
        mayHaveSaved: Bool, start: Duration, times: Times, goneAfter: Duration
    ) {
        self.address = address
        self.wanted = wanted
        self.before = before
        self.known = known
        self.mayHaveSaved = mayHaveSaved
        self.start = start
        self.times = times
        self.goneAfter = goneAfter
    }

    /// Latest time at which listening ends.
    package var deadline: Duration {
        let restart = mayHaveSaved ? goneAfter : .zero
        return start + max(times.search, max(times.baseline, restart) + Self.scanStart)
    }

    /// Time from which adverts count. Earlier adverts count too, unless the beacon may have changed
    /// since.
    private var recent: Duration { mayHaveSaved ? start : start - times.patience }

    /// Returns whether the beacon has its new configuration; nil if it was never asked to save.
    package func verdict(in log: AirLog, listeningSince: Duration?, now: Duration) -> AirVerdict? {
        guard mayHaveSaved, let before else { return nil }
        return log.verdict(
            on: wanted, at: address, before: before, known: known, since: start, listeningSince: listeningSince,
            goneAfter: goneAfter, now: now)
    }

    /// Returns the result if it is known already; nil = continue listening.
    ///
    /// - Parameter listeningSince: Time since which the dongle has listened without interruption;
    ///   nil = it does not listen.
    package func finding(
        in log: AirLog, listeningSince: Duration?, now: Duration
    ) -> ProvisioningWorkflow.Look? {
        if case .verified? = verdict(in: log, listeningSince: listeningSince, now: now) { return .asWanted }
        guard let own = log[address], own.lastHeard >= recent, let listeningSince,
            now - listeningSince >= times.baseline, let connectable = own.lastConnectable, connectable >= recent
        else { return nil }
        let hasTold = own.identities.contains { $0.at >= recent }
        guard hasTold || now - max(start, listeningSince) >= times.patience else { return nil }
        return .heard(isConnectable: true)
    }

    /// Returns the result at the end of the time.
    ///
    /// - Parameter isListening: Whether the dongle receives anything.
    package func end(
        in log: AirLog, listeningSince: Duration?, isListening: Bool, now: Duration
    ) -> ProvisioningWorkflow.Look {
        // A connectable beacon is sufficient now, because it had its time to send more.
        let own = log[address].flatMap { $0.lastHeard >= recent ? $0 : nil }
        let isConnectable = (own?.lastConnectable).map { $0 >= recent } ?? false
        if isConnectable, listeningSince != nil { return .heard(isConnectable: true) }
        guard isListening else { return .notListening }
        if own != nil { return .heard(isConnectable: false) }
        if case .unverified(let reason)? = verdict(in: log, listeningSince: listeningSince, now: now) {
            // The identity is on the air, but it is unknown which beacon sends it.
            if case .notSeen = reason {} else { return .unclear(reason) }
        }
        return .notHeard(milliseconds: Int((now - start) / .milliseconds(1)))
    }

    /// Returns the state on the air before the first write.
    package func baseline(in log: AirLog) -> AirBaseline {
        log.baseline(of: address, target: wanted.identity, since: start - Self.memory)
    }
}
