import Glibc

/// The baud rates for which termios has a constant.
enum LineSpeed {
    /// Bits per second with the termios constant, in ascending order.
    private static let table: [(baud: Int, code: CInt)] = [
        (1200, B1200), (2400, B2400), (4800, B4800), (9600, B9600), (19_200, B19200), (38_400, B38400),
        (57_600, B57600), (115_200, B115200), (230_400, B230400), (460_800, B460800), (500_000, B500000),
        (576_000, B576000), (921_600, B921600), (1_000_000, B1000000), (1_152_000, B1152000), (1_500_000, B1500000),
        (2_000_000, B2000000), (2_500_000, B2500000), (3_000_000, B3000000), (3_500_000, B3500000),
        (4_000_000, B4000000),
    ]

    static var supported: [Int] { table.map(\.baud) }

    static func code(baud: Int) -> speed_t? {
        table.first { $0.baud == baud }.map { speed_t($0.code) }
    }
}
