import FlockFinder
import Store

/// Where devices that were found are kept, and what nobody wants to be told of.
protocol DetectionKeeper: Sendable {
    func keepDetections(_ devices: [DetectedDevice], removing gone: Set<DetectionKey>) async throws(StoreError)
    func detections() async throws(StoreError) -> [DetectedDevice]
    /// Devices that are this host's own.
    func configDevices() async throws(StoreError) -> [StoredConfigDevice]
    func detectionCount() async throws(StoreError) -> Int
    func clearDetections() async throws(StoreError) -> Int
    func detectionMutes() async throws(StoreError) -> [(mute: DetectionMute, since: Int64)]
    func addDetectionMute(_ mute: DetectionMute, atMicroseconds now: Int64) async throws(StoreError) -> Bool
    func removeDetectionMute(_ mute: DetectionMute) async throws(StoreError) -> Bool
}

extension Store: DetectionKeeper {}
