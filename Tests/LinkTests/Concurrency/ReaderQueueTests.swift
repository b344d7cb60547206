import Testing

@testable import Concurrency

/// A backlog of numbers: beyond its limit the oldest are dropped and counted.
private struct Numbers: ReaderBacklog {
    enum Update: Sendable, Equatable {
        case number(Int)
        case missed(Int)
    }

    let capacity: Int
    var numbers: [Int] = []
    var missed = 0

    mutating func pop() -> Update? {
        if missed > 0 {
            defer { missed = 0 }
            return .missed(missed)
        }
        return numbers.isEmpty ? nil : .number(numbers.removeFirst())
    }

    mutating func put(_ number: Int) {
        numbers.append(number)
        if numbers.count > capacity {
            numbers.removeFirst()
            missed += 1
        }
    }
}

@Suite struct ReaderQueueTests {
    @Test("what was put in comes in order, then the end")
    func order() async {
        let queue = ReaderQueue(Numbers(capacity: 10))
        for number in 1...3 { queue.change { $0.put(number) } }
        queue.finish()
        let late: Void? = queue.change { $0.put(4) }
        #expect(late == nil)
        var read: [Numbers.Update] = []
        while let update = await queue.next() { read.append(update) }
        #expect(read == [.number(1), .number(2), .number(3)])
        #expect(await queue.next() == nil)
    }

    @Test("a reader that waits is woken by the next thing, and by the end")
    func waits() async {
        let queue = ReaderQueue(Numbers(capacity: 10))
        let reader = Task { [await queue.next(), await queue.next()] }
        await Task.yield()
        queue.change { $0.put(7) }
        await Task.yield()
        queue.finish()
        #expect(await reader.value == [.number(7), nil])
    }

    /// An update that arrives just after the reader found nothing, and before it waits, still wakes
    /// the reader.
    @Test("nothing that is put in while the reader is about to wait is left behind", .timeLimit(.minutes(1)))
    func wakeUps() async {
        let queue = ReaderQueue(Numbers(capacity: 10))
        let rounds = 50_000
        let (first, second) = await withTaskGroup(of: Int.self) { group in
            group.addTask {
                var read = 0
                while read < rounds, await queue.next() != nil { read += 1 }
                return read
            }
            group.addTask {
                for number in 1...rounds {
                    queue.change { $0.put(number) }
                    while queue.look({ !$0.numbers.isEmpty }), !Task.isCancelled { await Task.yield() }
                }
                return rounds
            }
            return (await group.next(), await group.next())
        }
        #expect(first == rounds && second == rounds)
    }

    @Test("a change that has nothing for the reader leaves it waiting")
    func nothing() async {
        let queue = ReaderQueue(Numbers(capacity: 10))
        let reader = Task { await queue.next() }
        for _ in 0..<10 {
            await Task.yield()
            queue.change { _ in }
        }
        queue.change { $0.put(1) }
        #expect(await reader.value == .number(1))
    }

    @Test("finishing may throw away what it holds, also a second time")
    func emptied() async {
        let queue = ReaderQueue(Numbers(capacity: 10))
        queue.change { $0.put(1) }
        queue.finish()
        queue.finish { $0 = Numbers(capacity: 10) }
        #expect(await queue.next() == nil)
    }

    @Test("a reader whose task is cancelled gets nothing more; what is there stays for another")
    func cancelled() async {
        let queue = ReaderQueue(Numbers(capacity: 10))
        let waiting = Task { await queue.next() }
        await Task.yield()
        waiting.cancel()
        #expect(await waiting.value == nil)
        queue.change { $0.put(1) }
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await queue.next()
        }
        #expect(await late.value == nil)
        #expect(await queue.next() == .number(1))
    }

    @Test("a second reader ends the first")
    func displaced() async {
        let queue = ReaderQueue(Numbers(capacity: 10))
        let first = Task { await queue.next() }
        while queue.state.withLockedValue({ $0.reader == nil }) { await Task.yield() }
        let second = Task { await queue.next() }
        #expect(await first.value == nil)
        queue.change { $0.put(1) }
        #expect(await second.value == .number(1))
    }

    /// However the threads run, numbers read and numbers reported as missed are together all
    /// numbers put in, in order.
    @Test("of what several put in at once each thing is read once or missed, exactly", arguments: [1, 7, 4096])
    func exact(capacity: Int) async {
        let queue = ReaderQueue(Numbers(capacity: capacity))
        let writers = 4
        let each = 20_000
        let reader = Task {
            var read = 0
            var missed = 0
            var last = [Int](repeating: -1, count: writers)
            while let update = await queue.next() {
                switch update {
                case .missed(let count): missed += count
                case .number(let number):
                    #expect(number / writers > last[number % writers], "out of order, or twice")
                    last[number % writers] = number / writers
                    read += 1
                }
            }
            return (read, missed)
        }
        await withTaskGroup { group in
            for writer in 0..<writers {
                group.addTask {
                    for number in 0..<each { queue.change { $0.put(number * writers + writer) } }
                }
            }
        }
        queue.finish()
        let (read, missed) = await reader.value
        #expect(read + missed == writers * each)
        #expect(read > 0)
    }
}
