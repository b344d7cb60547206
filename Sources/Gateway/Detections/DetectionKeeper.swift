import FlockFinder
import Store

/// Store of detected devices and mutes.
protocol DetectionKeeper: Sendable {
    func keepDetections(_ devices: [DetectedDevice], removing gone: Set<DetectionKey>) async throws(StoreError)
    func detections() async throws(StoreError) -> [DetectedDevice]
    /// Devices that belong to this host.
    func configDevices() async throws(StoreError) -> [StoredConfigDevice]
    func detectionCount() async throws(StoreError) -> Int
    func clearDetections() async throws(StoreError) -> Int
    func detectionMutes() async throws(StoreError) -> [(mute: DetectionMute, since: Int64)]
    func addDetectionMute(_ mute: DetectionMute, atMicroseconds now: Int64) async throws(StoreError) -> Bool
    func removeDetectionMute(_ mute: DetectionMute) async throws(StoreError) -> Bool
}

extension Store: DetectionKeeper {}
