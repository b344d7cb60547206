import FlockFinder

/// Why something about detections cannot be done.
package enum DetectionError: Error, Sendable, Hashable {
    /// No kind of mute, or no value of that kind; `expected` says what can be.
    case notAMute(kind: DetectionMute.Kind, value: String, expected: String)
    case tooManyMutes(limit: Int)
    case notMuted(kind: DetectionMute.Kind, value: String)
    /// Neither an address nor a name.
    case notADevice(String)
    case alreadyAttached(String, id: String)
    case tooManyAttached(limit: Int)
    case notAttached(String)
    /// It lacks one of the three characteristics that every FlockFinder has.
    case notAFlockFinder(String)
    /// No device of that name was heard.
    case nameNotHeard(String, limit: Duration)
}
