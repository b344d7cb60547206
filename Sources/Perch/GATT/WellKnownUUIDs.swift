import Advertising

/// Names of frequent UUIDs.
enum WellKnownUUIDs {
    /// Returns the name of a UUID; nil where it is not known here.
    static func name(_ uuid: BluetoothUUID) -> String? {
        if let short = uuid.short { return assigned[short] }
        return vendors[uuid.description]
    }

    /// Source: Assigned Numbers, 3. FFE0 and its characteristics are common practice of beacon
    /// makers.
    private static let assigned: [UInt32: String] = [
        0x1800: "Generic Access", 0x1801: "Generic Attribute", 0x180A: "Device Information", 0x180F: "Battery",
        0x181A: "Environmental Sensing", 0xFEAA: "Eddystone", 0xFE59: "Nordic Secure DFU",
        0x2A00: "Device Name", 0x2A01: "Appearance", 0x2A04: "Preferred Connection Parameters",
        0x2A05: "Service Changed", 0x2A19: "Battery Level", 0x2A23: "System ID", 0x2A24: "Model Number",
        0x2A25: "Serial Number", 0x2A26: "Firmware Revision", 0x2A27: "Hardware Revision",
        0x2A28: "Software Revision", 0x2A29: "Manufacturer Name", 0x2A50: "PnP ID",
        0x2AA6: "Central Address Resolution",
        0x2B29: "Client Supported Features", 0x2B2A: "Database Hash", 0x2B3A: "Server Supported Features",
        0x2900: "Extended Properties", 0x2901: "User Description", 0x2902: "Client Configuration",
        0x2903: "Server Configuration", 0x2904: "Presentation Format",
        0xFFE0: "Beacon configuration", 0xFFE1: "Beacon responses", 0xFFE2: "Beacon commands",
        0xFFE3: "Beacon password",
    ]

    private static let vendors: [String: String] = [
        "4fafc201-1fb5-459e-8fcc-c5c9c331914b": "FlockFinder",
        "beb5483e-36e1-4688-b7f5-ea07361b26a8": "FlockFinder detection",
        "beb5483e-36e1-4688-b7f5-ea07361b26a9": "FlockFinder command",
        "beb5483e-36e1-4688-b7f5-ea07361b26aa": "FlockFinder stream",
        "beb5483e-36e1-4688-b7f5-ea07361b26ab": "FlockFinder config",
        "6e400001-b5a3-f393-e0a9-e50e24dcca9e": "Nordic UART",
        "6e400002-b5a3-f393-e0a9-e50e24dcca9e": "Nordic UART receive",
        "6e400003-b5a3-f393-e0a9-e50e24dcca9e": "Nordic UART transmit",
    ]
}
