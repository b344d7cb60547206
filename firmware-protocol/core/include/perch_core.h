/// The Perch dongle in portable C99: everything of firmware-protocol/SPEC.md except the hardware.
///
/// A port fills in a `perch_hal_t`, calls `perch_init` once, passes received bytes to
/// `perch_receive`, reports events of the radio through the `perch_radio_*` functions, and calls
/// `perch_poll` from its main loop. The core allocates nothing, calls no libc I/O and never blocks
/// by itself.
///
/// Everything but `perch_receive` runs in one context (the main loop). `perch_receive` MAY be called from one other context, such as the
/// UART's interrupt: the receive buffer has one producer and one consumer.
#ifndef PERCH_CORE_H
#define PERCH_CORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "perch_config.h"
#include "perch_types.h"

#ifdef __cplusplus
extern "C" {
#endif

// MARK: Functions of the port

/// Parameters of a Bluetooth scan, as the host asked for them, with defaults filled in by the core.
typedef struct {
  bool active;
  uint16_t interval; ///< 0.625 ms, 4...16384
  uint16_t window;   ///< 0.625 ms, 4...interval
} perch_scan_params_t;

/// Parameters of a connection attempt. Zero means the port's own choice.
typedef struct {
  uint8_t address[6]; ///< least significant byte first
  uint8_t address_type; ///< 0 public, 1 random
  uint16_t interval_min; ///< 1.25 ms
  uint16_t interval_max; ///< 1.25 ms
  uint16_t latency;
  uint16_t supervision_timeout; ///< 10 ms
} perch_connect_params_t;

/// What the core needs from the hardware. Every pointer must be set, except where NULL is allowed; `context` is passed back as the first argument.
///
/// Functions that start something return PERCH_OK, or the status that refuses it; the outcome comes later through a `perch_radio_*` call, which
/// MAY come from within the function itself.
typedef struct {
  void *context;

  // Line
  /// Takes up to `length` bytes for the line and returns how many; 0 when the line is busy. Never blocks.
  size_t (*uart_write)(void *context, const uint8_t *bytes, size_t length);

  // Clock and chance
  /// Milliseconds since start; wraps.
  uint32_t (*clock_ms)(void *context);
  /// 32 random bits; need not be cryptographic, must differ between starts.
  uint32_t (*random_u32)(void *context);

  // Radio: scanning
  /// Starts a scan. If one is running, it continues with the new parameters.
  perch_status_t (*scan_start)(void *context, const perch_scan_params_t *params);
  void (*scan_stop)(void *context);

  // Radio: GATT client. `slot` is 0...PERCH_SLOTS-1. NULL without GATT.
  perch_status_t (*connect)(void *context, uint8_t slot, const perch_connect_params_t *params);
  /// Ends a connection or an attempt to make one. `perch_radio_disconnected` or `perch_radio_connect_failed` must follow, sooner or later.
  void (*disconnect)(void *context, uint8_t slot);
  perch_status_t (*exchange_mtu)(void *context, uint8_t slot, uint16_t mtu);
  /// One ATT discovery procedure over first...last; `what` as in SPEC.md 10.5. Reports records through `perch_radio_discovered`, then `perch_radio_gatt_done`.
  perch_status_t (*discover)(void *context, uint8_t slot, uint8_t what, uint16_t first, uint16_t last);
  /// One ATT read (offset 0) or read blob. Ends through `perch_radio_read`, or `perch_radio_gatt_done` with an error.
  perch_status_t (*read)(void *context, uint8_t slot, uint16_t handle, uint16_t offset);
  /// Acknowledged write; long when it does not fit. `value` stays valid until `perch_radio_gatt_done`.
  perch_status_t (*write)(void *context, uint8_t slot, uint16_t handle, const uint8_t *value, uint16_t length);
  /// Unacknowledged write. PERCH_OK: queued. PERCH_NO_BUFFERS: not. `value` is valid during the call.
  perch_status_t (*write_command)(void *context, uint8_t slot, uint16_t handle, const uint8_t *value, uint16_t length);
  /// Confirms the indication last reported for the slot; NULL where the stack confirms by itself (then no INDICATION_HOLD).
  void (*confirm)(void *context, uint8_t slot);

  // Storage: PERCH_CONFIG_AREAS areas of PERCH_CONFIG_AREA_BYTES, addressed by offset within an area. NULL without a config store. Program only
  // clears bits; erased bytes are 0xFF. Offsets and lengths of a program are multiples of 16.
  // An area begins with a header of one erase unit; the config's bytes begin at offset PERCH_FLASH_UNIT.
  bool (*flash_erase)(void *context, uint8_t area, uint32_t unit);
  bool (*flash_program)(void *context, uint8_t area, uint32_t offset, const uint8_t *bytes, uint32_t length);
  void (*flash_read)(void *context, uint8_t area, uint32_t offset, uint8_t *bytes, uint32_t length);

  // Config, for dongles that use one. Either may be NULL.
  /// Checks whether the `length` bytes from offset PERCH_FLASH_UNIT of `area` are a config that
  /// this firmware can run; if not, sets `position` to the offending byte.
  bool (*config_validate)(void *context, uint8_t area, uint32_t length, uint32_t *position);
  /// The active config has changed; read it with `perch_config_read`.
  void (*config_changed)(void *context);

  // Wi-Fi sightings. NULL without them.
  /// Receives on the channels 1...`channels` in turn, `dwell` ms each (0 = the port's choice). A
  /// running scan continues with the new parameters.
  perch_status_t (*wifi_scan_start)(void *context, uint16_t dwell, uint8_t channels);
  void (*wifi_scan_stop)(void *context);

  /// Restarts; does not return on hardware. In a simulation it may return, and the core must then
  /// be initialised again.
  void (*reboot)(void *context, bool bootloader);
  /// Switches the light on or off. NULL if there is none.
  void (*led)(void *context, bool on);
} perch_hal_t;

/// Description of the dongle for HELLO and INFO. The strings must outlive the core and are cut at
/// 32 bytes.
typedef struct {
  uint8_t device_id[8];
  uint8_t reset_reason; ///< SPEC.md 4.6
  uint32_t line_rate; ///< baud; 0 on native USB
  uint64_t features; ///< features of the port; the core removes those it was built without and adds its own
  const char *firmware;
  const char *version;
  const char *build;
  const char *hardware;
  const uint8_t *factory_config; ///< may be NULL with length 0
  uint32_t factory_config_length;
} perch_identity_t;

typedef struct perch_core perch_core_t; ///< complete in perch_state.h, so that a port can place it statically

/// Bytes of a `perch_core_t`.
size_t perch_core_size(void);

/// Bytes of one area of the config store, its header unit included: PERCH_CONFIG_AREA_BYTES as this library was built.
uint32_t perch_config_area_size(void);

/// Starts the core: reads the config areas, draws a boot id. `hal` and `identity` must outlive it.
void perch_init(perch_core_t *core, const perch_hal_t *hal, const perch_identity_t *identity);

// MARK: Reports of the port

/// Takes bytes from the line. If they do not fit the receive buffer, the bytes up to the next zero
/// are discarded and counted.
void perch_receive(perch_core_t *core, const uint8_t *bytes, size_t length);

/// Carries out all due work: decodes, executes, times out, sends.
///
/// \returns ms until it must be called again if nothing else happens, 0 = at once, UINT32_MAX = nothing is planned. The port also calls it after
/// `perch_receive`, after any `perch_radio_*`, and when the line can take bytes again.
uint32_t perch_poll(perch_core_t *core);

/// Whether bytes wait because the line took fewer than offered.
bool perch_wants_to_write(const perch_core_t *core);

/// Adverts of 31 bytes that can be queued now without dropping one. For sources that can wait (replay); a radio need not ask.
size_t perch_advert_room(const perch_core_t *core);

typedef struct {
  uint8_t address[6]; ///< least significant byte first
  uint8_t address_type; ///< 0...3, SPEC.md 9.3
  uint8_t pdu; ///< SPEC.md 9.3
  int8_t rssi; ///< dBm, 127 = not available
  uint8_t channel; ///< 255 = not known
  const uint8_t *data;
  uint16_t length;
} perch_advert_t;

/// Reports one advert. Ignored while no scan runs. \returns whether it passed the filters and was queued or is counted as dropped.
bool perch_radio_advert(perch_core_t *core, const perch_advert_t *advert);
/// The scan ended by itself.
void perch_radio_scan_failed(perch_core_t *core, perch_status_t status);

void perch_radio_connected(perch_core_t *core, uint8_t slot, uint16_t mtu, uint16_t interval);
void perch_radio_connect_failed(perch_core_t *core, uint8_t slot, perch_status_t status);
/// `status` is PERCH_HCI(reason).
void perch_radio_disconnected(perch_core_t *core, uint8_t slot, perch_status_t status);
void perch_radio_mtu(perch_core_t *core, uint8_t slot, uint16_t mtu);
/// One record of a discovery, in order of handles. `second` is the last handle (services) or the value handle (characteristics), else 0.
/// \returns false when there is no room for more: the port then ends the procedure with `perch_radio_gatt_done(PERCH_OK)`.
bool perch_radio_discovered(perch_core_t *core, uint8_t slot, uint16_t first, uint16_t second, uint8_t properties, const uint8_t *uuid, uint8_t uuid_length);
void perch_radio_read(perch_core_t *core, uint8_t slot, const uint8_t *value, uint16_t length);
/// Ends exchange, discovery, read or write. `status` is PERCH_OK, PERCH_ATT(error) or another.
void perch_radio_gatt_done(perch_core_t *core, uint8_t slot, perch_status_t status);
void perch_radio_notification(perch_core_t *core, uint8_t slot, uint16_t handle, const uint8_t *value, uint16_t length, bool indication);

/// Reports one Wi-Fi sighting; see perch_advert_t for the conventions. `frame` as in SPEC.md 9.5.
bool perch_radio_wifi(perch_core_t *core, const uint8_t address[6], uint8_t frame, int8_t rssi, uint8_t channel, const uint8_t *ssid, uint8_t length);

/// A match of the dongle's active config; SPEC.md 9.6.
typedef struct {
  uint8_t matched; ///< 0 SSID, 1 MAC prefix, 2 BLE name, 3 BLE service UUID
  uint8_t confidence; ///< percent
  int8_t rssi; ///< dBm, 127 = not available
  uint8_t channel; ///< 255 = not known
  uint8_t address[6]; ///< least significant byte first
  uint16_t pattern; ///< index in its list
  const char *text; ///< SSID or name that matched; may be NULL with length 0
  uint8_t length; ///< cut at 32
} perch_detection_t;

/// Reports a detection. \returns false where the ring had no room: its number is then missing; or where PERCH_DETECTION is 0, so always in the small profile.
bool perch_report_detection(perch_core_t *core, const perch_detection_t *detection);

/// The Wi-Fi scan ended by itself.
void perch_radio_wifi_scan_failed(perch_core_t *core, perch_status_t status);

/// Queues a line of log, cut at 120 bytes. Dropped and counted when the queue is full.
void perch_log(perch_core_t *core, uint8_t level, const char *text);

/// Reads the active config. \returns bytes copied; 0 at its end.
uint32_t perch_config_read(const perch_core_t *core, uint32_t offset, uint8_t *bytes, uint32_t length);
/// Length of the active config, bytes.
uint32_t perch_config_length(const perch_core_t *core);

#ifdef __cplusplus
}
#endif
#endif
