// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import Advertising
import LineFormats

package enum TillExport: String, Word {
    case bookings, transactions
}

/// State of the till for this session: the answer of `GET /v1/till`.
package struct TillStatus: Codable, Sendable, Hashable {
    /// The setting `till.environment`.
    package var environment: String
    /// URL of the server.
    package var base: String
    /// Whether `till.environment` names another server than the default.
    package var isConfigured: Bool
    /// Whether the server is a development server on this machine.
    package var isDev: Bool
    /// Whether a dongle of the gateway is simulated.
    package var isSimulated: Bool
    /// Whether members may bind badges: the setting `till.badges`.
    package var badges: Bool
    /// Member who is logged in; absent if nobody is.
    package var member: TillMember?
    /// Booking whose outcome is unknown; absent if there is none.
    package var openBooking: TillOpenBooking?
    /// What became of the last open booking that the gateway looked up by itself; absent after the member's next
    /// booking.
    package var settled: TillBookingResult?
    /// Reason why the last login of this session was dropped, unless by logout; absent after the next login.
    package var dropped: ErrorReport?
    /// Members whose badge is near; absent while one is logged in, or without badges.
    package var near: [TillMemberNear]?
    /// The server's message at login.
    package var message: String?

    private enum CodingKeys: String, CodingKey {
        case environment, base, badges, member, settled, dropped, near, message
        case isConfigured = "configured"
        case isDev = "dev"
        case isSimulated = "simulated"
        case openBooking = "open_booking"
    }

    package init(
        environment: String, base: String, isConfigured: Bool, isDev: Bool, isSimulated: Bool, badges: Bool,
        member: TillMember? = nil, openBooking: TillOpenBooking? = nil, settled: TillBookingResult? = nil,
        dropped: ErrorReport? = nil, near: [TillMemberNear]? = nil, message: String? = nil
    ) {
        self.environment = environment
        self.base = base
        self.isConfigured = isConfigured
        self.isDev = isDev
        self.isSimulated = isSimulated
        self.badges = badges
        self.member = member
        self.openBooking = openBooking
        self.settled = settled
        self.dropped = dropped
        self.near = near
        self.message = message
    }
}

/// The member who is logged in.
package struct TillMember: Codable, Sendable, Hashable {
    package var firstName: String
    package var lastName: String
    package var email: String
    package var mobile: String
    /// Balance as the server stated it last.
    package var balanceCents: Int
    package var thresholdCents: Int
    /// Whether the balance is below the threshold.
    package var isLow: Bool
    /// Whether the login was opened by badge.
    package var byBadge: Bool
    /// Sum above which a booking needs the PIN; absent if none needs it.
    package var pinAboveCents: Int?
    /// Time when the login ends by itself.
    package var until: Timestamp
    /// Time when the login is dropped, unless the member sends a request before.
    package var idleUntil: Timestamp

    private enum CodingKeys: String, CodingKey {
        case email, mobile, until
        case firstName = "first_name"
        case lastName = "last_name"
        case balanceCents = "balance_cents"
        case thresholdCents = "threshold_cents"
        case isLow = "low"
        case byBadge = "by_badge"
        case pinAboveCents = "pin_above_cents"
        case idleUntil = "idle_until"
    }

    package init(
        firstName: String, lastName: String, email: String, mobile: String, balanceCents: Int, thresholdCents: Int,
        isLow: Bool, byBadge: Bool, pinAboveCents: Int? = nil, until: Timestamp, idleUntil: Timestamp
    ) {
        self.firstName = firstName
        self.lastName = lastName
        self.email = email
        self.mobile = mobile
        self.balanceCents = balanceCents
        self.thresholdCents = thresholdCents
        self.isLow = isLow
        self.byBadge = byBadge
        self.pinAboveCents = pinAboveCents
        self.until = until
        self.idleUntil = idleUntil
    }
}

/// A member whose badge is near.
package struct TillMemberNear: Codable, Sendable, Hashable {
    /// Number of the badge.
    package var id: Int64
    /// First name.
    package var name: String
    /// Whether `POST /v1/till/login/badge` logs the member in; otherwise a login is needed.
    package var opens: Bool

    package init(id: Int64, name: String, opens: Bool) {
        self.id = id
        self.name = name
        self.opens = opens
    }
}

