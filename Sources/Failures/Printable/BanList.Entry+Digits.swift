import CP28

extension BanList.Entry {
    /// Prefix for people: eight uppercase hexadecimal digits.
    package var prefixDigits: String {
        let digits = String(prefix, radix: 16, uppercase: true)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
