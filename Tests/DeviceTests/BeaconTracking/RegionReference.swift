import BeaconTracking

/// Reference for a region's transitions: looks them up in the whole list of sightings at once,
/// slowly but simply.
///
/// A dongle listens all the time, from the first moment on.
struct RegionReference {
    let region: BeaconRegion
    let sightings: [Heard]

    /// - Parameter end: Last moment that is examined.
    func transitions(from begin: Duration, to end: Duration) -> [RegionTransition] {
        let counted = sightings.filter {
            region.contains($0.sighting.identity) && counts($0, down: BeaconRegion.keptBelowDB)
        }
        var transitions: [RegionTransition] = []
        var state = RegionState.unknown
        var changed = begin
        // Only sightings after the last change count towards entering.
        var from = 0
        while true {
            let entering = state == .inside ? nil : enters(counted, from: from)
            let leaving: (at: Duration, next: Int)? =
                switch state {
                case .inside: leaves(counted, from: from)
                case .outside: nil
                case .unknown:
                    (
                        begin + region.exitAfter,
                        counted.firstIndex { $0.at >= begin + region.exitAfter } ?? counted.count
                    )
                }
            if let leaving, leaving.at <= (entering.map { counted[$0].at } ?? end), leaving.at <= end {
                transitions.append(
                    RegionTransition(
                        region: region.name, from: state, to: .outside, meaning: state == .inside ? .exit : .determined,
                        at: leaving.at, reason: ""))
                state = .outside
                changed = leaving.at
                from = leaving.next
            } else if let entering {
                let heard = counted[entering]
                transitions.append(
                    RegionTransition(
                        region: region.name, from: state, to: .inside, meaning: .enter, at: heard.at, reason: "",
                        beacon: heard.sighting.identity, rssiDBm: heard.sighting.rssiDBm))
                state = .inside
                changed = heard.at
                from = entering
            } else {
                return transitions
            }
            precondition(changed >= begin)
        }
    }

    /// Returns the index of the first sighting that is the last of N within T.
    private func enters(_ counted: [Heard], from: Int) -> Int? {
        let strong = (from..<max(from, counted.count)).filter { counts(counted[$0], down: 0) }
        let last = strong.indices.first { last in
            let first = last - region.enterSightings + 1
            return first >= 0 && counted[strong[last]].at - counted[strong[first]].at <= region.enterWithin
        }
        return last.map { strong[$0] }
    }

    /// - Parameter down: Decibels below the minimum at which a sighting still counts.
    private func counts(_ heard: Heard, down: Int) -> Bool {
        guard let minimum = region.minimumRSSI else { return true }
        return heard.sighting.rssiDBm.map { Int($0) >= Int(minimum) - down } ?? false
    }

    /// Returns when the region is left, before the first long gap, and the index of the next
    /// sighting.
    private func leaves(_ counted: [Heard], from: Int) -> (at: Duration, next: Int) {
        var last = from
        while last + 1 < counted.count, counted[last + 1].at - counted[last].at < region.exitAfter { last += 1 }
        return (counted[last].at + region.exitAfter, last + 1)
    }
}
