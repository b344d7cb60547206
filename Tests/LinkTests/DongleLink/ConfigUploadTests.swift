import DongleLink
import DongleProtocol
import Testing

@Suite struct ConfigUploadTests {
    private static let config = (0..<100).map { UInt8($0) }

    private static func upload(
        next: UInt32 = 0, chunk: UInt16 = 16, _ config: [UInt8] = config
    ) throws(LinkError) -> ConfigUpload {
        try ConfigUpload(config, ConfigBeginResult(transfer: 7, next: next, chunk: chunk))
    }

    private static func written(_ next: Int) -> Result<[UInt8], LinkError> {
        .success(ConfigDataAnswer(next: UInt32(next)).encoded())
    }

    /// Answer of a dongle that wrote nothing and expects the byte at `next`; nil = the answer lacks
    /// the offset.
    private static func elsewhere(_ next: UInt32?) -> Result<[UInt8], LinkError> {
        let detail = next.map { ConfigDataAnswer(next: $0).encoded() } ?? []
        return .failure(.refused(operation: .configData, status: .offset, body: ErrorBody(detail: detail)))
    }

    @Test("every byte is sent once and in order, in whole chunks but for the last", arguments: [16, 32, 96, 100, 512])
    func order(chunk: Int) throws {
        var upload = try Self.upload(chunk: UInt16(chunk))
        var sent: [ConfigDataRequest] = []
        var answered = 0
        while !upload.isFinished {
            while let data = upload.next() { sent.append(data) }
            let oldest = sent[answered]
            answered += 1
            try upload.answered(Self.written(Int(oldest.offset) + oldest.data.count))
        }
        #expect(sent.flatMap(\.data) == Self.config)
        #expect(sent.dropLast().allSatisfy { $0.data.count == chunk })
        #expect(sent.allSatisfy { $0.transfer == 7 })
        var end: UInt32 = 0
        for data in sent {
            #expect(data.offset == end)
            end += UInt32(data.data.count)
        }
        #expect(upload.written == 100)
        #expect(upload.next() == nil)
    }

    @Test("two chunks are in flight at most, and an answer makes room for one")
    func window() throws {
        var upload = try Self.upload()
        #expect(upload.next()?.offset == 0)
        #expect(upload.next()?.offset == 16)
        #expect(upload.next() == nil)
        try upload.answered(Self.written(16))
        #expect(upload.next()?.offset == 32)
        #expect(upload.next() == nil)
        #expect(upload.written == 16)
    }

    @Test("it goes on where an earlier transfer stopped, and has nothing to send where that was the end")
    func resumes() throws {
        var upload = try Self.upload(next: 64)
        #expect(upload.written == 64)
        let data = upload.next()
        #expect(data?.offset == 64)
        #expect(data?.data == Array(Self.config[64..<80]))
        var whole = try Self.upload(next: 100)
        #expect(whole.isFinished)
        #expect(whole.next() == nil)
    }

    @Test("a dongle that is elsewhere is followed once everything in flight has been heard")
    func astray() throws {
        var upload = try Self.upload()
        _ = upload.next()
        _ = upload.next()
        try upload.answered(Self.written(16))
        _ = upload.next()
        // The second chunk was lost, and the third reached a dongle that still expects the second.
        try upload.answered(Self.elsewhere(16))
        #expect(upload.next() == nil)
        #expect(!upload.isFinished)
        try upload.answered(Self.elsewhere(16))
        #expect(upload.next()?.offset == 16)
        #expect(upload.next()?.offset == 32)
        #expect(upload.written == 16)
    }

    @Test("an answer older than the one before it takes nothing back")
    func older() throws {
        var upload = try Self.upload()
        _ = upload.next()
        _ = upload.next()
        try upload.answered(Self.written(32))
        try upload.answered(Self.written(16))
        #expect(upload.written == 32)
        #expect(upload.next()?.offset == 32)
    }

    @Test("a dongle that is ahead of what was sent, as after a repeat, is believed")
    func ahead() throws {
        var upload = try Self.upload()
        _ = upload.next()
        try upload.answered(Self.elsewhere(48))
        #expect(upload.next()?.offset == 48)
    }

    @Test("a dongle that sends the host back more than 64 times is not believed")
    func missteps() throws {
        var upload = try Self.upload()
        for _ in 0..<64 {
            _ = upload.next()
            try upload.answered(Self.elsewhere(0))
        }
        _ = upload.next()
        #expect(throws: LinkError.malformedAnswer(operation: .configData)) {
            try upload.answered(Self.elsewhere(0))
        }
    }

    @Test("a dongle that does not say where it is, as version 1.0 may, is sent everything behind its last answer again")
    func unplaced() throws {
        var upload = try Self.upload()
        _ = upload.next()
        _ = upload.next()
        try upload.answered(Self.written(16))
        try upload.answered(Self.elsewhere(nil))
        #expect(upload.next()?.offset == 16)
        for _ in 1..<64 {
            try upload.answered(Self.elsewhere(nil))
            _ = upload.next()
        }
        #expect(throws: LinkError.malformedAnswer(operation: .configData)) {
            try upload.answered(Self.elsewhere(nil))
        }
    }

    @Test("what cannot be is malformed: a place behind the end, no room for a chunk, half a number")
    func malformed() throws {
        let begun = LinkError.malformedAnswer(operation: .configBegin)
        #expect(throws: begun) { try Self.upload(next: 101) }
        #expect(throws: begun) { try Self.upload(chunk: 15) }
        let answered = LinkError.malformedAnswer(operation: .configData)
        for answer in [Self.written(101), Self.elsewhere(101), .success([1, 0])] {
            var upload = try Self.upload()
            _ = upload.next()
            #expect(throws: answered) { try upload.answered(answer) }
        }
    }

    @Test("any other refusal ends the transfer as it is")
    func refusal() throws {
        let error = LinkError.refused(operation: .configData, status: .wrongTransfer, body: ErrorBody())
        var upload = try Self.upload()
        _ = upload.next()
        #expect(throws: error) { try upload.answered(.failure(error)) }
    }
}
