/// What Perch is meant to reach on a small machine of two cores.
enum Targets {
    /// Frames of 16 decoded bytes, 10⁶ bytes of the line a second.
    static let decoderSmallMBs = 200.0
    /// Frames of 520 decoded bytes, 10⁶ bytes of the line a second.
    static let decoderLargeMBs = 200.0
    /// Against a compiled parser in Python, on the same adverts.
    static let parserRatio = 2.0
    /// From bytes of the line to parsed adverts, on one thread.
    static let advertsPerSecond = 1_000_000.0
    /// The tracker of beacons, on one thread.
    static let sightingsPerSecond = 2_000_000.0
    /// What 100,000 beacons take, MB.
    static let manyBeaconsMegabytes = 100.0
    /// What a flood may add once the tracker is full, MB.
    static let floodMegabytes = 10.0
    /// Adverts compared with 1,000 patterns, on one thread.
    static let matchedAdvertsPerSecond = 2_000_000.0
    /// From a simulated dongle to lines of JSON.
    static let linesPerSecond = 50_000.0
    /// From the start of the process to the first advert, the gateway being inside the process.
    static let firstLineMilliseconds = 250.0
    /// From the start of the process to the first advert of a gateway that runs already.
    static let firstLineOfGatewayMilliseconds = 100.0
    /// A gateway at 1,000 adverts a second with one reader: per cent of a core, MB resident.
    static let liveRate = 1_000.0
    static let livePercent = 4.0
    static let liveMegabytes = 50.0
    /// The same with 100 readers.
    static let readersPercent = 100.0
    /// From a request to its answer over a pty, µs: the median, and 99 of 100.
    static let roundTripMedian = 150.0
    static let roundTripLate = 1_000.0
    /// A day of 200 beacons in the history, 10⁶ bytes.
    static let historyDayMegabytes = 12.0
    /// From the question for one beacon's 30 days to its rows.
    static let historyMonthMilliseconds = 500.0
    /// What host and dongle add to each step of provisioning.
    static let stepMilliseconds = 1.0
    /// The time of 8 beacons with 4 slots against that of 2.
    static let batchRatio = 2.2
    /// A config's way to a device, against what the radio's time allows.
    static let configRatio = 1.2
    /// 10,000 patterns: into the store, into a config, and the verb that lists them, from start to end.
    static let patternStoreMilliseconds = 100.0
    static let patternEncodeMilliseconds = 100.0
    static let patternListMilliseconds = 400.0
    /// 1,000 registrations that have waited, to a backend on this machine.
    static let deliverySeconds = 10.0
    /// What the gateway may come to need from half of them to the last, MB.
    static let deliveryGrowthMegabytes = 5.0
    /// A gateway whose dongle hears nothing.
    static let idlePercent = 0.3
}
