import LineFormats
import RESTClient
import Testing

@testable import Payfrit

@Suite struct ClockGapTests {
    @Test("a date of a header is read, and nothing else is one")
    func dates() {
        // Example from RFC 9110.
        let time = ServerDate.time("Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(time == Timestamp(microsecondsSince1970: 784_111_777_000_000))
        for text in [
            "", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun, 06 Nov 1994 08:49:37 CET",
            "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nix 1994 08:49:37 GMT", "Sun, 32 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 06 Nov -994 08:49:37 GMT",
        ] {
            #expect(ServerDate.time(text) == nil, "\(text)")
        }
    }

    @Test(
        "the server's time is taken from its answers, also from those that say no",
        arguments: [
            ("Mon, 05 Jan 2026 18:30:00 GMT", Duration.zero), ("Mon, 05 Jan 2026 18:00:00 GMT", .seconds(-1_800)),
            ("Sat, 05 Jan 2036 18:30:00 GMT", .seconds(315_532_800)),
        ])
    func gap(date: String, gap: Duration) async throws {
        for status in ["200 OK", "500 Oops"] {
            try await ScriptedServer.with { _, _ in
                [ScriptedServer.json(#"{"OK":true}"#, status: status, headers: "date: \(date)\r\n")]
            } _: { server in
                try await withClient(of: server) { client in
                    #expect(client.clockGap == nil)
                    _ = await payfritError { _ = try await client.sendOTP(phone: "1") }
                    #expect(client.clockGap == gap)
                }
            }
        }
    }
}
