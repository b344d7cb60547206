import FlockFinder
import Gateway
import Store
import Testing

@testable import Failures

@Suite struct PatternFailureTests {
    private typealias Expected = (error: any Error, code: String, exit: Failures.ExitStatus)

    private static let errors: [Expected] = [
        (PatternFault.empty, "pattern-empty", .badInput),
        (PatternFault.long("x", length: 33, limit: 32), "pattern-too-long", .badInput),
        (PatternFault.controlCharacter("a\0"), "control-character", .badInput),
        (PatternFault.notText("\u{FFFD}"), "not-text", .badInput),
        (PatternFault.notAnAddress("b4"), "bad-address-prefix", .badInput),
        (PatternFault.notAUUID("18"), "bad-uuid", .badInput),
        (PatternFault.notACompany("x"), "bad-company", .badInput),
        (PatternFault.emptyDeviceType, "type-empty", .badInput),
        (PatternFault.longDeviceType("x", length: 65), "type-too-long", .badInput),
        (PatternFault.longNote("x", length: 201, limit: 200), "note-too-long", .badInput),
        (PatternFault.confidence(101), "bad-confidence", .badInput),
        (PatternError.unknownSet("x", known: ["standard"]), "unknown-set", .unavailable),
        (PatternError.nothingAsked, "nothing-asked", .usage),
        (PatternError.fileTooLong(bytes: 9, limit: 8), "file-too-large", .badInput),
        (PatternFileFault.nothing, "file-empty", .badInput),
        (PatternFileFault.missingColumns(["kind", "type"]), "missing-column", .badInput),
        (PatternFileFault.malformedHeader("x"), "malformed-header", .badInput),
        (PatternFileFault.repeatedColumn("kind"), "repeated-column", .badInput),
        (PatternFileFault.tooManyRows(limit: 9), "too-many-rows", .badInput),
        (PatternRowFault.notAFlag(column: "enabled", "maybe"), "bad-flag", .badInput),
        (PatternRowFault.notANumber(column: "confidence", "x"), "bad-number", .badInput),
        (PatternRowFault.tooManyFields(9, columns: 8), "too-many-fields", .badInput),
        (PatternRowFault.outOfRange(.wifiScanInterval, 9), "setting-out-of-range", .badInput),
        (PatternRowFault.malformed("the text is not UTF-8"), "malformed-row", .badInput),
        (ConfigFault.notJSON(line: 2, column: 3, expected: "a comma"), "malformed-json", .badInput),
        (ConfigFault.notAnObject, "malformed-config", .badInput),
        (ConfigFault.unknownDialect, "unknown-dialect", .badInput),
        (ConfigFault.mixedDialects(compact: "v", nested: "version"), "mixed-dialects", .badInput),
        (ConfigFault.wrongValue(path: "ssid[3].p", expected: "a text"), "bad-value", .badInput),
        (ConfigFault.newerVersion(2), "newer-config", .badInput),
    ]

    @Test(
        "each reason has its code, its exit status and whole sentences, and nothing was done", arguments: errors.indices
    )
    func codes(_ index: Int) {
        let (error, code, exit) = Self.errors[index]
        let failure = Failure(error)
        #expect(failure.code == code && failure.exit == exit && failure.outcome == .notDone, "\(failure)")
        for text in [failure.message, failure.hint] {
            #expect(text.hasSuffix(".") && !text.hasSuffix("..") && text.count > 10, "\(text)")
            #expect(text.utf8.allSatisfy { $0 >= 0x20 })
        }
    }

    @Test("no two reasons share a code")
    func distinct() {
        let codes = Self.errors.map { Failure($0.error).code }
        #expect(Set(codes).count == codes.count)
    }

    @Test("what cannot be read as JSON is told with line and column")
    func place() {
        let failure = Failure(PatternFileFault.config(.notJSON(line: 2, column: 3, expected: "a comma")))
        #expect(failure.message.contains("line 2, column 3: expected a comma"))
    }

    @Test("of refused rows the first is told with its place, and the others are counted")
    func rows() {
        let one = Failure(PatternError.refusedRows(1, place: "line 7", first: .pattern(.notAnAddress("b4"))))
        #expect(one.message == "line 7: \"b4\" is not the beginning of an address.")
        #expect(one.code == "bad-address-prefix" && one.hint.hasSuffix("--skip-bad."))
        let three = Failure(PatternError.refusedRows(3, place: "mac[0]", first: .pattern(.empty)))
        #expect(
            three.message == "mac[0]: the pattern is empty: it would match everything. And 2 more rows are refused.")
    }

    @Test("a pattern that is there or is not is named as people know it")
    func keys() throws {
        let key = try Pattern.Key(.ssid, "Flock-", isCaseSensitive: true)
        #expect(
            Failure(StoreError.patternTaken(key)).message
                == "The pattern ssid Flock- (capitals count) exists already.")
        #expect(
            Failure(StoreError.unknownPattern(try Pattern.Key(.mac, "b41e52"))).message
                == "There is no pattern mac b4:1e:52.")
        #expect(Failure(StoreError.tooManyPatterns(limit: 20_000)).code == "too-many-patterns")
        #expect(Failure(PatternError.ambiguous(key)).code == "ambiguous-pattern")
    }
}
