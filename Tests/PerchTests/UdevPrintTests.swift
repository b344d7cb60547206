import SerialPort
import Testing

@Suite struct UdevPrintTests {
    @Test("perch udev print prints a file of rules and nothing else", arguments: UdevRules.allCases)
    func prints(rules: UdevRules) throws {
        let ending = try PerchProcess(["udev", "print"] + (rules.option.map { [$0] } ?? [])).end()
        #expect(ending.status == 0)
        #expect(ending.output == rules.text)
        #expect(ending.errors == "")
    }

    @Test("one file is printed at a time")
    func one() throws {
        #expect(try PerchProcess(["udev", "print", "--bridges", "--bluetooth"]).end().status == 64)
    }
}
