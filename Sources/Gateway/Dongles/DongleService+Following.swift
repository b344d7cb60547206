import GatewayModel
import Logging
import SerialPort

/// Ports of this machine that come and go.
extension DongleService {
    /// Uses the configured ports, and with `auto` every port that looks like a dongle.
    func followPorts() async {
        for choice in configuration.ports where choice != .auto {
            supervise(.named(choice), path: choice.text)
        }
        let findsPorts = configuration.ports.contains(.auto)
        guard configuration.followsPorts else {
            if findsPorts { await findPorts() }
            return
        }
        do {
            // The watch begins before the ports are listed, so that no change is missed.
            let watch = try PortWatch()
            if findsPorts { await findPorts() }
            for await news in watch.news {
                switch news {
                case .change(.added(let port)): appeared(port, isToBeUsed: findsPorts)
                case .change(.removed(let path)): await disappeared(path)
                case .overrun: if findsPorts { await findPorts() }
                }
            }
        } catch {
            logger.warning("Ports that are plugged in later are not noticed: \(configuration.report(error).message)")
            if findsPorts { await findPorts() }
        }
    }

    private func findPorts() async {
        do {
            for port in try await PortOpener.ports() { appeared(port, isToBeUsed: true) }
        } catch {
            logger.warning("The ports cannot be listed: \(configuration.report(error).message)")
        }
    }
}
