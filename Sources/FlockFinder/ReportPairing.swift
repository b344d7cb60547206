/// Pairs the two reports that a FlockFinder makes of one sighting: a detection and a line of its
/// stream.
///
/// A detection that lacks the address, or whose radio is uncertain, waits for its line. A line that
/// matched waits for its detection, which alone has the type and the confidence. Any other second
/// report counts as a repeat.
package struct ReportPairing: Sendable {
    /// A report, and whether its sighting was reported before.
    package struct Told: Sendable, Hashable {
        package let report: FlockFinderSighting
        package let isRepeat: Bool
    }

    /// Longest time between the two reports. Assumed; a simulated FlockFinder sends both at once.
    package static let window = Duration.seconds(1)
    /// Most reports that wait, and most that are remembered.
    package static let limit = 64

    private struct Entry {
        let report: FlockFinderSighting
        let isStream: Bool
        let time: Duration
    }

    private var waiting: [Entry] = []
    /// Detections that were passed on without their lines.
    private var recent: [Entry] = []

    package init() {}

    /// - Returns: Reports to count now, in order.
    package mutating func take(
        _ report: FlockFinderSighting, isStream: Bool, at now: Duration
    ) -> [Told] {
        var told = due(at: now)
        // A line of the stream without a match has no second report.
        guard report.isMatch || report.mayMatch else { return told + [Told(report: report, isRepeat: false)] }
        if let place = waiting.firstIndex(where: { $0.isStream != isStream && $0.report.isSame(as: report) }) {
            let other = waiting.remove(at: place).report
            let whole = isStream ? other.completed(by: report) : report.completed(by: other)
            return told + [Told(report: whole, isRepeat: false)]
        }
        if isStream, let place = recent.firstIndex(where: { $0.report.isSame(as: report) }) {
            recent.remove(at: place)
            return told + [Told(report: report, isRepeat: true)]
        }
        let entry = Entry(report: report, isStream: isStream, time: now)
        if isStream || report.isIncomplete {
            waiting.append(entry)
            if waiting.count > Self.limit { told.append(Told(report: waiting.removeFirst().report, isRepeat: false)) }
        } else {
            recent.append(entry)
            if recent.count > Self.limit { recent.removeFirst() }
            told.append(Told(report: report, isRepeat: false))
        }
        return told
    }

    /// Returns the reports that have waited long enough, without their counterparts.
    package mutating func due(at now: Duration) -> [Told] {
        recent.removeAll { now - $0.time > Self.window }
        let late = waiting.prefix { now - $0.time > Self.window }
        waiting.removeFirst(late.count)
        return late.map { Told(report: $0.report, isRepeat: false) }
    }

    /// Returns the waiting reports. Call this when no more reports will come.
    package mutating func finish() -> [Told] {
        defer { waiting = [] }
        return waiting.map { Told(report: $0.report, isRepeat: false) }
    }
}

extension FlockFinderSighting {
    fileprivate var isIncomplete: Bool { isRadioAssumed || (address == nil && radio == .wifi) }

    fileprivate func isSame(as other: FlockFinderSighting) -> Bool {
        guard radio == other.radio || isRadioAssumed || other.isRadioAssumed else { return false }
        if let address, let otherAddress = other.address { return address == otherAddress }
        return radio == .wifi && text != nil && text == other.text
    }

    /// Combines this detection with its line of the stream, which says where the device was heard.
    fileprivate func completed(by line: FlockFinderSighting) -> FlockFinderSighting {
        var whole = line
        whole.deviceType = deviceType
        whole.confidence = confidence
        whole.method = method
        // A detection without an address matched by SSID.
        if address == nil { whole.method = DetectionMethod.ssid.rawValue }
        whole.text = line.text ?? text
        whole.position = position ?? line.position
        whole.isMatch = true
        return whole
    }
}
