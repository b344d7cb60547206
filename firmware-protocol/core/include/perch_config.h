/// Sizes of the core, each overridable with -D. PERCH_PROFILE_SMALL selects the small profile of SPEC.md 14, for 16 KiB of RAM; else the full one.
///
/// The library and all code that includes perch_state.h must be compiled with the same values.
#ifndef PERCH_CONFIG_H
#define PERCH_CONFIG_H

#ifdef PERCH_PROFILE_SMALL

#ifndef PERCH_PAYLOAD_MAX
#define PERCH_PAYLOAD_MAX 256
#endif
#ifndef PERCH_INFLIGHT
#define PERCH_INFLIGHT 2
#endif
#ifndef PERCH_RX_WINDOW
#define PERCH_RX_WINDOW 272
#endif
#ifndef PERCH_STREAM_A_BYTES
#define PERCH_STREAM_A_BYTES 640
#endif
#ifndef PERCH_ADVERT_QUEUE_BYTES
#define PERCH_ADVERT_QUEUE_BYTES 640
#endif
#ifndef PERCH_ADVERT_DATA_MAX
#define PERCH_ADVERT_DATA_MAX 229
#endif
#ifndef PERCH_FILTER_BYTES
#define PERCH_FILTER_BYTES 64
#endif
#ifndef PERCH_COALESCE_ENTRIES
#define PERCH_COALESCE_ENTRIES 8
#endif
#ifndef PERCH_WIFI
#define PERCH_WIFI 0
#endif
#ifndef PERCH_SLOTS
#define PERCH_SLOTS 1
#endif
#ifndef PERCH_MTU_MAX
#define PERCH_MTU_MAX 243
#endif
#ifndef PERCH_VALUE_MAX
#define PERCH_VALUE_MAX 240
#endif
#ifndef PERCH_INDICATION_HOLD
#define PERCH_INDICATION_HOLD 0
#endif
#ifndef PERCH_FLASH_UNIT
#define PERCH_FLASH_UNIT 1024
#endif
#ifndef PERCH_CONFIG_LIMIT
#define PERCH_CONFIG_LIMIT 4096
#endif
#ifndef PERCH_DETECTION
#define PERCH_DETECTION 0
#endif
#ifndef PERCH_LOG_BYTES
#define PERCH_LOG_BYTES 128
#endif
#ifndef PERCH_CRC_METHOD
#define PERCH_CRC_METHOD 0
#endif

#endif

// Meaning of each size, and its value in the full profile.

/// Largest payload in either direction, bytes, 64...65535.
#ifndef PERCH_PAYLOAD_MAX
#define PERCH_PAYLOAD_MAX 528
#endif

/// Requests the host may have unresolved: 1, 2, 4 or 8. 1 where the CPU stops while flash is written (SPEC.md 6.3).
#ifndef PERCH_INFLIGHT
#define PERCH_INFLIGHT 8
#endif

/// Encoded bytes of unresolved requests, at least PERCH_ENCODED_MAX.
#ifndef PERCH_RX_WINDOW
#define PERCH_RX_WINDOW 4096
#endif

/// Bytes of stream A: every stored event takes its payload + 4. At least the largest payload + 4.
#ifndef PERCH_STREAM_A_BYTES
#define PERCH_STREAM_A_BYTES 16384
#endif

/// Advert queue, bytes: every advert takes its data + 15.
#ifndef PERCH_ADVERT_QUEUE_BYTES
#define PERCH_ADVERT_QUEUE_BYTES 32768
#endif

/// Longest advert data accepted, bytes, 31...255; longer data is cut and marked.
#ifndef PERCH_ADVERT_DATA_MAX
#define PERCH_ADVERT_DATA_MAX 255
#endif

/// Bytes for the scan's filters, in the form of SCAN_START.
#ifndef PERCH_FILTER_BYTES
#define PERCH_FILTER_BYTES 448
#endif

/// Adverts remembered for coalescing, a power of two. 16 bytes each.
#ifndef PERCH_COALESCE_ENTRIES
#define PERCH_COALESCE_ENTRIES 512
#endif

/// Wi-Fi sightings: 1 to build them in.
#ifndef PERCH_WIFI
#define PERCH_WIFI 1
#endif

/// Queue of Wi-Fi sightings, bytes: every sighting takes its SSID + 15.
#ifndef PERCH_WIFI_QUEUE_BYTES
#define PERCH_WIFI_QUEUE_BYTES 4096
#endif

/// GATT client: 1 to build it in.
#ifndef PERCH_GATT
#define PERCH_GATT 1
#endif

/// Connection slots, 1...32.
#ifndef PERCH_SLOTS
#define PERCH_SLOTS 8
#endif

/// Largest ATT MTU, 23...517, at most PERCH_PAYLOAD_MAX - 7.
#ifndef PERCH_MTU_MAX
#define PERCH_MTU_MAX 517
#endif

/// Longest attribute value in one WRITE, bytes, up to 512.
#ifndef PERCH_VALUE_MAX
#define PERCH_VALUE_MAX 512
#endif

/// 1 to confirm an indication only once it is in stream A; takes PERCH_MTU_MAX bytes per slot.
#ifndef PERCH_INDICATION_HOLD
#define PERCH_INDICATION_HOLD 1
#endif

