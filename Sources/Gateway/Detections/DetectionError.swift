import FlockFinder

/// Reason why a request about detections failed.
package enum DetectionError: Error, Sendable, Hashable {
    /// The kind or the value of the mute is invalid; `expected` says which values are valid.
    case notAMute(kind: DetectionMute.Kind, value: String, expected: String)
    case tooManyMutes(limit: Int)
    case notMuted(kind: DetectionMute.Kind, value: String)
    /// The text is neither an address nor a name.
    case notADevice(String)
    case alreadyAttached(String, id: String)
    case tooManyAttached(limit: Int)
    case notAttached(String)
    /// The device lacks one of the three characteristics that every FlockFinder has.
    case notAFlockFinder(String)
    /// No device of that name was heard.
    case nameNotHeard(String, limit: Duration)
}
