import Glibc
import Testing

@testable import SerialPort

@Suite struct LineSettingTests {
    private let raw = termios().raw(speed: speed_t(B115200))

    @Test("equal settings differ in nothing")
    func equal() {
        #expect(LineSetting.differing(wanted: raw, actual: raw).isEmpty)
    }

    @Test("a driver that keeps hardware flow control is named")
    func hardwareFlow() {
        var actual = raw
        actual.c_cflag |= tcflag_t(CRTSCTS)
        #expect(LineSetting.differing(wanted: raw, actual: actual) == [.hardwareFlow])
    }

    @Test("a driver that picks another speed is named")
    func speed() {
        var actual = raw
        cfsetospeed(&actual, speed_t(B57600))
        #expect(LineSetting.differing(wanted: raw, actual: actual) == [.speed])
    }

    @Test("every setting that is on in a cooked terminal is found")
    func cooked() {
        var cooked = raw
        cooked.c_iflag = tcflag_t(IXON | IXOFF | IXANY | ICRNL | INLCR | IGNCR | ISTRIP | PARMRK | BRKINT)
        cooked.c_oflag = tcflag_t(OPOST)
        cooked.c_lflag = tcflag_t(ECHO | ICANON | ISIG | IEXTEN)
        cooked.c_cflag ^= tcflag_t(CRTSCTS) | tcflag_t(CSIZE | CREAD | CLOCAL | HUPCL | PARENB | CSTOPB)
        cooked.c_cc.5 = 1
        cooked.c_cc.6 = 0
        cfsetospeed(&cooked, speed_t(B9600))
        #expect(LineSetting.differing(wanted: raw, actual: cooked) == LineSetting.allCases)
        #expect(LineSetting.differing(wanted: raw, actual: cooked.raw(speed: speed_t(B115200))).isEmpty)
    }
}
