/// What Perch is meant to reach on a small machine of two cores.
enum Targets {
    /// Frames of 16 decoded bytes, 10⁶ bytes of the line a second.
    static let decoderSmallMBs = 200.0
    /// Frames of 520 decoded bytes, 10⁶ bytes of the line a second.
    static let decoderLargeMBs = 200.0
    /// From bytes of the line to parsed adverts, on one thread.
    static let advertsPerSecond = 1_000_000.0
    /// From a simulated dongle to lines of JSON.
    static let linesPerSecond = 50_000.0
    /// From the start of the process to the first advert.
    static let firstLineMilliseconds = 200.0
}
