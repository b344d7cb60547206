import SerialPort
import Testing

@Suite struct UdevPrintTests {
    @Test("perch udev print prints a file of rules and nothing else", arguments: UdevRules.allCases)
    func prints(rules: UdevRules) throws {
        let ending = try PerchProcess(["udev", "print"] + (rules == .bridges ? ["--bridges"] : [])).end()
        #expect(ending.status == 0)
        #expect(ending.output == rules.text)
        #expect(ending.errors == "")
    }
}
