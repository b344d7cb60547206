import DongleLink
import DongleProtocol
import TestSupport
import Testing

/// Lines over which the same test bodies run.
enum TestLine: String, CaseIterable, Sendable {
    case perfect, bytewise, duplicating, lossy, delayed, unplugging

    /// Lines whose port stays.
    static let steady = allCases.filter { $0 != .unplugging }

    var line: LineConditions {
        switch self {
        case .perfect, .unplugging: .init()
        case .bytewise: .init(isBytewise: true)
        case .duplicating: .init(rates: [.duplicate: 0.3])
        case .lossy: .init(rates: [.drop: 0.2])
        case .delayed: .init(rates: [.delay: 0.05], latency: .milliseconds(60))
        }
    }

    /// Runs a body over this line.
    ///
    /// The unplugging line removes the port after ever more frames, until the body reaches its end.
    /// The body starts anew each time.
    func run(_ link: VirtualLink, _ body: (_ link: VirtualLink, _ attempt: UInt32) throws -> Void) throws {
        guard self == .unplugging else { return try body(link, 0) }
        for attempt in 0..<12 as Range<UInt32> {
            link.unplug(afterFrames: 2 << attempt)
            link.forgetActions()
            do {
                try body(link, attempt)
                #expect(link.unpluggings >= 1 || attempt == 0)
                if link.unpluggings >= 1 { return }
            } catch let error as LinkError where error.isOfLostPort {
                #expect(!link.isPluggedIn)
                link.forgetActions()
                try #require(link.run(limit: .seconds(20)) { link.isLive })
            }
        }
        Issue.record("it never came to its end")
    }
}

extension LinkError {
    fileprivate var isOfLostPort: Bool {
        switch self {
        case .portLost, .interrupted(_, .portLost), .notSent(_, .portLost): true
        default: false
        }
    }
}
