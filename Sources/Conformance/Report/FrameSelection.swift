import DongleProtocol

/// The frames of a check that matter for its failure.
///
/// 1. Left out is what checks send on their way: the HELLO that opens a session, GRANTs that only
///    acknowledge, PINGs that only ask whether the dongle is through, DISCOVER of what is used
///    then, and the answers to these. They are shown in the checks of their own sections, and where
///    nothing else was sent.
/// 2. Of four or more events of one kind in a row, the first and the last are shown; likewise of
///    what the check has sent again.
/// 3. Of what is left, the newest are shown. The last request that is not left out, the last frame
///    from the dongle, and the request that it answers are always among them.
struct FrameSelection {
    /// Maximum number of lines; one of them says how many frames are left out.
    static let lines = 12
    /// Number of frames in a row that are shortened to two.
    private static let run = 4

    /// The frames to show, oldest first.
    let frames: [ShownFrame]
    /// Number of the check's other frames.
    let leftOut: Int

    /// Sections of the operations that checks use on their way.
    private static let sections: [Operation: String] = [.hello: "4", .ping: "8.1", .discover: "10.5"]

    /// - Parameter section: Section of the check; nil before the first.
    init(_ record: WireRecord, section: String?) {
        let items = Self.items(record) { operation in
            guard let section else { return false }
            return Self.sections[operation].map { !section.hasPrefix($0) } ?? true
        }
        var shown = items.map(\.shown)
        let always = Self.always(items)
        var candidates = items.indices.filter { !items[$0].isRoutine }
        if candidates.isEmpty { candidates = Array(items.indices) }
        candidates = Self.shortened(Set(candidates).union(always).sorted(), items, always) { shown[$0].alike = $1 }
        var chosen = always
        for index in candidates.reversed() where chosen.count < Self.lines - 1 { chosen.insert(index) }
        for index in shown.indices where !chosen.contains(index) { shown[index].alike = 0 }
        frames = chosen.sorted().map { shown[$0] }
        leftOut = record.discarded + items.count - frames.reduce(0) { $0 + 1 + $1.alike }
    }

    // MARK: Items

    private struct Item {
        var shown: ShownFrame
        /// Nil if it is no frame.
        let header: FrameHeader?
        var isRoutine: Bool
        /// Index of the request that this is the answer or the DONE to.
        let request: Int?
    }

    /// What a request and its answer have in common.
    private struct Exchange: Hashable {
        let session: UInt16
        let id: UInt16
    }

    private static func items(_ record: WireRecord, _ isElsewhere: (Operation) -> Bool) -> [Item] {
        var items: [Item] = []
        var requests: [Exchange: Int] = [:]
        for entry in record.entries {
            let at = entry.at - record.start
            let (found, rejection) = decoded(entry.stretch)
            guard let (header, payload) = found else {
                let shown = ShownFrame(
                    isSent: entry.isSent, at: at, stretch: entry.stretch, content: .rejected(rejection ?? .overflow))
                items.append(Item(shown: shown, header: nil, isRoutine: false, request: nil))
                continue
            }
            let isDone = header.kind == .event && header.event == .done
            let exchange = Exchange(session: header.session, id: isDone ? UInt16(leading: payload) : header.id)
            let request = header.kind == .response || isDone ? requests[exchange] : nil
            let asked = request.flatMap { items[$0].header?.operation }
            let frame = DecodedFrame(header, payload, asked: asked)
            let shown = ShownFrame(isSent: entry.isSent, at: at, stretch: entry.stretch, content: .frame(frame))
            let isRoutine =
                entry.isSent
                ? entry.isRoutine && (header.kind != .request || isElsewhere(header.operation))
                : request.map { items[$0].isRoutine } == true && (isDone || asked == header.operation)
            if entry.isSent, header.kind == .request { requests[exchange] = items.count }
            items.append(Item(shown: shown, header: header, isRoutine: isRoutine, request: request))
        }
        // HELLO is sent again until it is answered.
        let answered = Set(items.compactMap(\.request))
        var hellos: Set<[UInt8]> = []
        for (index, item) in items.enumerated() where item.shown.isSent && item.header?.operation == .hello {
            if !hellos.insert(item.shown.stretch).inserted, !answered.contains(index) { items[index].isRoutine = true }
        }
        return items
    }

    /// Returns the frame that a stretch is, or why it is none.
    private static func decoded(_ stretch: [UInt8]) -> (frame: (FrameHeader, [UInt8])?, rejection: Rejection?) {
        var decoder = FrameDecoder(largestFrame: 65_535 + 12)
        var frame: (FrameHeader, [UInt8])?
        var rejection: Rejection?
        decoder.feed(
            (stretch + [0]).span.bytes, onFrame: { header, payload in frame = (header, [UInt8](payload)) },
            onRejected: { reason, _ in rejection = reason })
        return (frame, rejection)
    }

    // MARK: Rules

    /// Returns the frames that are shown whatever else there is.
    private static func always(_ items: [Item]) -> Set<Int> {
        var found: Set<Int> = []
        if let last = items.lastIndex(where: { !$0.shown.isSent }) {
            found.insert(last)
            if let request = items[last].request { found.insert(request) }
        }
        let asked = items.lastIndex { $0.shown.isSent && !$0.isRoutine && $0.header?.kind == .request }
        if let asked { found.insert(asked) }
        return found
    }

    /// Shortens runs of frames alike.
    ///
    /// - Parameter alike: Called with the first frame of a run, and the number of those left out.
    private static func shortened(
        _ indices: [Int], _ items: [Item], _ always: Set<Int>, alike: (Int, Int) -> Void
    ) -> [Int] {
        var left: [Int] = []
        var rest = indices[...]
        while let first = rest.first {
            let run = rest.prefix { $0 == first || areAlike(items[first].shown, items[$0].shown) }
            rest = rest.dropFirst(run.count)
            let middle = run.dropFirst().dropLast().filter { !always.contains($0) }
            guard run.count >= Self.run, middle.count == run.count - 2 else {
                left += run
                continue
            }
            alike(first, middle.count)
            left += [first, run[run.endIndex - 1]]
        }
        return left
    }

    private static func areAlike(_ one: ShownFrame, _ other: ShownFrame) -> Bool {
        guard one.isSent == other.isSent else { return false }
        if !one.isSent, case .rejected(let reason) = one.content { return other.content == .rejected(reason) }
        guard !one.isSent, case .frame(let first) = one.content, case .frame(let second) = other.content else {
            return one.stretch == other.stretch
        }
        return first.header.kind == second.header.kind && first.header.kind != .response
            && first.header.code == second.header.code && first.header.session == second.header.session
    }
}