/// Body of `POST /v1/till/login`.
package struct TillLoginOrder: Codable, Sendable, Hashable {
    package var email: String
    package var mobile: String
    package var pin: String
    /// Whether this sets the PIN of a member who has none; default: false.
    package var first: Bool?

    package init(email: String, mobile: String, pin: String, first: Bool? = nil) {
        self.email = email
        self.mobile = mobile
        self.pin = pin
        self.first = first
    }
}

/// Body of `POST /v1/till/login/badge`.
package struct TillBadgeLogin: Codable, Sendable, Hashable {
    /// Number of the badge, from `near`. Range: 1...Int64.max.
    package var id: Int64

    package init(id: Int64) {
        self.id = id
    }
}

/// A product that the club sells.
package struct TillProduct: Codable, Sendable, Hashable {
    package var id: String
    package var name: String
    package var priceCents: Int
    /// `DRINKS`, `SNACKS`, `ACCESSORIES`, `MEMBERSHIP`, or another code; may be empty.
    package var category: String
    /// Path of the icon on this gateway; absent if there is none.
    package var icon: String?
    /// Whether the product is sold now.
    package var isSold: Bool
    /// Whether it is a favourite of the member who is logged in.
    package var isFavorite: Bool

    private enum CodingKeys: String, CodingKey {
        case id, name, category, icon
        case priceCents = "price_cents"
        case isSold = "sold"
        case isFavorite = "favorite"
    }

    package init(
        id: String, name: String, priceCents: Int, category: String, icon: String? = nil, isSold: Bool, isFavorite: Bool
    ) {
        self.id = id
        self.name = name
        self.priceCents = priceCents
        self.category = category
        self.icon = icon
        self.isSold = isSold
        self.isFavorite = isFavorite
    }
}

/// The answer of `GET /v1/till/products`.
package struct TillProductList: Codable, Sendable, Hashable {
    package var products: [TillProduct]
    /// Number of rows that could not be read.
    package var leftOut: Int

    private enum CodingKeys: String, CodingKey {
        case products
        case leftOut = "left_out"
    }

    package init(products: [TillProduct], leftOut: Int) {
        self.products = products
        self.leftOut = leftOut
    }
}

/// An item of a cart.
package struct TillCartItem: Codable, Sendable, Hashable {
    /// ID of the product.
    package var product: String
    package var name: String
    /// 1...999.
    package var quantity: Int
    /// Price of one piece when it was put into the cart.
    package var unitPriceCents: Int
    /// Price of one piece now; absent if it is not known, or the product is not sold any more.
    package var currentPriceCents: Int?
    /// Whether the product is sold now; absent if that is not known.
    package var isSold: Bool?

    private enum CodingKeys: String, CodingKey {
        case product, name, quantity
        case unitPriceCents = "unit_price_cents"
        case currentPriceCents = "current_price_cents"
        case isSold = "sold"
    }

    package init(
        product: String, name: String, quantity: Int, unitPriceCents: Int, currentPriceCents: Int? = nil,
        isSold: Bool? = nil
    ) {
        self.product = product
        self.name = name
        self.quantity = quantity
        self.unitPriceCents = unitPriceCents
        self.currentPriceCents = currentPriceCents
        self.isSold = isSold
    }
}

/// The member's cart.
package struct TillCart: Codable, Sendable, Hashable {
    package var items: [TillCartItem]
    /// Sum at current prices, as far as they are known: what `POST /v1/till/bookings` expects.
    package var totalCents: Int64
    /// Whether a price has changed since an item was put into the cart.
    package var isChanged: Bool
    /// Reason why current prices are not known.
    package var error: ErrorReport?

    private enum CodingKeys: String, CodingKey {
        case items, error
        case totalCents = "total_cents"
        case isChanged = "changed"
    }

    package init(items: [TillCartItem], totalCents: Int64, isChanged: Bool, error: ErrorReport? = nil) {
        self.items = items
        self.totalCents = totalCents
        self.isChanged = isChanged
        self.error = error
    }
}

