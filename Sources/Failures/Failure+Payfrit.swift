import DongleLink
import Gateway
import GatewayModel
import Payfrit

/// Failures of requests to the Payfrit backend, or of the network before it.
extension PayfritError: FailureConvertible {
    package var failure: Failure {
        switch self {
        case .unreachable, .interrupted, .timedOut:
            network(
                "payfrit-unreachable",
                "Check the network and `payfrit.environment`, and try again. Registrations wait by themselves.")
        case .untrusted:
            failed(
                "payfrit-untrusted",
                "Check this machine's clock (`date`), by which certificates are valid or not, the network, and `payfrit.pinned_certificate`: somebody may be in between.",
                .permission)
        case .unauthorized: PayfritServiceError.loggedOut.failure
        case .http(let status) where status >= 500 || status == 408 || status == 429:
            network("payfrit-failed", "The backend fails; try again later.")
        case .http(404):
            failed(
                "payfrit-failed",
                "Nothing is there: does the URL of `payfrit.environment` end in /api? Check `payfrit.api`, too.",
                .protocolMismatch)
        case .http:
            failed("payfrit-failed", "Check `payfrit.environment` and `payfrit.api`.", .protocolMismatch)
        case .notJSON:
            network(
                "payfrit-not-json",
                "Something else has answered, such as the login page of a guest network: log in to that in a browser. Or it is another server: does the URL of `payfrit.environment` end in /api?"
            )
        case .refused:
            failed("payfrit-refused", "Payfrit refused this. Correct it and try again.", .badInput)
        case .notFound:
            failed(
                "payfrit-refused",
                "Payfrit has no such entry. If it has no such path at all: does the URL of `payfrit.environment` end in /api?",
                .badInput)
        case .unknownBeacon:
            failed("unknown-payfrit-beacon", "See which there are: `perch payfrit beacons`.", .unavailable)
        case .malformed, .tooLarge:
            failed(
                "payfrit-malformed", "The backend speaks another form of the API: see docs/payfrit-api.yaml.",
                .protocolMismatch)
        case .notInThisAPI:
            failed("payfrit-not-in-this-api", "The other generation may have it: `payfrit.api`.", .unavailable)
        case .badSetting: failed("payfrit-bad-setting", "See `perch settings show`.", .configuration)
        case .cancelled: .interrupted
        }
    }

    /// Outcome of the request, which may have been carried out.
    private var become: Outcome { mayHaveHappened ? .unknown : .notDone }

    private func network(_ code: String, _ hint: String) -> Failure {
        Failure(code: code, message: sentence, hint: hint, isRetryable: true, exit: .temporary, outcome: become)
    }

    private func failed(_ code: String, _ hint: String, _ exit: ExitStatus) -> Failure {
        Failure(code: code, message: sentence, hint: hint, exit: exit, outcome: become)
    }

    /// The server's message, printable but otherwise unchanged, if there is one; else a sentence
    /// with a full stop.
    private var sentence: String {
        let text = printable("\(self)")
        switch self {
        case .refused, .notFound: return text
        default: return text.hasSuffix(".") ? text : text + "."
        }
    }
}

/// Failures of commands for tables, businesses, logins and registrations.
extension PayfritServiceError: FailureConvertible {
    package var failure: Failure {
        switch self {
        case .notLoggedIn, .loggedOut, .incompleteLogin, .openSessionFile, .badSessionFile, .cannotUseSessionFile:
            ofLogin
        case .noBusiness, .unknownBusiness, .ambiguousBusiness: ofBusiness
        case .unknownServicePoint, .ambiguousServicePoint, .manyPlaces, .noNextName, .unknownTable, .wrongState,
            .notProvisioned, .unverified, .simulated:
            ofTable
        case .unknownRegistration(let id):
            refused(
                "unknown-registration", "There is no registration \(id).",
                "It was delivered or dropped; see `perch payfrit outbox`.", .unavailable)
        case .unreadableRegistration(let id):
            refused(
                "unreadable-registration", "Registration \(id) cannot be read.",
                "Drop it, and provision its table again: `perch payfrit outbox drop \(id)`.", .badInput)
        case .registrationUnderWay(let id):
            Failure(
                code: "registration-under-way", message: "Registration \(id) is being delivered at the moment.",
                hint: "Look in a moment what became of it: `perch payfrit outbox`.", isRetryable: true,
                exit: .temporary, outcome: .notDone)
        case .badValue(let value, let name, let expected):
            refused(
                "invalid-value",
                value.isEmpty ? "\(name) is missing." : "\(name) cannot be \"\(excerpt(value))\".",
                "It takes \(expected).", .badInput)
        }
    }

