import DongleLink
import Drinks
import Gateway
import GatewayModel
import RESTClient

/// Failures of requests to the club's server, or of the network before it.
extension DrinksError: FailureConvertible {
    package var failure: Failure {
        switch self {
        case .unreachable, .interrupted, .timedOut:
            network(
                "till-unreachable", "Check the network and `till.environment`, and try again. The cart is kept.")
        case .untrusted:
            failed(
                "till-untrusted",
                "Check this machine's clock (run `date`), the network and `till.pinned_certificate`: another machine "
                    + "may intercept the connection.", .permission)
        case .unauthorized: failed("till-login-needed", "Run `perch till login`.", .permission)
        case .refused(let refusal): refused(refusal)
        case .http(let status) where status >= 500 || status == 408 || status == 429:
            network("till-failed", "The club's server cannot answer now; try again later.")
        case .http:
            failed("till-failed", "Check `till.environment`: its URL ends in /v1.", .protocolMismatch)
        case .notJSON:
            network(
                "till-not-json",
                "Perhaps the login page of a guest network answered: log in to that network in a browser. Or check "
                    + "`till.environment`.")
        case .malformed, .tooLarge:
            failed("till-malformed", "The server uses another version of the API: see docs/till.md.", .protocolMismatch)
        case .badSetting: failed("till-bad-setting", "See `perch settings show`.", .configuration)
        case .cancelled: .interrupted
        }
    }

    private func refused(_ refusal: Refusal) -> Failure {
        switch refusal.status {
        case 401: failed("till-login-refused", "Check e-mail, mobile number and PIN.", .permission)
        case 403:
            failed(
                "till-forbidden",
                "If the PIN is not set yet, run `perch till login --first`; if the account is locked, run `perch till "
                    + "pin reset`.", .permission)
        case 404: failed("till-not-found", "List the products with `perch till products`.", .unavailable)
        default: failed("till-refused", "The club's server refused this. Correct it and try again.", .badInput)
        }
    }

    /// Outcome of the request, which may have been carried out.
    private var become: Outcome {
        if case .unreachable = self { return .notDone }
        return mayHaveHappened ? .unknown : .notDone
    }

    private func network(_ code: String, _ hint: String) -> Failure {
        Failure(code: code, message: sentence, hint: hint, isRetryable: true, exit: .temporary, outcome: become)
    }

    private func failed(_ code: String, _ hint: String, _ exit: ExitStatus) -> Failure {
        Failure(code: code, message: sentence, hint: hint, exit: exit, outcome: become)
    }

    private var sentence: String {
        let text = printable("\(self)")
        return text.hasSuffix(".") ? text : text + "."
    }
}

/// Failures of the till's commands.
extension TillError: FailureConvertible {
    package var failure: Failure {
        switch self {
        case .server(let error): error.failure
        case .notLoggedIn:
            refused("till-not-logged-in", "You are not logged in to the till.", "Run `perch till login`.", .permission)
        case .loggedOut:
            stopped(
                "till-logged-out", "Your login to the till has expired and was removed. The cart is kept.",
                "Run `perch till login`.", .permission)
        case .badPIN: refused("invalid-pin", "A PIN has four digits.", "Enter four digits.", .usage)
        case .badQuantity(let quantity):
            refused(
                "invalid-quantity", "\(quantity) is not a quantity that can be booked.", "Use 1 to 999.", .usage)
        case .unknownProduct(let text):
            refused(
                "unknown-product", "No product is named \"\(printable(String(text.prefix(40))))\".",
                "List the products with `perch till products`.", .unavailable)
        case .ambiguousProduct(let text, let matches):
            refused(
                "several-products", "Several products match \"\(printable(String(text.prefix(40))))\".",
                "Use an ID: \(matches.prefix(10).map(printable).joined(separator: ", ")).", .usage)
        case .emptyCart:
            refused("empty-cart", "The cart is empty.", "Add a product with `perch till cart add`.", .usage)
        case .changedCart:
            refused("till-price-changed", "The cart has changed.", "Look at the cart, and book it again.", .badInput)
        case .fullCart(let limit):
            refused("full-cart", "A cart holds \(limit) items.", "Book it with `perch till book`.", .usage)
        case .open(let open):
            stopped(
                "booking-unknown",
                "Whether \(open.quantity) × \(printable(open.name)) was booked is not known. Nothing else is booked "
                    + "until it is.",
                "Run `perch till book` to look it up. If it stays unknown, look at `perch till bookings`, then run "
                    + "`perch till book --forget-unknown`.", .temporary)
        case .manyBookings(let product):
            refused(
                "too-many-bookings", "\(printable(product)) was booked too often lately to tell a new booking apart.",
                "Book another quantity.", .unavailable)
        case .otherServer(let kept):
            refused(
                "till-other-server", "A cart or an open booking belongs to \(printable(kept)).",
                "Set `till.environment` to that server, and book or clear the cart there.", .configuration)
        case .manyMembers(let limit):
            refused(
                "too-many-members", "\(limit) members have a cart or an open booking on this till.",
                "Log in as one of them, and clear the cart.", .unavailable)
        case .busy:
            Failure(
                code: "till-busy", message: "Another command uses this till now.", hint: "Try again in a moment.",
                isRetryable: true, exit: .temporary, outcome: .notDone)
        case .file(let path, let fault): of(fault, path)
        }
    }

    /// A failure after which other items may have been booked.
    private func stopped(_ code: String, _ message: String, _ hint: String, _ exit: ExitStatus) -> Failure {
        Failure(code: code, message: message, hint: hint, exit: exit)
    }

    private func of(_ fault: PrivateFile.Fault, _ path: String) -> Failure {
        switch fault {
        case .open(let mode):
            stopped(
                "till-file-open",
                "Other users can access the login in \(printable(path)) (mode 0\(String(mode, radix: 8))).",
                "Close the file with `chmod 600 \(printable(path))`, and log out and in again.", .permission)
        case .damaged:
            stopped(
                "till-file-damaged", "\(printable(path)) is not the file of a till.",
                "Look at `perch till bookings` on another device, move the file away and log in again.", .badInput)
        case .unusable(let path, let code):
            stopped(
                "till-file-unusable", "\(printable(path)) cannot be used: \(systemMessage(code)).",
                "Check the folder, its permissions and the free space on the disk.", .cannotCreate)
        }
    }

    private func refused(_ code: String, _ message: String, _ hint: String, _ exit: ExitStatus) -> Failure {
        Failure(code: code, message: message, hint: hint, exit: exit, outcome: .notDone)
    }
}