/// Body of `PUT /v1/till/cart/{product}`.
package struct TillQuantity: Codable, Sendable, Hashable {
    /// 1...999.
    package var quantity: Int

    package init(quantity: Int) {
        self.quantity = quantity
    }
}

/// Body of `POST /v1/till/bookings`.
package struct TillBookingOrder: Codable, Sendable, Hashable {
    /// ID of a product to book without the cart; default: the cart.
    package var product: String?
    /// Quantity of that product; default: 1. Range: 1...999.
    package var quantity: Int?
    /// Sum that the member agreed to. If prices have changed, nothing is booked. Range:
    /// -1,000,000,000,000...1,000,000,000,000.
    package var totalCents: Int64
    /// PIN; needed above `pin_above_cents`.
    package var pin: String?

    private enum CodingKeys: String, CodingKey {
        case product, quantity, pin
        case totalCents = "total_cents"
    }

    package init(product: String? = nil, quantity: Int? = nil, totalCents: Int64, pin: String? = nil) {
        self.product = product
        self.quantity = quantity
        self.totalCents = totalCents
        self.pin = pin
    }
}

/// Outcome of one item.
package struct TillBookingResult: Codable, Sendable, Hashable {
    /// ID of the product.
    package var product: String
    package var name: String
    package var quantity: Int
    /// Price of one piece; for a booking, as the server booked it.
    package var unitPriceCents: Int
    package var outcome: TillOutcome
    /// The server's ID of the booking, if it was carried out.
    package var booking: String?
    /// Reason why the item was not booked or its outcome is unknown; absent if a lookup showed that it was not booked.
    package var error: ErrorReport?

    private enum CodingKeys: String, CodingKey {
        case product, name, quantity, outcome, booking, error
        case unitPriceCents = "unit_price_cents"
    }

    package init(
        product: String, name: String, quantity: Int, unitPriceCents: Int, outcome: TillOutcome, booking: String? = nil,
        error: ErrorReport? = nil
    ) {
        self.product = product
        self.name = name
        self.quantity = quantity
        self.unitPriceCents = unitPriceCents
        self.outcome = outcome
        self.booking = booking
        self.error = error
    }
}

/// `booked`: the server confirmed it. `found`: the answer was lost, and the member's bookings have it. `not-booked`: it
/// was not carried out; an item of the cart is in the cart again. `unknown`: it is looked up until its outcome is
/// known.
package enum TillOutcome: String, Word {
    case booked, found, notBooked = "not-booked", unknown
}

/// The answer of `POST /v1/till/bookings` and of `POST /v1/till/open-booking`.
package struct TillBookingReport: Codable, Sendable, Hashable {
    package var results: [TillBookingResult]
    /// State afterwards, with the new balance.
    package var status: TillStatus
    /// Reason why further items were not sent, such as a login that expired; absent if all were.
    package var error: ErrorReport?

    package init(results: [TillBookingResult], status: TillStatus, error: ErrorReport? = nil) {
        self.results = results
        self.status = status
        self.error = error
    }
}

/// A booking whose outcome is unknown.
package struct TillOpenBooking: Codable, Sendable, Hashable {
    /// ID of the product.
    package var product: String
    package var name: String
    package var quantity: Int
    package var unitPriceCents: Int
    package var sent: Timestamp
    /// Reason why the last lookup did not tell the outcome.
    package var error: ErrorReport?

    private enum CodingKeys: String, CodingKey {
        case product, name, quantity, sent, error
        case unitPriceCents = "unit_price_cents"
    }

    package init(
        product: String, name: String, quantity: Int, unitPriceCents: Int, sent: Timestamp, error: ErrorReport? = nil
    ) {
        self.product = product
        self.name = name
        self.quantity = quantity
        self.unitPriceCents = unitPriceCents
        self.sent = sent
        self.error = error
    }
}

