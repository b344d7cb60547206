/// Targets of Perch on a small machine with two cores.
enum Targets {
    /// Rate of decoding frames of 16 decoded bytes, in 10⁶ bytes of the line per second.
    static let decoderSmallMBs = 200.0
    /// Rate of decoding frames of 520 decoded bytes, in 10⁶ bytes of the line per second.
    static let decoderLargeMBs = 200.0
    /// Speed compared with a compiled parser in Python, on the same adverts.
    static let parserRatio = 2.0
    /// Rate from bytes of the line to parsed adverts, on one thread.
    static let advertsPerSecond = 1_000_000.0
    /// Rate of the beacon tracker, on one thread.
    static let sightingsPerSecond = 2_000_000.0
    /// Memory for 100,000 beacons, in MB.
    static let manyBeaconsMegabytes = 100.0
    /// Memory that a flood may add once the tracker is full, in MB.
    static let floodMegabytes = 10.0
    /// Rate of comparing adverts with 1,000 patterns, on one thread.
    static let matchedAdvertsPerSecond = 2_000_000.0
    /// Rate from a simulated dongle to lines of JSON.
    static let linesPerSecond = 50_000.0
    /// Time from the start of the process to the first advert, with the gateway inside the process.
    static let firstLineMilliseconds = 250.0
    /// Time from the start of the process to the first advert of a gateway that is already running.
    static let firstLineOfGatewayMilliseconds = 100.0
    /// A gateway at 1,000 adverts a second with one reader: per cent of a core, MB resident.
    static let liveRate = 1_000.0
    static let livePercent = 4.0
    static let liveMegabytes = 50.0
    /// Per cent of a core at the same rate with 100 readers.
    static let readersPercent = 100.0
    /// Time from a request to its answer over a pty, in µs: the median, and that of 99 in 100.
    static let roundTripMedian = 150.0
    static let roundTripLate = 1_000.0
    /// Size of a day of 200 beacons in the history, in 10⁶ bytes.
    static let historyDayMegabytes = 12.0
    /// Time from the query for one beacon's 30 days to its rows.
    static let historyMonthMilliseconds = 500.0
    /// Time that host and dongle add to each step of provisioning.
    static let stepMilliseconds = 1.0
    /// Speed of 8 beacons with 4 slots, compared with 2 slots.
    static let batchRatio = 2.2
    /// Time of a config's way to a device, compared with the radio's own time.
    static let configRatio = 1.2
    /// Times of 10,000 patterns: into the store, into a config, and the verb that lists them, from
    /// start to end.
    static let patternStoreMilliseconds = 100.0
    static let patternEncodeMilliseconds = 100.0
    static let patternListMilliseconds = 400.0
    /// Time to deliver 1,000 waiting registrations to a backend on this machine.
    static let deliverySeconds = 10.0
    /// Memory that the gateway may gain between half of the registrations and the last, in MB.
    static let deliveryGrowthMegabytes = 5.0
    /// Per cent of a core for a gateway whose dongle hears nothing.
    static let idlePercent = 0.3
}
