import BeaconTracking
import Testing
