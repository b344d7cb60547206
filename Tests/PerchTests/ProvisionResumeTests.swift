import GatewayModel
import Testing

@testable import Perch

@Suite struct ProvisionResumeTests {
    private func wish(_ arguments: String...) throws -> ProvisioningContinuation {
        try ProvisionResume.parse(arguments).wish(dongle: "d")
    }

    @Test("runs that are named, and --replace, come to the gateway; without them it takes what is open")
    func arguments() throws {
        let all = try wish()
        #expect(all.runs == nil && all.replace == false && all.dongle == "d")
        let named = try wish("3", "7", "--replace", "--parallel", "2")
        #expect(named.runs == [3, 7] && named.replace == true && named.parallel == 2)
    }

    @Test("the help says what is left out unless it is named")
    func help() {
        let text = ProvisionResume.helpMessage(columns: 1_000)
        for code in ["passwords-refused", "no-such-service", "missing-property", "step-refused", "no-reply"] {
            #expect(text.contains(code))
        }
        #expect(text.contains("all 24 steps") && text.contains("--replace"))
    }
}
