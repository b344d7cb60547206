import Drinks
import Gateway
import GatewayModel

extension Problem {
    /// Status of an error of the till that has one of its own; nil = derive it from the exit code.
    static func tillStatus(of error: TillServiceError) -> Int? {
        switch error {
        case .till(.server(let error)): serverStatus(of: error)
        case .till(let error): commandStatus(of: error)
        // Not 401, which is about the gateway's own token.
        case .notLoggedIn, .idle, .pinNeeded, .badgeClosed: 403
        case .tooManyLogins: 429
        case .noTill, .priceChanged, .notSold, .noBadges, .badgeAway, .badgeTaken: 409
        case .unknownBadge, .noIcon: 404
        case .badPeriod, .incompleteBadge: 400
        case .tooManyMembers, .tooManyBadges, .doubt: 503
        }
    }

    private static func commandStatus(of error: TillError) -> Int? {
        switch error {
        case .notLoggedIn, .loggedOut: 403
        case .badPIN, .badQuantity: 400
        case .unknownProduct, .ambiguousProduct: 404
        case .emptyCart, .changedCart, .fullCart, .open, .manyBookings, .otherServer: 409
        case .manyMembers, .busy: 503
        case .server, .file: nil
        }
    }

    private static func serverStatus(of error: DrinksError) -> Int? {
        switch error {
        case .refused(let refusal):
            switch refusal.status {
            case 401, 403: 403
            case 404: 404
            default: 409
            }
        case .unauthorized: 403
        case .timedOut: 504
        case .unreachable, .interrupted, .untrusted, .http, .notJSON, .malformed, .tooLarge: 502
        case .badSetting, .cancelled: nil
        }
    }
}
