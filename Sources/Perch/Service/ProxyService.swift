import BluetoothProxy
import Failures
import Gateway
import GatewayModel
import ServiceLifecycle
import Settings

/// The Bluetooth proxies as part of a service group. When stopped, they say goodbye to their clients.
struct ProxyService: Service {
    let proxies: BluetoothProxyService

    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                // Cancellation also stops the proxies.
                try? await gracefulShutdown()
                await proxies.stop()
            }
            try await proxies.run()
            group.cancelAll()
        }
    }
}

extension Settings {
    /// Configuration of the Bluetooth proxies; nil where none are configured.
    var proxies: ProxyConfiguration? {
        guard let address = proxyListen.flatMap(ListenAddress.init) else { return nil }
        var configuration = ProxyConfiguration(
            host: address.host, port: address.port, folder: stateFolder ?? ".", version: APIVersion.program)
        configuration.isEncrypted = encryptsProxies
        configuration.division = proxyDivision == "each" ? .each : .one
        configuration.companies = Set(proxyCompanies.compactMap(SettingForm.company))
        configuration.isAnnounced = announcesProxies
        return configuration
    }
}

extension ProxyError: FailureConvertible {
    package var failure: Failure {
        switch self {
        case .cannotListen(let host, let port, let code):
            Failure(
                code: "proxy-cannot-listen",
                message:
                    "The Bluetooth proxy cannot listen on \(printable(host)) port \(port): \(systemMessage(code)).",
                hint: "Stop the program on that port (`ss -ltnp` names it), or change esphome.listen.",
                exit: .configuration)
        case .cannotUseFile(let path, let code):
            Failure(
                code: "proxy-file-unusable",
                message: "The file \(printable(path)) with the Bluetooth proxies' key cannot be used: "
                    + "\(systemMessage(code)).",
                hint: "Make the folder writable for this user.", exit: .cannotCreate)
        case .badFile(let path):
            Failure(
                code: "proxy-file-damaged",
                message: "The file \(printable(path)) with the Bluetooth proxies' key is damaged.",
                hint: "Remove it; the proxies then get a new key, and clients must be set up again.",
                exit: .configuration)
        case .openFile(let path, let mode):
            Failure(
                code: "proxy-file-open",
                message: "Other users can access the Bluetooth proxies' key in \(printable(path)) "
                    + "(mode 0\(String(mode, radix: 8))).",
                hint: "Run `chmod 600 \(printable(path))`.", exit: .configuration)
        }
    }
}