/// A booking as the server has it.
package struct TillBooking: Codable, Sendable, Hashable {
    package var id: String
    /// ID of the product.
    package var product: String
    /// Name of the product; its ID if the server does not list it any more.
    package var name: String
    package var quantity: Int
    package var unitPriceCents: Int
    package var totalCents: Int
    /// Time as the server writes it; may be empty.
    package var timestamp: String
    package var isVoided: Bool

    private enum CodingKeys: String, CodingKey {
        case id, product, name, quantity, timestamp
        case unitPriceCents = "unit_price_cents"
        case totalCents = "total_cents"
        case isVoided = "voided"
    }

    package init(
        id: String, product: String, name: String, quantity: Int, unitPriceCents: Int, totalCents: Int,
        timestamp: String, isVoided: Bool
    ) {
        self.id = id
        self.product = product
        self.name = name
        self.quantity = quantity
        self.unitPriceCents = unitPriceCents
        self.totalCents = totalCents
        self.timestamp = timestamp
        self.isVoided = isVoided
    }
}

/// The answer of `GET /v1/till/bookings`.
package struct TillBookingList: Codable, Sendable, Hashable {
    package var bookings: [TillBooking]
    /// Number of rows that could not be read.
    package var leftOut: Int

    private enum CodingKeys: String, CodingKey {
        case bookings
        case leftOut = "left_out"
    }

    package init(bookings: [TillBooking], leftOut: Int) {
        self.bookings = bookings
        self.leftOut = leftOut
    }
}

/// A change of the member's balance.
package struct TillTransaction: Codable, Sendable, Hashable {
    package var id: String
    /// `DEPOSIT`, `DEBIT`, `REVERSAL`, or another code.
    package var type: String
    /// Amount as the server states it.
    package var amountCents: Int
    package var reference: String?
    /// Time as the server writes it; may be empty.
    package var timestamp: String

    private enum CodingKeys: String, CodingKey {
        case id, type, reference, timestamp
        case amountCents = "amount_cents"
    }

    package init(id: String, type: String, amountCents: Int, reference: String? = nil, timestamp: String) {
        self.id = id
        self.type = type
        self.amountCents = amountCents
        self.reference = reference
        self.timestamp = timestamp
    }
}

/// The answer of `GET /v1/till/transactions`.
package struct TillTransactionList: Codable, Sendable, Hashable {
    package var transactions: [TillTransaction]
    /// Number of rows that could not be read.
    package var leftOut: Int

    private enum CodingKeys: String, CodingKey {
        case transactions
        case leftOut = "left_out"
    }

    package init(transactions: [TillTransaction], leftOut: Int) {
        self.transactions = transactions
        self.leftOut = leftOut
    }
}

/// Part of the spending.
package struct TillSpending: Codable, Sendable, Hashable {
    /// Month such as `2026-01`, code of a category, or name of a product.
    package var name: String
    package var quantity: Int64
    package var totalCents: Int64

    private enum CodingKeys: String, CodingKey {
        case name, quantity
        case totalCents = "total_cents"
    }

    package init(name: String, quantity: Int64, totalCents: Int64) {
        self.name = name
        self.quantity = quantity
        self.totalCents = totalCents
    }
}

/// The answer of `GET /v1/till/statistics`.
package struct TillStatistics: Codable, Sendable, Hashable {
    package var totalCents: Int64
    /// The earliest first.
    package var months: [TillSpending]
    /// The largest total first.
    package var categories: [TillSpending]
    /// The largest total first.
    package var products: [TillSpending]
    /// Number of bookings that could not be read.
    package var leftOut: Int

    private enum CodingKeys: String, CodingKey {
        case months, categories, products
        case totalCents = "total_cents"
        case leftOut = "left_out"
    }

    package init(
        totalCents: Int64, months: [TillSpending], categories: [TillSpending], products: [TillSpending], leftOut: Int
    ) {
        self.totalCents = totalCents
        self.months = months
        self.categories = categories
        self.products = products
        self.leftOut = leftOut
    }
}

