import DongleProtocol

/// Section 9.5 of SPEC.md.
enum WifiChecks {
    static let all: [Check] = [
        Check(
            "wifi.arguments", "9.5", "A field of WIFI_SCAN_START out of its range is INVALID_ARGUMENT with its offset.",
            needs: [.features(.wifiScan)]
        ) { bench in
            let s = try bench.open()
            let wrong: [(String, WifiScanStartRequest, UInt16)] = [
                ("49 ms a channel", WifiScanStartRequest(dwellMs: 49), 0),
                ("10,001 ms a channel", WifiScanStartRequest(dwellMs: 10_001), 0),
                ("channel 15", WifiScanStartRequest(highestChannel: 15), 2),
                ("batching 1001", WifiScanStartRequest(batchingMs: 1001), 4),
            ]
            for (what, request, offset) in wrong {
                try s.expect(.wifiScanStart, request.encoded(), .invalidArgument, offset: offset, what)
            }
        },
        Check(
            "wifi.starts-and-stops", "9.5",
            "The Wi-Fi scan starts and stops; sightings have numbers of their own, from 0.",
            needs: [.features(.wifiScan)]
        ) { bench in
            let s = try bench.open()
            let start = try s.ask(WifiScanStartRequest(dwellMs: 50, batchingMs: 0))
            try expect(start.oldestSighting, equals: 0, "number of the next sighting")
            let frame = try s.event(.scanState, "for the Wi-Fi scan")
            let state: ScanState = try decoded(frame.payload, "the fields of SCAN_STATE")
            try expect(state.radio == .wifi && state.activity == .running, "the Wi-Fi scan runs", got: frame.words)
            try expect(try s.ask(GetStateRequest()).wifiScan == .running, "GET_STATE: it runs", got: "another state")
            try s.listen(.milliseconds(800))
            let next = try s.ask(WifiScanStopRequest()).next
            let stopped: ScanState = try decoded(
                try s.event(.scanState, "for WIFI_SCAN_STOP").payload, "the fields of SCAN_STATE")
            try expect(
                stopped.radio == .wifi && stopped.activity == .stopped, "the Wi-Fi scan stopped",
                got: "\(stopped.activity.rawValue)")
            try expect(try s.ask(WifiScanStopRequest()).next, equals: next, "next of a second WIFI_SCAN_STOP")
            try expect(try s.ask(GetStateRequest()).wifiScan == .stopped, "GET_STATE: stopped", got: "another state")
            try s.listen(.milliseconds(50))
            try expect(try s.ping().oldestSighting, equals: next, "PING's oldest sighting, none being queued")
            var expected: UInt32 = 0
            for batch in s.takeBatches() where batch.header.event == .wifiBatch {
                let content: WifiBatch = try decoded(batch.payload, "the fields of WIFI_BATCH")
                try expect(
                    content.firstNumber >= expected, "numbers that rise, from \(expected)",
                    got: "\(content.firstNumber)")
                for sighting in content.sightings {
                    try expect(sighting.ssid.count <= 32, "an SSID of at most 32 bytes", got: "\(sighting.ssid.count)")
                }
                expected = content.firstNumber &+ UInt32(content.sightings.count)
            }
            try expect(expected <= next, "no number from \(next) on, as WIFI_SCAN_STOP told", got: "\(expected)")
        },
    ]
}
