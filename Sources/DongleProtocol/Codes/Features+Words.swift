extension Features {
    /// Names of the features that are present.
    package var words: [String] {
        let names: [(Features, String)] = [
            (.activeScan, "active-scan"), (.extendedAdvertising, "extended-advertising"), (.wifiScan, "wifi-scan"),
            (.gatt, "gatt"), (.indicationHold, "indication-hold"), (.configStore, "config-store"),
            (.coalesce, "coalesce"), (.scanFilters, "scan-filters"), (.identify, "identify"),
            (.bootloader, "bootloader"), (.detection, "detection"), (.simulated, "simulated"),
        ]
        return names.filter { contains($0.0) }.map { $0.1 }
    }
}
