import GatewayModel
import LineFormats
import Testing

@testable import Perch

struct RegistrationWaitTests {
    private func status(_ lastError: ErrorReport?) -> PayfritStatus {
        PayfritStatus(
            environment: "dev", base: "https://dev.payfrit.com/api", isDev: true, isExposed: false, notice: nil,
            clockBehindSeconds: nil, api: .php, user: nil, business: nil, unusedLogin: nil,
            registrations: PayfritQueue(
                waiting: 1, refused: 0, elsewhere: 0, delivered: 0, held: nil, nextAttempt: nil), tables: [:],
            lastError: lastError)
    }

    @Test("a failure of before is no reason why a registration waits now")
    func old() {
        let at = Timestamp(microsecondsSince1970: 1)
        let before = ErrorReport(at: at, code: "c", message: "There is no beacon 99.", hint: "")
        var delay = RegistrationWait.Delay(limit: .seconds(60))
        #expect(delay.current(status(before)).lastError == before)
        delay.forget(status(before))
        #expect(delay.current(status(before)).lastError == nil)
        #expect(RegistrationWait.failure("It waits", delay.current(status(before))).message == "It waits.")
        var again = before
        again.at = Timestamp(microsecondsSince1970: 2)
        #expect(delay.current(status(again)).lastError == again)
        var fresh = RegistrationWait.Delay(limit: .seconds(60))
        fresh.forget(status(nil))
        #expect(fresh.current(status(before)).lastError == before)
    }
}
