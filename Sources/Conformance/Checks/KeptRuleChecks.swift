import DongleProtocol

/// Rules of several sections of SPEC.md that a fault breaks quietly: reserved bytes, what a refusal
/// leaves, what a session keeps.
enum KeptRuleChecks {
    private static let resets: [Check.Need] = [.features(.configStore), .reset]

    static let all: [Check] = [
        Check("header.reserved-ignored", "15", "Reserved bytes of a request are not looked at.") { bench in
            let s = try bench.open()
            let scan = ScanStartRequest(mode: .passive).encoded().with([0xA5], at: 1).with([0x5A], at: 7)
            try s.expect(.scanStart, scan, .ok, "SCAN_START with reserved bytes")
            if bench.features.contains(.configStore) {
                let read = ConfigReadRequest(copy: .active, offset: 0, length: 1).encoded().with([0xA5], at: 1)
                try s.expect(.configRead, read, .ok, "CONFIG_READ with a reserved byte")
            }
            if bench.features.contains(.gatt) {
                let connect = DeferredChecks.nobody(100).with([0xA5], at: 11)
                try s.expect(.connect, connect, .accepted, "CONNECT with a reserved byte")
            }
        },
        Check(
            "scan.refusal-leaves-scan", "9.1", "A SCAN_START that is refused leaves the scan as it was."
        ) { bench in
            let s = try bench.open()
            _ = try s.ask(ScanStartRequest(mode: .passive, batchingMs: 0))
            var bad = ScanStartRequest(mode: .passive, minimumRSSI: 20).encoded()
            bad = bad.with(1001, at: 10)
            try s.expect(.scanStart, bad, .invalidArgument, offset: 10, "batching of 1001 ms")
            try expect(try s.ask(GetStateRequest()).scan == .running, "the scan running", got: "another state")
            _ = s.takeBatches()
            _ = try AdvertChecks.waitForAdvert(s)
        },
        Check(
            "session.kept-by-grant", "4.8",
            "Twenty seconds of silence do not end a session, and a GRANT keeps it for as long again.", needs: [.slow]
        ) { bench in
            let s = try bench.open()
            try s.listen(.seconds(20))
            try s.grant(next: 0)
            try s.listen(.seconds(20))
            let answer = try s.ask(.ping)
            try expect(answer.status == .ok, "PING: OK", got: answer.status.words)
        },
        Check("adverts.numbers-begin", "4.5", "In a new session adverts are numbered from 0.") { bench in
            let old = try bench.open()
            _ = try old.ask(ScanStartRequest(mode: .passive, batchingMs: 0))
            _ = try AdvertChecks.waitForAdvert(old)
            let s = try bench.open()
            try expect(try s.ping().oldestAdvert, equals: 0, "PING's oldest advert")
            try expect(try s.ask(ScanStartRequest(mode: .passive)).oldestAdvert, equals: 0, "SCAN_START's")
        },
        Check(
            "adverts.leave-in-time", "9.3",
            "An advert waits for company as long as SCAN_START said, and no longer."
        ) { bench in
            let s = try bench.open()
            for batching: UInt16 in [0, 600] {
                _ = s.takeBatches()
                _ = try s.ask(ScanStartRequest(mode: .passive, batchingMs: batching))
                var fewest = Int.max
                var most = 0
                let deadline = ContinuousClock.now + .milliseconds(700)
                while let frame = try s.wait(limit: deadline - .now, { s.takeBatches().first }) {
                    let batch: AdvertBatch = try decoded(frame.payload, "the fields of ADVERT_BATCH")
                    let age = Int(try s.ping().uptimeMs &- batch.baseMs)
                    try expect(
                        age <= Int(batching) + 400,
                        "\(batching) ms from the first advert to its batch, and 400 ms more",
                        got: "\(age) ms")
                    fewest = min(fewest, batch.adverts.count)
                    most = max(most, batch.adverts.count)
                }
                _ = try s.ask(ScanStopRequest())
                try s.listen(.milliseconds(50))
                if fewest == .max { throw AdvertChecks.nothing() }
                if batching > 0 {
                    try expect(most > 1, "a batch of several adverts within \(batching) ms", got: "one in each")
                }
            }
        },
        Check(
            "adverts.queued-in-ping", "8.1", "PING gives the oldest advert that is queued, until its batch has left."
        ) { bench in
            let s = try bench.open()
            var sent: UInt32 = 0
            for _ in 0..<6 {
                _ = try s.ask(ScanStartRequest(mode: .passive, batchingMs: 1000))
                try s.listen(.milliseconds(120))
                let oldest = try s.ping().oldestAdvert
                for frame in s.takeBatches() {
                    let batch: AdvertBatch = try decoded(frame.payload, "the fields of ADVERT_BATCH")
                    sent = batch.firstNumber &+ UInt32(batch.adverts.count)
                }
                let next = try s.ask(ScanStopRequest()).next
                if next > sent {
                    return try expect(oldest, equals: sent, "oldest advert, those before \(sent) having been sent")
                }
            }
            throw AdvertChecks.nothing()
        },
        Check(
            "config.active-outlives-session", "4.5", "The active config stays in a new session, saved or not.",
            needs: resets
        ) { bench in
            let store = try bench.openStore()
            let saved = try bench.config(60, store.session)
            try store.install(saved)
            _ = try store.save()
            let active = try bench.config(61, store.session)
            try store.install(active)
            let next = ConfigStore(session: try bench.open())
            try expect(try next.stat.activeDigest == ConfigStore.digest(active), "the active config", got: "another")
        },
        Check(
            "config.unsaved-does-not-boot", "11.1",
            "Where nothing is saved, the factory config boots, and a committed one is complete staging.", needs: resets
        ) { bench in
            let store = try bench.openStore()
            _ = try store.save()
            let config = try bench.config(62, store.session)
            try store.install(config)
            let after = ConfigStore(session: try bench.restart(store.session))
            let stat = try after.stat
            try expect(
                stat.flags.contains(.activeIsFactory), "the factory config active", got: "\(stat.flags.rawValue)")
            try expect(stat.stagingDigest == ConfigStore.digest(config), "the committed config staged", got: "another")
        },
        Check(
            "config.newest-base", "11.3", "The base that COMMIT checks is that of the newest BEGIN.",
            needs: resets + [.minor(1)]
        ) { bench in
            let store = try bench.openStore()
            let s = store.session
            let active = try bench.config(63, s)
            try store.install(active)
            _ = try store.save()
            let config = try bench.config(64, s)
            try store.send(config, try store.begin(config))
            let again = try store.begin(config, base: ConfigStore.digest(active).short)
            _ = try s.ask(ConfigResetRequest())
            let id = s.nextID
            let commit = ConfigCommitRequest(
                deadlineMs: 5000, transfer: again.transfer, digest: ConfigStore.digest(config).short)
            let answer = try s.ask(.configCommit, commit.encoded())
            let status = answer.status == .accepted ? try s.done(id, limit: .seconds(7)).status : answer.status
            try expect(status == .conflict, "COMMIT: CONFLICT", got: status.words)
        },
        Check(
            "config.largest", "8.2", "A config as long as INFO's limit is taken, one byte more is TOO_LARGE.",
            needs: resets
        ) { bench in
            let store = try bench.openStore()
            let limit = try store.session.ask(InfoRequest()).largestConfig
            var begin = ConfigStore.begin([1])
            begin.length = limit + 1
            try store.session.expect(.configBegin, begin.encoded(), .tooLarge, "\(limit + 1) bytes")
            begin.length = limit
            let done = try store.session.perform(begin)
            try expect(done.status == .ok, "BEGIN of \(limit) bytes: OK", got: done.status.words)
        },
        Check(
            "peripheral.generic-access", "10.5",
            "DISCOVER shows the service 0x1800 and the device name 0x2A00 that every device has, as readable.",
            needs: [.features(.gatt), .peripheral]
        ) { bench in
            let link = try Link(bench, bench.open())
            try expect(
                try link.services().contains { $0.uuid.assigned == 0x1800 }, "the service 0x1800, Generic Access",
                got: "none")
            let name = try link.characteristics().first { $0.uuid.assigned == 0x2A00 }
            try expect(
                name?.properties.contains(.read) ?? false, "the characteristic 0x2A00, Device Name, readable",
                got: name.map { "properties \($0.properties.rawValue)" } ?? "none")
        },
        Check(
            "peripheral.connected-fields", "10.2",
            "CONNECTED has the uptime and the address with its type, and so has GET_STATE; interval and MTU are the same as in DONE.",
            needs: [.features(.gatt), .peripheral]
        ) { bench in
            let s = try bench.open()
            let start = try s.ping().uptimeMs
            let link = try Link(bench, s)
            let event = link.connected
            let passed = try s.ping().uptimeMs &- start
            try expect(event.uptimeMs &- start <= passed, "an uptime from \(start) on", got: "\(event.uptimeMs)")
            try expect(event.addressType == bench.options.peripheral?.type, "its address type", got: "another")
            try expect(event.interval, equals: link.result.interval, "interval")
            let slot = try s.ask(GetStateRequest()).connections.first
            try expect(slot?.address == bench.options.peripheral?.address, "its address in GET_STATE", got: "another")
        },
    ]
}
