/// Mark of a password that a beacon has refused, stored so that a resumed run does not try the
/// password again.
///
/// A mark has 16 bits: too few to reveal the password, but enough that only one of 65,536 other
/// passwords is taken for it.
enum PasswordMark {
    /// FNV-1a over the run's id and the password, folded to 16 bits.
    ///
    /// Source: http://www.isthe.com/chongo/tech/comp/fnv/
    static func mark(of password: String, run: Int64) -> Int {
        var hash: UInt32 = 0x811C_9DC5
        for byte in Array("\(run)/".utf8) + Array(password.utf8) { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        return Int(hash >> 16 ^ hash & 0xFFFF)
    }

    /// Returns the positions, from 0, of the passwords in a list that have one of the marks.
    static func places(of marks: [Int], in passwords: [String], run: Int64) -> Set<Int> {
        Set(passwords.indices.filter { marks.contains(mark(of: passwords[$0], run: run)) })
    }
}
