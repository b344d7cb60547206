import DongleProtocol

/// Section 4.6 of SPEC.md: signs of a restart.
enum BootChecks {
    /// Maximum time until BOOT, since a boot loader may take seconds (SPEC.md 13).
    private static let restartLimit = Duration.seconds(12)

    static let all: [Check] = [
        Check(
            "boot.announced", "4.6",
            "BOOT is sent about 100, 300 and 900 ms after a start, and nothing else, until a HELLO arrives.",
            needs: [.reset]
        ) { bench in
            let s = try bench.open()
            try s.makeEvents(1)
            try bench.askForRestart(s)
            var seen: [SeenFrame] = []
            var deadline = ContinuousClock.now + restartLimit
            while let frame = try bench.nextAfterRestart(until: deadline) {
                // The old session may go on until the first BOOT; the last BOOT comes 800 ms after
                // the first.
                if seen.isEmpty && frame.header.kind == .boot { deadline = .now + .milliseconds(1100) }
                if !seen.isEmpty || frame.header.kind == .boot { seen.append(frame) }
            }
            let stray = seen.first { $0.header.kind != .boot }
            try expect(stray == nil, "nothing but BOOT before a HELLO", got: stray?.words ?? "")
            guard !seen.isEmpty else {
                // If the port disappears with the device, BOOT may be over before the port is back.
                throw bench.portWentAway
                    ? CheckNotProven(reason: "the port goes away with the dongle, and BOOT was over when it was back")
                    : CheckFailure(expected: "three BOOT frames", got: "none in \(restartLimit.words)")
            }
            if !bench.portWentAway {
                try expect(seen.count, equals: 3, "BOOT frames")
                let gaps = zip(seen.dropFirst(), seen).map { $0.at - $1.at }
                for (gap, wanted) in zip(gaps, [200, 600]) {
                    try expect(
                        gap > .milliseconds(wanted - 120) && gap < .milliseconds(wanted + 120),
                        "about \(wanted) ms between two of them", got: gap.words)
                }
            }
            for frame in seen {
                let boot: Boot = try decoded(frame.payload, "the fields of BOOT")
                try expect(boot.deviceID == s.reply.deviceID, "device id as before", got: boot.deviceID.text)
                try expect(boot.bootID != s.reply.bootID, "another boot id", got: "the same")
                try expect(boot.resetReason == .requested, "reset reason 3", got: boot.resetReason.words)
                try expect(boot.major, equals: 1, "highest major version")
            }
            let after = try bench.open(limit: bench.options.greetingLimit)
            let boot: Boot = try decoded(seen[0].payload, "the fields of BOOT")
            try expect(after.reply.bootID, equals: boot.bootID, "boot id of BOOT and HELLO")
            try expect(boot.minor, equals: after.reply.minor, "minor version of BOOT and HELLO")
            if boot.minor == 1 { try expect(seen[0].payload[7], equals: 0, "reserved byte at offset 7") }
        },
        Check("boot.ends-with-hello", "4.6", "No BOOT is sent after HELLO was answered.", needs: [.reset]) { bench in
            let s = try bench.open()
            let after = try bench.restart(s)
            try after.listen(.milliseconds(1300))
            let late = after.others.first { $0.header.kind == .boot }
            try expect(late == nil, "no BOOT after the HELLO reply", got: late?.words ?? "")
        },
        Check(
            "boot.ends-with-refusal", "4.6", "A HELLO that is refused ends BOOT as well.", needs: [.reset, .minor(1)]
        ) { bench in
            let s = try bench.open()
            try bench.askForRestart(s)
            let limit = ContinuousClock.now + restartLimit
            while let frame = try bench.nextAfterRestart(until: limit), frame.header.kind != .boot {}
            let hello = HelloRequest(nonce: 9, lowestMajor: 2, highestMajor: 7, largestPayload: 512)
            let (_, reply) = try SessionChecks.helloFrame(bench, hello)
            try expect(reply.status == .versionMismatch, "VERSION_MISMATCH", got: reply.status.words)
            let deadline = ContinuousClock.now + .milliseconds(1000)
            while let frame = try bench.wire.next(until: deadline) {
                try expect(frame.header.kind != .boot, "no BOOT behind the refusal", got: frame.words)
            }
            _ = try bench.open(limit: bench.options.greetingLimit)
        },
        Check(
            "boot.identity", "4.3",
            "After a restart the boot id is different, the device id the same, the reset reason 3, and uptime starts again.",
            needs: [.reset]
        ) { bench in
            let s = try bench.open()
            pause(.milliseconds(1500))
            let before = try s.ping().uptimeMs
            let reply = try bench.restart(s).reply
            try expect(reply.bootID != s.reply.bootID, "a boot id other than \(s.reply.bootID)", got: "\(reply.bootID)")
            try expect(
                reply.deviceID == s.reply.deviceID, "device id \(s.reply.deviceID.text)", got: reply.deviceID.text)
            try expect(reply.resetReason == .requested, "reset reason 3", got: reply.resetReason.words)
            try expect(reply.uptimeMs < before, "an uptime below \(before) ms", got: "\(reply.uptimeMs)")
        },
        Check(
            "boot.requests-before-hello", "4.7", "A request before any HELLO is answered WRONG_SESSION.",
            needs: [.reset]
        ) { bench in
            let s = try bench.open()
            try bench.askForRestart(s)
            let limit = ContinuousClock.now + restartLimit
            while let frame = try bench.nextAfterRestart(until: limit), frame.header.kind != .boot {}
            for session in [s.number, 0] {
                try bench.wire.send(s.frame(.ping, id: 5, session: session))
                let deadline = ContinuousClock.now + bench.options.patience
                var answer: SeenFrame?
                while answer == nil, let frame = try bench.wire.next(until: deadline) {
                    if frame.header.kind == .response { answer = frame }
                }
                guard let answer else { throw CheckFailure(expected: "WRONG_SESSION", got: "no answer") }
                try expect(
                    answer.header.session == session && answer.header.id == 5, "session \(session), id 5",
                    got: answer.words)
                let status = try Answer(answer).status
                try expect(status == .wrongSession, "WRONG_SESSION", got: status.words)
            }
            _ = try bench.open(limit: bench.options.greetingLimit)
        },
    ]
}
