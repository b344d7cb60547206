import GatewayModel
import Testing

@testable import DongleLink
@testable import Gateway

@Suite struct SupervisorStateTests {
    @Test("the wait doubles from 250 ms to 5 s")
    func backOff() {
        var state = SupervisorState()
        var waits: [Duration] = []
        for _ in 0..<7 {
            state.attempt()
            #expect(state.wait(at: .seconds(1)) == nil)
            _ = state.failed(.away, at: .seconds(1))
            waits.append(state.wait(at: .seconds(1)) ?? .zero)
        }
        #expect(
            waits == [
                .milliseconds(250), .milliseconds(500), .seconds(1), .seconds(2), .seconds(4), .seconds(5), .seconds(5),
            ])
        #expect(state.wait(at: .seconds(3)) == .seconds(3))
        #expect(state.wait(at: .seconds(60)) == .zero)
    }

    @Test(
        "a port that was found, and on which nothing answers, is opened up to every 60 s, and at once when it appears")
    func stray() {
        var state = SupervisorState(isFound: true)
        var waits: [Duration] = []
        for _ in 0..<10 {
            _ = state.failed(.silent, at: .zero)
            waits.append(state.wait(at: .zero) ?? .zero)
        }
        #expect(waits.suffix(5) == [8, 16, 32, 60, 60].map { .seconds($0) })
        state.portAppeared(at: .seconds(1))
        #expect(state.wait(at: .seconds(1)) == .zero)
        // A port that is away or busy may have a dongle.
        for _ in 0..<10 { _ = state.failed(.busy, at: .zero) }
        #expect(state.wait(at: .zero) == .seconds(5))
        // A port on which a dongle has answered has one.
        _ = state.greeted(at: .seconds(2))
        for _ in 0..<10 { _ = state.failed(.silent, at: .zero) }
        #expect(state.wait(at: .zero) == .seconds(5))
    }

    @Test("a port that somebody named is opened up to every 5 s, whatever is on it")
    func named() {
        var state = SupervisorState()
        for _ in 0..<10 { _ = state.failed(.silent, at: .zero) }
        #expect(state.wait(at: .zero) == .seconds(5))
    }

    @Test("nothing that answers, on a port that was found, is what makes it one of another device")
    func silence() async throws {
        #expect(SupervisorState.Trouble(LinkError.greeting(.noAnswer(.init()))) == .silent)
        try await withGateway { gateway in
            for (target, isFound) in [
                (PortTarget.found(path: "/dev/a"), true), (.named(.path("/b")), false),
            ] {
                let supervisor = try await gateway.dongles.add(target, path: "/dev/a", baud: nil)
                #expect(await supervisor.state.mayBeStray == isFound)
            }
        }
    }

    @Test("a link that held for 10 s begins anew, one that did not goes on waiting longer", arguments: [9, 10])
    func steady(seconds: Int) {
        var state = SupervisorState()
        _ = state.failed(.away, at: .zero)
        _ = state.failed(.away, at: .zero)
        _ = state.greeted(at: .seconds(1))
        _ = state.lost(.away, at: .seconds(1 + seconds))
        #expect(state.wait(at: .seconds(1 + seconds)) == (seconds < 10 ? .seconds(1) : .milliseconds(250)))
        #expect(state.outages == 1)
    }

    @Test("a port that appears is tried at once, and only where one is waited for")
    func appearance() {
        var state = SupervisorState()
        for _ in 0..<5 { _ = state.failed(.away, at: .zero) }
        state.portAppeared(at: .seconds(1))
        #expect(state.wait(at: .seconds(1)) == .zero)
        _ = state.failed(.away, at: .seconds(1))
        #expect(state.wait(at: .seconds(1)) == .milliseconds(250))
        _ = state.greeted(at: .seconds(2))
        state.portAppeared(at: .seconds(3))
        #expect(state.isLive)
    }

    @Test("a trouble is news once, until it is over; another one is news of its own")
    func news() {
        var state = SupervisorState()
        #expect(state.failed(.away, at: .seconds(1)) == true)
        #expect(state.failed(.away, at: .seconds(2)) == false)
        #expect(state.failed(.permission, at: .seconds(3)) == true)
        #expect(state.failed(.away, at: .seconds(4)) == false)
        #expect(state.greeted(at: .seconds(11)) == .seconds(10))
        #expect(state.greeted(at: .seconds(12)) == nil)
        #expect(state.lost(.away, at: .seconds(13)) == true)
        #expect(state.failed(.away, at: .seconds(14)) == false)
        #expect(state.greeted(at: .seconds(15)) == .seconds(2))
    }

    @Test("a restart is an outage, and a port lost during it is the same one")
    func restart() {
        var state = SupervisorState()
        _ = state.greeted(at: .zero)
        #expect(state.interrupted(at: .seconds(1)) == true)
        #expect(state.interrupted(at: .seconds(1)) == false)
        #expect(state.dongleState == .restarting && !state.isLive)
        #expect(state.lost(.away, at: .seconds(2)) == true)
        #expect(state.outages == 1)
        #expect(state.greeted(at: .seconds(5)) == .seconds(4))
    }

    @Test("a doubt is one while there is a link")
    func doubt() {
        var state = SupervisorState()
        state.doubt(true)
        #expect(state.dongleState == .opening)
        _ = state.greeted(at: .zero)
        state.doubt(true)
        #expect(state.dongleState == .suspect && state.isLive)
        state.doubt(false)
        #expect(state.dongleState == .live)
        _ = state.lost(.away, at: .seconds(1))
        state.doubt(true)
        #expect(state.dongleState == .waiting)
    }

    @Test("a dongle that comes back on another port takes its outage along")
    func inheritance() {
        var old = SupervisorState()
        _ = old.greeted(at: .zero)
        _ = old.lost(.away, at: .seconds(5))
        var new = SupervisorState()
        _ = new.failed(.busy, at: .seconds(6))
        new.giveHistory(old.takeHistory())
        #expect(new.outages == 1)
        #expect(new.greeted(at: .seconds(9)) == .seconds(4))
        #expect(old.outages == 0)
        #expect(old.greeted(at: .seconds(9)) == nil)
    }
}
