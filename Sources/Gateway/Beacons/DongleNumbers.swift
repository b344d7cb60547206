import BeaconTracking

/// Numbers that the tracker stores in place of dongle ids.
struct DongleNumbers: Sendable {
    private var numbers: [String: DongleNumber] = [:]
    private var ids: [String] = []

    /// Returns the number of a dongle, a new one if it has none yet. All dongles after the 65,535th
    /// share the last number.
    mutating func number(of id: String) -> DongleNumber {
        if let number = numbers[id] { return number }
        guard ids.count < Int(DongleNumber.max) else { return DongleNumber.max - 1 }
        let number = DongleNumber(ids.count)
        ids.append(id)
        numbers[id] = number
        return number
    }

    /// Returns the dongles that have a number and are not among these.
    func others(than present: Set<String>) -> [(id: String, number: DongleNumber)] {
        numbers.compactMap { present.contains($0.key) ? nil : ($0.key, $0.value) }
    }

    func id(_ number: DongleNumber) -> String? {
        Int(number) < ids.count ? ids[Int(number)] : nil
    }
}
