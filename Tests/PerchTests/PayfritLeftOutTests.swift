import GatewayModel
import Testing

@testable import Perch

@Suite("Payfrit: rows that cannot be read")
struct PayfritLeftOutTests {
    @Test("how many are left out is said, and why, without what a terminal would obey")
    func words() {
        let one = PayfritLeftOut(rows: 1, reason: "Decoding error: list.php: Beacons[3]: ID is missing")
        #expect(
            one.words
                == "! 1 row cannot be read and is left out: Decoding error: list.php: Beacons[3]: ID is missing")
        let more = PayfritLeftOut(rows: 12, reason: "a\u{1B}[31m")
        #expect(more.words.hasPrefix("! 12 rows cannot be read and are left out: a"))
        #expect(!more.words.unicodeScalars.contains("\u{1B}"))
    }
}
