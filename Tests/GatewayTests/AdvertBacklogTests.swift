import TestSupport
import DongleLink
import Testing

@testable import Gateway

@Suite struct AdvertBacklogTests {
    static func batch(_ count: Int, of dongle: String = "d") -> HeardAdverts {
        HeardAdverts(
            dongle: dongle, isSimulated: true,
            sightings: (0..<count).map { Adverts.sighting(Adverts.iBeacon, number: UInt32($0)) })
    }

    /// Returns the updates in a backlog as words.
    private func words(_ backlog: inout AdvertBacklog) -> [String] {
        var words: [String] = []
        while let update = backlog.pop() {
            switch update {
            case .adverts(let batch): words.append("\(batch.adverts.count) adverts")
            case .lost(let dongle, let count): words.append("\(count) lost by \(dongle)")
            case .missed(let count): words.append("\(count) missed")
            case .interrupted(let dongle, _): words.append("\(dongle) away")
            case .restored(let dongle): words.append("\(dongle) back")
            case .failed(let dongle, _, _): words.append("\(dongle) failed")
            }
        }
        return words
    }

    @Test("what fits comes out as it went in")
    func order() {
        var backlog = AdvertBacklog(capacity: 10)
        #expect(backlog.append(Self.batch(4)) == 0)
        #expect(backlog.tell(.lost(dongle: "d", 2)) == 0)
        #expect(backlog.tell(.lost(dongle: "d", 3)) == 0)
        #expect(backlog.tell(.lost(dongle: "e", 1)) == 0)
        #expect(backlog.append(Self.batch(6)) == 0)
        #expect(backlog.adverts == 10)
        #expect(words(&backlog) == ["4 adverts", "5 lost by d", "1 lost by e", "6 adverts"])
        #expect(backlog.adverts == 0)
    }

    @Test("the oldest batches go, and their count stands where they stood")
    func overflow() {
        var backlog = AdvertBacklog(capacity: 10)
        _ = backlog.tell(.interrupted(dongle: "d", .silence))
        _ = backlog.append(Self.batch(4))
        _ = backlog.append(Self.batch(4))
        _ = backlog.tell(.restored(dongle: "d"))
        #expect(backlog.append(Self.batch(4)) == 4)
        #expect(backlog.append(Self.batch(6)) == 4)
        #expect(words(&backlog) == ["d away", "8 missed", "d back", "4 adverts", "6 adverts"])
    }

    @Test("a batch that is larger than everything is missed, and nothing else breaks")
    func huge() {
        var backlog = AdvertBacklog(capacity: 10)
        #expect(backlog.append(Self.batch(11)) == 11)
        _ = backlog.append(Self.batch(1))
        #expect(words(&backlog) == ["11 missed", "1 adverts"])
    }

    @Test("however much comes, what is held is bounded, and the counts are exact")
    func bounded() {
        var backlog = AdvertBacklog(capacity: 50)
        var given: UInt64 = 0
        for round in 0..<5000 {
            _ = backlog.append(Self.batch(7))
            _ = backlog.tell(.lost(dongle: "d\(round % 3)", 2))
            _ = backlog.tell(round % 2 == 0 ? .interrupted(dongle: "d", .silence) : .restored(dongle: "d"))
            given += 7
        }
        var (updates, seen, missed, lost): (Int, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        var last: AdvertUpdate?
        while let update = backlog.pop() {
            updates += 1
            switch update {
            case .adverts(let batch): seen += UInt64(batch.adverts.count)
            case .missed(let count): missed += count
            case .lost(_, let count): lost += count
            default: last = update
            }
        }
        #expect(updates < 400)
        #expect(seen == 49 && seen + missed == given)
        #expect(lost == 10_000)
        guard case .restored = last else {
            Issue.record("the newest state is \(String(describing: last))")
            return
        }
    }
}
