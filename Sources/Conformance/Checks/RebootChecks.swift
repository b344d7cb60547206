import DongleProtocol

/// Section 8.6 of SPEC.md.
enum RebootChecks {
    static let all: [Check] = [
        Check(
            "reboot.refused", "8.6", "REBOOT with a wrong magic, boot id or mode is refused with the field's offset.",
            needs: [.reset]
        ) { bench in
            let s = try bench.open()
            let boot = s.reply.bootID
            let wrong: [(String, RebootRequest, UInt16)] = [
                ("a wrong magic", RebootRequest(magic: 1, bootID: boot, mode: .run), 0),
                ("another boot id", RebootRequest(bootID: boot ^ 1, mode: .run), 4),
                ("another boot id", RebootRequest(bootID: boot ^ 0x8000_0000, mode: .run), 4),
                ("another boot id and mode 2", RebootRequest(bootID: boot ^ 1, mode: RebootMode(rawValue: 2)), 4),
                ("a wrong magic and another boot id", RebootRequest(magic: 1, bootID: boot ^ 1, mode: .run), 0),
                ("mode 2", RebootRequest(bootID: boot, mode: RebootMode(rawValue: 2)), 8),
                // Fields are checked in order, so the wrong magic is reported.
                ("a wrong magic and mode 1", RebootRequest(magic: 2, bootID: boot, mode: .bootloader), 0),
            ]
            for (what, request, offset) in wrong {
                let answer = try asked(s, request.encoded())
                try expect(answer.status == .invalidArgument, "\(what): INVALID_ARGUMENT", got: answer.status.words)
                try s.expectDetail(answer.error.fieldOffset, offset, "\(what): offset")
            }
            let short = try asked(s, Array(RebootRequest(bootID: boot, mode: .run).encoded().dropLast()))
            try expect(short.status == .malformed, "8 bytes: MALFORMED", got: short.status.words)
            // It is not numbered, so its id is free.
            let id = s.nextID
            try s.post(.reboot, RebootRequest(magic: 1, bootID: boot, mode: .run).encoded(), id: id)
            _ = try s.answer(to: id, .reboot)
            let own = try s.ask(.ping, id: id)
            try expect(own.status == .ok, "PING with the id of a REBOOT: OK", got: own.status.words)
            s.nextID = id &+ 1
            try expect(try s.ping().bootID, equals: boot, "boot id: nothing has restarted")
        },
        Check(
            "reboot.no-bootloader", "8.6", "Mode 1 without BOOTLOADER is UNSUPPORTED.",
            needs: [.reset, .without(.bootloader)]
        ) { bench in
            let s = try bench.open()
            let answer = try asked(s, RebootRequest(bootID: s.reply.bootID, mode: .bootloader).encoded())
            try expect(answer.status == .unsupported, "UNSUPPORTED", got: answer.status.words)
            try expect(try s.ping().bootID, equals: s.reply.bootID, "boot id: nothing has restarted")
        },
        Check(
            "reboot.restarts", "8.6",
            "REBOOT is answered OK and restarts the dongle, outside the numbering; a late copy is refused.",
            needs: [.reset]
        ) { bench in
            let s = try bench.open()
            try s.ask(.ping, id: 1)
            let after = try bench.restart(s)
            try expect(after.reply.bootID != s.reply.bootID, "another boot id", got: "the same")
            let late = try asked(after, RebootRequest(bootID: s.reply.bootID, mode: .run).encoded())
            try expect(
                late.status == .invalidArgument, "the same request again: INVALID_ARGUMENT", got: late.status.words)
            try expect(try after.ping().bootID, equals: after.reply.bootID, "boot id: it has not restarted again")
        },
        Check(
            "reboot.any-session-any-major", "8.6",
            "REBOOT needs no session and is understood under every major version.", needs: [.reset]
        ) { bench in
            let s = try bench.open()
            let uptime = try bench.uptime(of: s)
            let session = s.number ^ 0x4000
            let request = RebootRequest(bootID: s.reply.bootID, mode: .run).encoded()
            try s.post(.reboot, request, id: 300, session: session, major: 7)
            let frame = try s.wait { s.takeOther { $0.header.kind == .response && $0.header.session == session } }
            guard let frame else { throw CheckFailure(expected: "an answer with its session", got: "none") }
            try expect(frame.header.id, equals: 300, "id of the answer")
            let status = try Answer(frame).status
            try expect(status == .ok, "OK", got: status.words)
            bench.wire.watch.dongleRestarts(from: s.reply.bootID)
            _ = try bench.opened(afterRestartOf: s.reply.bootID, uptime)
        },
    ]

    /// Sends REBOOT requests one at a time, because REBOOT is not numbered and answers could be
    /// confused.
    private static func asked(_ s: Session, _ payload: [UInt8]) throws -> Answer {
        try s.post(.reboot, payload, id: 0)
        return try s.answer(to: 0, .reboot)
    }
}
