import Failures
import GatewayClient
import GatewayModel
import Glibc

/// Checks which gateways serve a socket on this machine.
struct GatewayDiagnosis {
    /// A gateway that answered.
    struct Answer: Sendable {
        let socket: String
        let status: GatewayStatus

        /// Program and dongles, as in "perch 0.3.0 (pid 7) serves this socket, with 1 of 1 dongle live".
        func words(serves place: String) -> String {
            let live = status.dongles.count { ($0.state == .live || $0.state == .suspect) && !$0.hasNoController }
            let dongles = "\(live) of \(counted(status.dongles.count, "dongle")) live"
            return "perch \(status.version) (pid \(status.pid)) serves \(place), with \(dongles)"
        }
    }

    /// Asks every gateway that serves one of the sockets.
    static func ask(_ sockets: [String]) async -> ([DoctorFinding], [Answer]) {
        var findings: [DoctorFinding] = []
        var answers: [Answer] = []
        for socket in sockets {
            let check = "socket \(socket)"
            switch SocketProbe(path: socket) {
            case .absent where access(socket, F_OK) == 0:
                findings.append(
                    .warning(
                        check, "A gateway that ended abnormally left this socket behind.",
                        next: "Nothing to do: the next `perch serve` replaces it."))
            case .absent: findings.append(.ok(check, "No gateway serves this socket; `perch serve` starts one."))
            case .forbidden:
                findings.append(
                    .problem(
                        check, "A gateway runs, but this user may not use it.",
                        next: "Join its group: `sudo usermod -aG perch $USER`, then log in again.", exit: .permission))
            case .untrusted(let fault):
                let failure = ClientError.untrustedSocket(.socket(socket), fault).failure
                findings.append(.problem(check, failure.message, next: failure.hint, exit: failure.exit))
            case .failed(let code):
                findings.append(
                    .problem(
                        check, "The socket cannot be checked: \(systemMessage(code)).", next: "Check its folder.",
                        exit: .system))
            case .served:
                let (finding, status) = await answer(socket, check: check)
                findings.append(finding)
                if let status { answers.append(Answer(socket: socket, status: status)) }
            }
        }
        if answers.count > 1 {
            findings.append(
                .warning(
                    "gateways", "\(answers.count) gateways run at once; verbs use the one on \(answers[0].socket).",
                    next: "Use another with --gateway unix:PATH, or stop one."))
        }
        return (findings, answers)
    }

    private static func answer(_ socket: String, check: String) async -> (DoctorFinding, GatewayStatus?) {
        let client = GatewayClient(address: .socket(socket))
        do {
            let status = try await client.status()
            await client.close()
            let words = Answer(socket: socket, status: status).words(serves: "this socket")
            guard status.version == APIVersion.program else {
                let finding = DoctorFinding.warning(
                    check, words + "; this program is \(APIVersion.program).",
                    next: "Restart the gateway, so that both have the same version.")
                return (finding, status)
            }
            return (.ok(check, words + "."), status)
        } catch {
            await client.close()
            return (.problem(check, error), nil)
        }
    }
}
