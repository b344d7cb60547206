import ArgumentParser
import Failures
import Foundation
import GatewayClient
import GatewayModel
import LineFormats

/// `perch console`: prints or opens a link to the web console.
struct ConsoleCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "console", abstract: "Print a link that opens the web console, or open it.",
        discussion: """
            The link opens the console once, without a token; the browser stays logged in for 12 hours, or until the gateway \
            restarts. The gateway must listen on TCP (`http.listen`, or `perch serve --http`).
            """)

    @Flag(help: "Open the link in this user's browser.")
    var open = false

    @OptionGroup var frame: RunningFrame

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        let link = try await client.consoleLink()
        output.setResult {
            $0.field("url", link.url)
            $0.field("seconds", link.seconds)
        }
        await output.text(printable(link.url))
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
