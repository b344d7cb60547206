import Advertising

/// Listening for a beacon before it is written to, until what is on the air is known. Pure: time is an argument.
package struct BeaconLook: Sendable {
    /// How long is listened.
    package struct Times: Sendable, Hashable {
        /// Longest wait for the beacon.
        package var search: Duration
        /// Time for which the air is listened to before it counts as known.
        package var baseline: Duration
        /// The same where the beacon has told no identity: it may tell other things in between. What is older does not count.
        package var patience: Duration

        package init(search: Duration, baseline: Duration, patience: Duration) {
            (self.search, self.baseline, self.patience) = (search, baseline, patience)
        }
    }

    /// The time that a scan may take to begin.
    package static let scanStart = Duration.seconds(1)
    /// For how long an identity that was heard counts as one that a beacon has: longer than the longest interval of a CP28.
    private static let memory = Duration.seconds(60)

    package let address: BluetoothAddress
    package let wanted: BeaconConfiguration
    /// How things stood before the first write of the run; nil = nobody knows yet.
    package let before: AirBaseline?
    /// Addresses of other beacons that were given the identity.
    package let known: Set<BluetoothAddress>
    /// Whether the beacon may have been told to keep what was written.
    package let mayHaveSaved: Bool
    package let start: Duration
    package let times: Times
    /// Silence of its old address after which a new one may be its own.
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

    /// When listening ends at the latest.
    package var deadline: Duration {
        let restart = mayHaveSaved ? goneAfter : .zero
        return start + max(times.search, max(times.baseline, restart) + Self.scanStart)
    }

    /// What the beacon was before counts too, unless it may have become something else since.
    private var recent: Duration { mayHaveSaved ? start : start - times.patience }

    /// Whether the beacon is as it is to be; nil where it was never told to keep anything.
    package func verdict(in log: AirLog, listeningSince: Duration?, now: Duration) -> AirVerdict? {
        guard mayHaveSaved, let before else { return nil }
        return log.verdict(
            on: wanted, at: address, before: before, known: known, since: start, listeningSince: listeningSince,
            goneAfter: goneAfter, now: now)
    }

    /// What is known already; nil = listen on.
    ///
    /// - Parameter listeningSince: Since when the dongle listens without a break; nil = it does not.
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

    /// What is known when the time is over.
    ///
    /// - Parameter isListening: Whether the dongle hears anything.
    package func end(
        in log: AirLog, listeningSince: Duration?, isListening: Bool, now: Duration
    ) -> ProvisioningWorkflow.Look {
        // It is enough that it can be connected to; it has had its time to tell more.
        let own = log[address].flatMap { $0.lastHeard >= recent ? $0 : nil }
        let isConnectable = (own?.lastConnectable).map { $0 >= recent } ?? false
        if isConnectable, listeningSince != nil { return .heard(isConnectable: true) }
        guard isListening else { return .notListening }
        if own != nil { return .heard(isConnectable: false) }
        if case .unverified(let reason)? = verdict(in: log, listeningSince: listeningSince, now: now) {
            // The identity is there, and whose it is nobody knows.
            if case .notSeen = reason {} else { return .unclear(reason) }
        }
        return .notHeard(milliseconds: Int((now - start) / .milliseconds(1)))
    }

    /// How things stand before the first write.
    package func baseline(in log: AirLog) -> AirBaseline {
        log.baseline(of: address, target: wanted.identity, since: start - Self.memory)
    }
}