/// Config store: 1 to build it in.
#ifndef PERCH_CONFIG_STORE
#define PERCH_CONFIG_STORE 1
#endif

/// Largest erase unit of the config store, bytes, a multiple of 16.
#ifndef PERCH_FLASH_UNIT
#define PERCH_FLASH_UNIT 4096
#endif

/// Largest config, bytes.
#ifndef PERCH_CONFIG_LIMIT
#define PERCH_CONFIG_LIMIT 8192
#endif

/// DETECTION events: 1 to build them in. A dongle of the small profile leaves detection to the host.
#ifndef PERCH_DETECTION
#define PERCH_DETECTION 1
#endif

/// Queue of log lines, bytes: every line takes its text + 6. At least 126.
#ifndef PERCH_LOG_BYTES
#define PERCH_LOG_BYTES 2048
#endif

/// Method of the CRC: 0 a table of 16 entries (64 bytes), 1 of 256 (1 KiB), 2 slicing by 8 (8 KiB).
#ifndef PERCH_CRC_METHOD
#define PERCH_CRC_METHOD 2
#endif

/// Scan interval and window where the host leaves the choice, 0.625 ms.
#ifndef PERCH_SCAN_INTERVAL
#define PERCH_SCAN_INTERVAL 96
#endif

/// Orders the receive buffer's bytes before its index, between perch_receive's context and the main loop's.
#ifndef PERCH_BARRIER
#ifdef __GNUC__
#define PERCH_BARRIER() __sync_synchronize()
#else
#define PERCH_BARRIER() ((void)0)
#endif
#endif

// Sizes that follow from the ones above.

#define PERCH_HEADER_BYTES 8
#define PERCH_CRC_BYTES 4
/// Largest frame before COBS.
#define PERCH_FRAME_MAX (PERCH_HEADER_BYTES + PERCH_PAYLOAD_MAX + PERCH_CRC_BYTES)
/// Largest frame on the line, delimiters included.
#define PERCH_ENCODED_MAX (PERCH_FRAME_MAX + (PERCH_FRAME_MAX + 253) / 254 + 2)
/// Receive buffer (SPEC.md 6.1).
#define PERCH_RX_BYTES (PERCH_RX_WINDOW + PERCH_ENCODED_MAX + 64)
/// Deferred operations that can be open: for each slot one and a DISCONNECT, and one of the config
/// store.
#define PERCH_OPERATIONS (2 * PERCH_SLOTS + 2)
/// Areas of the config store, numbered from 0, and the bytes of each: a header unit and the config's units.
#define PERCH_CONFIG_AREAS 2
#define PERCH_CONFIG_UNITS ((PERCH_CONFIG_LIMIT + PERCH_FLASH_UNIT - 1) / PERCH_FLASH_UNIT)
#define PERCH_CONFIG_AREA_BYTES ((PERCH_CONFIG_UNITS + 1) * PERCH_FLASH_UNIT)

#if PERCH_PAYLOAD_MAX < 64 || PERCH_PAYLOAD_MAX > 65000
#error "PERCH_PAYLOAD_MAX must be 64...65000"
#endif
#if PERCH_INFLIGHT != 1 && PERCH_INFLIGHT != 2 && PERCH_INFLIGHT != 4 && PERCH_INFLIGHT != 8
#error "PERCH_INFLIGHT must be 1, 2, 4 or 8"
#endif
#if PERCH_RX_WINDOW < PERCH_ENCODED_MAX || PERCH_RX_WINDOW > 65535
#error "PERCH_RX_WINDOW must hold the largest encoded frame"
#endif
#if PERCH_STREAM_A_BYTES < PERCH_PAYLOAD_MAX + 4 || PERCH_STREAM_A_BYTES > 65535
#error "PERCH_STREAM_A_BYTES must hold the largest event"
#endif
// An advert takes 13 bytes and its data in a batch, 15 in the queue.
#if PERCH_ADVERT_QUEUE_BYTES < PERCH_PAYLOAD_MAX * 15 / 13 + PERCH_ADVERT_DATA_MAX + 15 || PERCH_ADVERT_QUEUE_BYTES > 65535
#error "PERCH_ADVERT_QUEUE_BYTES must hold the adverts of a batch, and the largest one"
#endif
#if PERCH_MTU_MAX > PERCH_PAYLOAD_MAX - 7 || PERCH_MTU_MAX < 23
#error "PERCH_MTU_MAX must be 23...PERCH_PAYLOAD_MAX - 7"
#endif
#if PERCH_VALUE_MAX > PERCH_PAYLOAD_MAX - 10
#error "PERCH_VALUE_MAX must be at most PERCH_PAYLOAD_MAX - 10"
#endif
#if PERCH_COALESCE_ENTRIES & (PERCH_COALESCE_ENTRIES - 1)
#error "PERCH_COALESCE_ENTRIES must be a power of two"
#endif
#if 80 + 16 * PERCH_CONFIG_UNITS > PERCH_FLASH_UNIT || PERCH_FLASH_UNIT % 16
#error "PERCH_FLASH_UNIT must hold the header's marks"
#endif

#endif
