import ArgumentParser
import Failures
import Foundation
import GatewayClient
import GatewayModel
import LineFormats

/// `perch console link`, or `perch console` for short: prints or opens a link to the web console.
struct ConsoleLinkCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "link", abstract: "Print a link that opens the web console, or open it.",
        discussion: """
            The link opens the console once, without a token; the browser stays logged in for 12 hours, or until the gateway \
            restarts, and as a till for 400 days. The gateway must listen on TCP (`http.listen`, or `perch serve --http`). A viewer only reads; a crew \
            also puts beacons on tables and uses devices; an admin may do everything; a till reaches only the till.
            """)

    @Option(help: "What the session may do: viewer, crew, admin or till.")
    var role = Role.admin

    @Flag(help: "Also show the link as a QR code, for a phone. Needs the program qrencode.")
    var qr = false

    @Flag(help: "Open the link in this user's browser.")
    var open = false

    @OptionGroup var frame: RunningFrame

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        let link = try await client.consoleLink(role: role)
        output.setResult {
            $0.field("url", link.url)
            $0.field("seconds", link.seconds)
            $0.field("role", link.role.rawValue)
            if let urls = link.furtherURLs { $0.array("further_urls") { for url in urls { $0.element(url) } } }
            $0.field("fingerprint", link.fingerprint)
        }
        await output.text(printable(link.url))
        if let urls = link.furtherURLs {
            await output.text("The same link by other addresses of this machine:")
            for url in urls { await output.text(printable(url)) }
        }
        if let fingerprint = link.fingerprint {
            await output.text(
                "The browser warns once, because the gateway made this certificate itself. "
                    + "Compare its SHA-256 fingerprint: \(printable(fingerprint))")
        }
        if qr { for line in try QRCode.lines(of: link.url) { await output.text(line) } }
        if open { try Self.show(link.url) }
    }

    private static func show(_ url: String) throws {
        let browser = Process()
        browser.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        browser.arguments = ["xdg-open", url]
        browser.standardInput = FileHandle.nullDevice
        browser.standardOutput = FileHandle.nullDevice
        browser.standardError = FileHandle.nullDevice
        try browser.run()
        browser.waitUntilExit()
        guard browser.terminationStatus != 0 else { return }
        throw Failure(
            code: "no-browser",
            message: "No browser could be opened (`xdg-open` ended with \(browser.terminationStatus)).",
            hint: "Open the link above yourself; it is still valid.", exit: .unavailable)
    }
}

extension Role: ExpressibleByArgument {}
