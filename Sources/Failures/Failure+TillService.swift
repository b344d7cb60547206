import DongleLink
import Drinks
import Gateway
import RESTClient

/// Failures of the gateway's till. Their next steps are for members at a tablet, not for the command
/// line.
extension TillServiceError: FailureConvertible {
    package var failure: Failure {
        switch self {
        case .till(let error): atTablet(error)
        case .noTill:
            refused("no-till", "This gateway has no till.", "Run the gateway with `perch serve`.", .unavailable)
        case .notLoggedIn: refused("till-not-logged-in", "Nobody is logged in at the till.", "Log in.", .permission)
        case .idle:
            refused(
                "till-idle", "The till logged you out, because it was not used. The cart is kept.", "Log in again.",
                .permission)
        case .tooManyLogins(let seconds):
            Failure(
                code: "too-many-logins", message: "There were too many wrong logins.",
                hint: "Try again in \(seconds) s.", isRetryable: true, exit: .temporary, outcome: .notDone)
        case .tooManyMembers(let limit):
            refused(
                "too-many-members", "\(limit) members use this till.", "Try again once a member has logged out.",
                .unavailable)
        case .priceChanged(let now):
            refused(
                "till-price-changed", "The sum is \(now) now. Nothing was booked.",
                "Look at the prices, and book again.", .badInput)
        case .doubt(let doubt): open(doubt)
        case .notSold(let name):
            refused(
                "till-not-sold", "\(printable(name)) is not sold any more.", "Remove it from the cart.", .badInput)
        case .pinNeeded: refused("till-pin-needed", "This needs your PIN.", "Enter the PIN.", .permission)
        case .noIcon:
            refused("no-icon", "This product has no icon.", "Show its name instead.", .noInput)
        case .badPeriod(let text):
            refused(
                "invalid-period", "\"\(printable(String(text.prefix(20))))\" is not a period.",
                "Use a day such as 2026-01-31, a month such as 2026-01, or a year.", .usage)
        case .noBadges:
            refused(
                "no-badges", "This till does not open with badges.",
                "Set `till.badges` to true, and restart the gateway.", .badInput)
        case .unknownBadge:
            refused("unknown-badge", "No badge has this number.", "Look at the badges that are near.", .noInput)
        case .badgeAway:
            refused("badge-away", "The badge is not near.", "Bring it to the till, or log in with the PIN.", .badInput)
        case .badgeClosed:
            refused("badge-closed", "No login stays for this badge.", "Log in with the PIN.", .permission)
        case .badgeTaken(let region):
            refused(
                "badge-taken", "Another member has the badge \(printable(region)).", "Choose another badge.", .badInput)
        case .incompleteBadge:
            refused(
                "incomplete-badge", "A badge is either a region, or UUID, major and minor.",
                "Send `region`, or all of `uuid`, `major` and `minor`.", .usage)
        case .tooManyBadges(let limit):
            refused("too-many-badges", "\(limit) badges are bound.", "Unbind one.", .unavailable)
        }
    }

    private func atTablet(_ error: TillError) -> Failure {
        var failure = error.failure
        switch error {
        case .server(.unauthorized), .notLoggedIn, .loggedOut: failure.hint = "Log in again."
        case .server(.refused(let refusal)) where refusal.status == 403:
            failure.hint = "If the PIN is not set yet, set it; if the account is locked, reset the PIN."
        case .server(.refused(let refusal)) where refusal.status == 404: failure.hint = "Look at the products."
        case .unknownProduct: failure.hint = "Look at the products."
        case .fullCart: failure.hint = "Book it first."
        case .emptyCart: failure.hint = "Add a product."
        case .open: failure.hint = "Look it up again. If it stays unknown, look at your bookings, then give it up."
        case .busy:
            failure.message = "Another till books for you now."
            failure.hint = "Try again in a moment."
        default: break
        }
        return failure
    }

    private func open(_ doubt: BookingOutcome.Doubt) -> Failure {
        let reason: String
        var hint = "Wait: the gateway looks it up again."
        switch doubt {
        case .tooEarly: reason = "the server may still carry it out"
        case .unreachable: reason = "your bookings cannot be asked for"
        case .unreadable: reason = "some of your bookings cannot be read"
        case .loggedOut:
            reason = "your login has expired"
            hint = "Log in again."
        case .otherTill:
            reason = "another till booked the same"
            hint = "Look at your bookings, then give it up."
        }
        return Failure(
            code: "booking-unknown", message: "Whether it was booked is not known: \(reason).", hint: hint,
            isRetryable: true, exit: .temporary, outcome: .unknown)
    }

    private func refused(_ code: String, _ message: String, _ hint: String, _ exit: ExitStatus) -> Failure {
        Failure(code: code, message: message, hint: hint, exit: exit, outcome: .notDone)
    }
}

extension TillBadgeFault: FailureConvertible {
    package var failure: Failure {
        var failure = TillError.file(path: path, fault).failure
        if fault == .damaged {
            failure.message = "\(printable(path)) is not a list of badges."
            failure.hint = "Move the file away. Members then bind their badges again."
        }
        return failure
    }
}
