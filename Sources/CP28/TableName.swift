/// Names that count, such as those of tables.
public enum TableName {
    /// The name after `name`: `Table 9` → `Table 10`, `T-09` → `T-10`, `Patio A` → `Patio B`, `Z` → `AA`.
    ///
    /// - Returns: Nil where there is nothing to count, or the next would have more than 20 characters.
    public static func next(after name: String) -> String? {
        nil
    }
}
