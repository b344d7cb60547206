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
                "Check the network and `payfrit.environment`, and try again. Waiting registrations are retried "
                    + "automatically."
            )
        case .untrusted:
            failed(
                "payfrit-untrusted",
                "Check this machine's clock (run `date`), the network and `payfrit.pinned_certificate`: another "
                    + "machine may intercept the connection.",
                .permission)
        case .unauthorized: PayfritServiceError.loggedOut.failure
        case .http(let status) where status >= 500 || status == 408 || status == 429:
            network("payfrit-failed", "The Payfrit server cannot answer now; try again later.")
        case .http(404):
            failed(
                "payfrit-failed",
                "Payfrit has nothing at this path: does the URL of `payfrit.environment` end in /api? Check "
                    + "`payfrit.api`, too.",
                .protocolMismatch)
        case .http:
            failed("payfrit-failed", "Check `payfrit.environment` and `payfrit.api`.", .protocolMismatch)
        case .notJSON:
            network(
                "payfrit-not-json",
                "Perhaps the login page of a guest network answered: log in to that network in a browser. Or perhaps "
                    + "another server answered: does the URL of `payfrit.environment` end in /api?"
            )
        case .refused:
            failed("payfrit-refused", "Payfrit refused this. Correct it and try again.", .badInput)
        case .notFound:
            failed(
                "payfrit-refused",
                "Payfrit has no such entry, or no such path: does the URL of `payfrit.environment` end in /api?",
                .badInput)
        case .unknownBeacon:
            failed("unknown-payfrit-beacon", "List the beacons with `perch payfrit beacons`.", .unavailable)
        case .malformed, .tooLarge:
            failed(
                "payfrit-malformed", "The backend uses another version of the API: compare docs/payfrit-api.yaml.",
                .protocolMismatch)
        case .notInThisAPI:
            failed(
                "payfrit-not-in-this-api", "The other generation of the API may have it: change `payfrit.api`.",
                .unavailable)
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
                "The registration was delivered or dropped; see `perch payfrit outbox`.", .unavailable)
        case .unreadableRegistration(let id):
            refused(
                "unreadable-registration", "Registration \(id) cannot be read.",
                "Drop the registration with `perch payfrit outbox drop \(id)`, then provision its table again.",
                .badInput)
        case .registrationUnderWay(let id):
            Failure(
                code: "registration-under-way", message: "Registration \(id) is being delivered now.",
                hint: "See its result in a moment with `perch payfrit outbox`.", isRetryable: true,
                exit: .temporary, outcome: .notDone)
        case .badValue(let value, let name, let expected):
            refused(
                "invalid-value",
                value.isEmpty ? "\(name) is missing." : "\(name) cannot be \"\(excerpt(value))\".",
                "Use \(expected).", .badInput)
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
                "Enter a phone number and its one-time password or, with the older API, a name and a password.", .usage)
        case .openSessionFile(let path, let mode):
            refused(
                "session-file-open",
                "Other users can access the login in \(printable(path)) (mode 0\(String(mode, radix: 8))).",
                "Log out and in again, because others may know the login, or close the file with `chmod 600 "
                    + "\(printable(path))`.",
                .permission)
        case .badSessionFile(let path):
            refused(
                "session-file-damaged", "\(printable(path)) does not contain a login.",
                "Log in again with `perch payfrit login`.", .badInput)
        case .cannotUseSessionFile(let path, let code):
            refused(
                "session-file-unusable", "\(printable(path)) cannot be used: \(systemMessage(code)).",
                "Check the folder, its permissions and the free space on the disk.", .cannotCreate)
        default:
            refused(
                "not-logged-in", "You are not logged in to Payfrit.", "Run `perch payfrit login`.", .permission)
        }
    }

    private var ofBusiness: Failure {
        switch self {
        case .unknownBusiness(let name, let known):
            refused(
                "unknown-business", "You have no business \"\(excerpt(name))\".",
                known.isEmpty
                    ? "Your account has no business: ask to be added to one, or log in as another user with `perch "
                        + "payfrit login`."
                    : "Your businesses: \(list(known)).", .unavailable)
        case .ambiguousBusiness(let name, let matches):
            refused(
                "several-businesses", "Several businesses match \"\(excerpt(name))\".",
                "Use a number: \(list(matches)).", .usage)
        default:
            refused(
                "no-business", "No business is chosen.",
                "List your businesses with `perch payfrit businesses`, then choose one with `perch payfrit use`.",
                .usage)
        }
    }

    private var ofTable: Failure {
        switch self {
        case .unknownServicePoint(let id):
            refused(
                "unknown-service-point", "The business has no service point \(id).",
                "List the service points with `perch payfrit servicepoints`.", .unavailable)
        case .ambiguousServicePoint(let name, let ids):
            refused(
                "several-service-points", "Several service points are named \"\(excerpt(name))\".",
                "Use a number: \(list(ids.map { "\($0)" })).", .usage)
        case .noNextName(let name):
            refused(
                "no-next-name", "There is no next name after \"\(excerpt(name))\".", "Name the table yourself.", .usage)
        case .unknownTable(let id):
            refused(
                "unknown-table", "There is no table \(id).", "List the tables with `perch payfrit tables`.",
                .unavailable)
        case .wrongState(let table, let state, let wish):
            refused(
                "wrong-table-state", "Table \(table) is \(state), and cannot be \(printable(wish)).",
                state == "refused"
                    ? "Edit, retry or drop its registration with `perch payfrit outbox`."
                    : "See its state with `perch payfrit tables`.", .unavailable)
        case .notProvisioned(let table):
            refused(
                "not-provisioned", "Nothing was written to a beacon for table \(table).",
                "Provision the table first: run `perch provision table`.", .unavailable)
        case .simulated(_, let base):
            refused(
                "simulated-registration",
                "The dongle is simulated, but \(printable(base)) is not a development backend.",
                "Use a real dongle, or set `payfrit.environment` to dev.", .usage)
        case .unverified(let table, let reason):
            refused(
                "not-verified",
                "The beacon of table \(table) is not verified\(reason.map { ": " + printable($0) } ?? ".")",
                "Run `perch provision verify`, or register the table unverified with --force.", .temporary)
        default:
            refused(
                "many-places", "Only one of service point, name and preceding name can be given.",
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
