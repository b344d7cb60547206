import BeaconTracking

/// Numbers for dongles, which the tracker keeps in place of their ids.
struct DongleNumbers: Sendable {
    private var numbers: [String: DongleNumber] = [:]
    private var ids: [String] = []

    /// The number of a dongle; a new one where it has none yet. What comes after 65,535 dongles shares the last one.
    mutating func number(of id: String) -> DongleNumber {
        if let number = numbers[id] { return number }
        guard ids.count < Int(DongleNumber.max) else { return DongleNumber.max - 1 }
        let number = DongleNumber(ids.count)
        ids.append(id)
        numbers[id] = number
        return number
    }

    func id(_ number: DongleNumber) -> String? {
        Int(number) < ids.count ? ids[Int(number)] : nil
    }
}
