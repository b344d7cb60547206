// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import GatewayModel

extension TillLoginOrder: RequestObject {
    static let keys = ["email", "mobile", "pin", "first"]

    func check() throws(RequestError) {
        try BodyCheck.text("email", email, 1...200)
        try BodyCheck.text("mobile", mobile, 1...40)
        try BodyCheck.pattern("pin", pin, "^[0-9]{4}$", expected: "four digits")
    }
}

extension TillBadgeLogin: RequestObject {
    static let keys = ["id"]

    func check() throws(RequestError) {
        try BodyCheck.range("id", id, 1...Int64.max)
    }
}

extension TillQuantity: RequestObject {
    static let keys = ["quantity"]

    func check() throws(RequestError) {
        try BodyCheck.range("quantity", quantity, 1...999)
    }
}

extension TillBookingOrder: RequestObject {
    static let keys = ["product", "quantity", "total_cents", "pin"]

    func check() throws(RequestError) {
        try BodyCheck.text("product", product, 1...200)
        try BodyCheck.range("quantity", quantity, 1...999)
        try BodyCheck.range("total_cents", totalCents, -1_000_000_000_000...1_000_000_000_000)
        try BodyCheck.pattern("pin", pin, "^[0-9]{4}$", expected: "four digits")
    }
}

extension TillThreshold: RequestObject {
    static let keys = ["threshold_cents", "pin"]

    func check() throws(RequestError) {
        try BodyCheck.range("threshold_cents", thresholdCents, 0...2_147_483_647)
        try BodyCheck.pattern("pin", pin, "^[0-9]{4}$", expected: "four digits")
    }
}

extension TillPINChange: RequestObject {
    static let keys = ["current_pin", "new_pin"]

    func check() throws(RequestError) {
        try BodyCheck.pattern("current_pin", currentPIN, "^[0-9]{4}$", expected: "four digits")
        try BodyCheck.pattern("new_pin", newPIN, "^[0-9]{4}$", expected: "four digits")
    }
}

extension TillPINReset: RequestObject {
    static let keys = ["email", "mobile", "code", "pin"]

    func check() throws(RequestError) {
        try BodyCheck.text("email", email, 1...200)
        try BodyCheck.text("mobile", mobile, 1...40)
        try BodyCheck.text("code", code, 1...200)
        try BodyCheck.pattern("pin", pin, "^[0-9]{4}$", expected: "four digits")
    }
}

extension TillPINResetOrder: RequestObject {
    static let keys = ["email", "mobile"]

    func check() throws(RequestError) {
        try BodyCheck.text("email", email, 1...200)
        try BodyCheck.text("mobile", mobile, 1...40)
    }
}

extension TillBadgeOrder: RequestObject {
    static let keys = ["region", "uuid", "major", "minor", "stays", "asks_pin", "pin_above_cents", "pin"]

    func check() throws(RequestError) {
        try BodyCheck.text("region", region, 1...64)
        try BodyCheck.range("major", major, 0...65_535)
        try BodyCheck.range("minor", minor, 0...65_535)
        try BodyCheck.range("pin_above_cents", pinAboveCents, 0...2_147_483_647)
        try BodyCheck.pattern("pin", pin, "^[0-9]{4}$", expected: "four digits")
    }
}
