import Testing

@testable import Perch

@Suite struct SiteArgumentTests {
    @Test(
        "2 to 20 distances of 0.5 to 50 m, separated by commas, are a site",
        arguments: [
            ("1,2,4,8", [1, 2, 4, 8]), ("0.5,50", [0.5, 50]), ("2,2", [2, 2]),
            (Array(repeating: "3", count: 20).joined(separator: ","), Array(repeating: 3, count: 20)),
        ] as [(String, [Double])])
    func distances(_ text: String, _ metres: [Double]) {
        #expect(SiteArgument(argument: text)?.metres == metres)
    }

    @Test(
        "anything else is refused, also what tells nothing of the path loss",
        arguments: [
            "", "1", "4", "1,1", "0.4,2", "2,50.1", "1,2,", ",1,2", "1,,2", "1, 2", "1;2", "1,nan", "1,inf", "-1,2",
            "a,b", Array(repeating: "3", count: 21).joined(separator: ","),
        ])
    func refused(_ text: String) {
        #expect(SiteArgument(argument: text) == nil)
    }
}