/// Body of `PUT /v1/till/threshold`.
package struct TillThreshold: Codable, Sendable, Hashable {
    /// 0...2,147,483,647.
    package var thresholdCents: Int
    /// PIN; needed after a login by badge.
    package var pin: String?

    private enum CodingKeys: String, CodingKey {
        case pin
        case thresholdCents = "threshold_cents"
    }

    package init(thresholdCents: Int, pin: String? = nil) {
        self.thresholdCents = thresholdCents
        self.pin = pin
    }
}

/// Body of `PUT /v1/till/pin`.
package struct TillPINChange: Codable, Sendable, Hashable {
    package var currentPIN: String
    package var newPIN: String

    private enum CodingKeys: String, CodingKey {
        case currentPIN = "current_pin"
        case newPIN = "new_pin"
    }

    package init(currentPIN: String, newPIN: String) {
        self.currentPIN = currentPIN
        self.newPIN = newPIN
    }
}

/// Body of `POST /v1/till/pin/reset`.
package struct TillPINResetOrder: Codable, Sendable, Hashable {
    package var email: String
    package var mobile: String

    package init(email: String, mobile: String) {
        self.email = email
        self.mobile = mobile
    }
}

/// Body of `PUT /v1/till/pin/reset`.
package struct TillPINReset: Codable, Sendable, Hashable {
    package var email: String
    package var mobile: String
    /// The code that the server sent.
    package var code: String
    /// The new PIN.
    package var pin: String

    package init(email: String, mobile: String, code: String, pin: String) {
        self.email = email
        self.mobile = mobile
        self.code = code
        self.pin = pin
    }
}

/// A message of the club's server.
package struct TillMessage: Codable, Sendable, Hashable {
    /// Absent if the server sends none.
    package var message: String?

    package init(message: String? = nil) {
        self.message = message
    }
}

/// A member's badge.
package struct TillBadge: Codable, Sendable, Hashable {
    /// Name of the region.
    package var region: String
    /// Whether the login stays in memory after logout, for at most 24 h, so that the badge opens it.
    package var stays: Bool
    /// Sum above which a booking needs the PIN after a login by badge; absent if none needs it.
    package var pinAboveCents: Int?

    private enum CodingKeys: String, CodingKey {
        case region, stays
        case pinAboveCents = "pin_above_cents"
    }

    package init(region: String, stays: Bool, pinAboveCents: Int? = nil) {
        self.region = region
        self.stays = stays
        self.pinAboveCents = pinAboveCents
    }
}

/// The answer of `GET /v1/till/badge`.
package struct TillBadgeChoices: Codable, Sendable, Hashable {
    /// The member's badge; absent if none is bound.
    package var badge: TillBadge?
    /// Names of the regions that are entered now.
    package var regions: [String]

    package init(badge: TillBadge? = nil, regions: [String]) {
        self.badge = badge
        self.regions = regions
    }
}

/// Body of `PUT /v1/till/badge`: either `region`, or `uuid`, `major` and `minor`.
package struct TillBadgeOrder: Codable, Sendable, Hashable {
    /// Name of a region of this gateway.
    package var region: String?
    package var uuid: ProximityUUID?
    /// 0...65,535.
    package var major: Int?
    /// 0...65,535.
    package var minor: Int?
    /// Default: false.
    package var stays: Bool?
    /// Whether bookings after a login by badge need the PIN; default: true.
    package var asksPIN: Bool?
    /// Sum above which they need it; default: 0, that is always. Range: 0...2,147,483,647.
    package var pinAboveCents: Int?
    /// PIN; needed after a login by badge.
    package var pin: String?

    private enum CodingKeys: String, CodingKey {
        case region, uuid, major, minor, stays, pin
        case asksPIN = "asks_pin"
        case pinAboveCents = "pin_above_cents"
    }

    package init(
        region: String? = nil, uuid: ProximityUUID? = nil, major: Int? = nil, minor: Int? = nil, stays: Bool? = nil,
        asksPIN: Bool? = nil, pinAboveCents: Int? = nil, pin: String? = nil
    ) {
        self.region = region
        self.uuid = uuid
        self.major = major
        self.minor = minor
        self.stays = stays
        self.asksPIN = asksPIN
        self.pinAboveCents = pinAboveCents
        self.pin = pin
    }
}
