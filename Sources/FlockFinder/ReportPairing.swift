/// Brings together what one FlockFinder says twice: a detection, and a line of its stream, of the same sighting.
///
/// A detection that lacks an address, or the radio, waits for its line; a line that matched waits for its detection, which alone says
/// the type and how sure it is. What else comes second is told as a repeat.
package struct ReportPairing: Sendable {
    /// A report, and whether its sighting was told before.
    package struct Told: Sendable, Hashable {
        package let report: FlockFinderSighting
        package let isRepeat: Bool
    }

    /// Between the two. Assumed; a simulated one sends both at once.
    package static let window = Duration.seconds(1)
    /// Reports that wait, and reports that are remembered.
    package static let limit = 64

    private struct Entry {
        let report: FlockFinderSighting
        let isStream: Bool
        let time: Duration
    }

    private var waiting: [Entry] = []
    /// Detections that were told without their lines.
    private var recent: [Entry] = []

    package init() {}

    /// - Returns: What is to be counted now, in its order.
    package mutating func take(
        _ report: FlockFinderSighting, isStream: Bool, at now: Duration
    ) -> [Told] {
        var told = due(at: now)
        // A line of the stream that matched nothing is no second word of anything.
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

    /// Those that have waited long enough, as they are.
    package mutating func due(at now: Duration) -> [Told] {
        recent.removeAll { now - $0.time > Self.window }
        let late = waiting.prefix { now - $0.time > Self.window }
        waiting.removeFirst(late.count)
        return late.map { Told(report: $0.report, isRepeat: false) }
    }

    /// Those that wait, when nothing more comes.
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

    /// What a detection says, and what the stream says of where it was heard.
    fileprivate func completed(by line: FlockFinderSighting) -> FlockFinderSighting {
        var whole = line
        whole.deviceType = deviceType
        whole.confidence = confidence
        whole.method = method
        // What a detection without an address matched is the SSID.
        if address == nil { whole.method = DetectionMethod.ssid.rawValue }
        whole.text = line.text ?? text
        whole.position = position ?? line.position
        whole.isMatch = true
        return whole
    }
}