    private var ofLogin: Failure {
        switch self {
        case .loggedOut:
            refused(
                "logged-out", "Your Payfrit login has expired.",
                "Run `perch payfrit login`. Waiting registrations are delivered after it.", .permission)
        case .incompleteLogin:
            refused(
                "incomplete-login", "Please enter username and password.",
                "Give a phone and its one-time password, or, with the older API, a name and a password.", .usage)
        case .openSessionFile(let path, let mode):
            refused(
                "session-file-open",
                "Others may use the login in \(printable(path)) (mode 0\(String(mode, radix: 8))).",
                "It may be known: log out and in again, or close it with `chmod 600 \(printable(path))`.", .permission)
        case .badSessionFile(let path):
            refused(
                "session-file-damaged", "\(printable(path)) holds no login.",
                "Log in again: `perch payfrit login`.", .badInput)
        case .cannotUseSessionFile(let path, let code):
            refused(
                "session-file-unusable", "\(printable(path)) cannot be used: \(systemMessage(code)).",
                "Check the folder, its permissions and the room on the disk.", .cannotCreate)
        default:
            refused(
                "not-logged-in", "Nobody is logged in to Payfrit.", "Log in: `perch payfrit login`.", .permission)
        }
    }

    private var ofBusiness: Failure {
        switch self {
        case .unknownBusiness(let name, let known):
            refused(
                "unknown-business", "You have no business \"\(excerpt(name))\".",
                known.isEmpty
                    ? "You have none: have somebody add you to one, or log in as another with `perch payfrit login`."
                    : "There are: \(list(known)).", .unavailable)
        case .ambiguousBusiness(let name, let matches):
            refused(
                "several-businesses", "Several businesses fit \"\(excerpt(name))\".",
                "Take the number: \(list(matches)).", .usage)
        default:
            refused(
                "no-business", "No business is chosen.",
                "Choose one: `perch payfrit businesses`, then `perch payfrit use`.", .usage)
        }
    }

    private var ofTable: Failure {
        switch self {
        case .unknownServicePoint(let id):
            refused(
                "unknown-service-point", "The business has no service point \(id).",
                "See which there are: `perch payfrit servicepoints`.", .unavailable)
        case .ambiguousServicePoint(let name, let ids):
            refused(
                "several-service-points", "Several service points are called \"\(excerpt(name))\".",
                "Take the number: \(list(ids.map { "\($0)" })).", .usage)
        case .noNextName(let name):
            refused(
                "no-next-name", "No name follows \"\(excerpt(name))\".", "Name the table yourself.", .usage)
        case .unknownTable(let id):
            refused(
                "unknown-table", "There is no table \(id).", "See which there are: `perch payfrit tables`.",
                .unavailable)
        case .wrongState(let table, let state, let wish):
            refused(
                "wrong-table-state", "Table \(table) is \(state), and cannot be \(printable(wish)).",
                state == "refused"
                    ? "Edit, retry or drop its registration: `perch payfrit outbox`."
                    : "See how it stands: `perch payfrit tables`.", .unavailable)
        case .notProvisioned(let table):
            refused(
                "not-provisioned", "Nothing was written to a beacon for table \(table).",
                "Provision it first: `perch provision table`.", .unavailable)
        case .simulated(_, let base):
            refused(
                "simulated-registration",
                "The dongle is simulated, and \(printable(base)) is no development backend.",
                "Use a real dongle, or set `payfrit.environment` to dev.", .usage)
        case .unverified(let table, let reason):
            refused(
                "not-verified",
                "The beacon of table \(table) is not verified\(reason.map { ": " + printable($0) } ?? ".")",
                "Run `perch provision verify`, or register the table unverified with --force.", .temporary)
        default:
            refused(
                "many-places", "A service point, a name and a name to follow exclude one another.",
                "Give one of them, or none for the next table.", .usage)
        }
    }

    private func refused(_ code: String, _ message: String, _ hint: String, _ exit: ExitStatus) -> Failure {
        Failure(code: code, message: message, hint: hint, exit: exit, outcome: .notDone)
    }
}

/// Returns the beginning of a text that the user typed, safe to show.
private func excerpt(_ text: String) -> String { printable(String(text.prefix(40))) + (text.count > 40 ? "…" : "") }

private func list(_ names: [String]) -> String {
    names.prefix(20).map(printable).joined(separator: ", ") + (names.count > 20 ? ", …" : "")
}
