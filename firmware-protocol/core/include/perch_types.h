/// Numbers of the protocol, as firmware-protocol/SPEC.md gives them.
#ifndef PERCH_TYPES_H
#define PERCH_TYPES_H

#include <stdint.h>

/// Domain * 256 + code; SPEC.md 3.
typedef uint16_t perch_status_t;

#define PERCH_OK ((perch_status_t)0x0000)
#define PERCH_ACCEPTED ((perch_status_t)0x0001)
#define PERCH_LINK ((perch_status_t)0x0100)
#define PERCH_WRONG_SESSION ((perch_status_t)0x0101)
#define PERCH_SESSION_IN_USE ((perch_status_t)0x0102)
#define PERCH_VERSION_MISMATCH ((perch_status_t)0x0103)
#define PERCH_SEQUENCE_REUSED ((perch_status_t)0x0104)
#define PERCH_STALE ((perch_status_t)0x0105)
#define PERCH_UNSUPPORTED_FLAGS ((perch_status_t)0x0106)
#define PERCH_REQUEST ((perch_status_t)0x0200)
#define PERCH_UNKNOWN_OPERATION ((perch_status_t)0x0201)
#define PERCH_MALFORMED ((perch_status_t)0x0202)
#define PERCH_INVALID_ARGUMENT ((perch_status_t)0x0203)
#define PERCH_UNSUPPORTED ((perch_status_t)0x0204)
#define PERCH_NOT_FOUND ((perch_status_t)0x0205)
#define PERCH_TOO_LARGE ((perch_status_t)0x0206)
#define PERCH_CANCELLED ((perch_status_t)0x0207)
#define PERCH_DEADLINE ((perch_status_t)0x0208)
#define PERCH_NOT_CONNECTED ((perch_status_t)0x0209)
#define PERCH_ALREADY_CONNECTED ((perch_status_t)0x020A)
#define PERCH_RESOURCE ((perch_status_t)0x0300)
#define PERCH_BUSY ((perch_status_t)0x0301)
#define PERCH_SLOTS_FULL ((perch_status_t)0x0302)
#define PERCH_NO_BUFFERS ((perch_status_t)0x0303)
#define PERCH_STORAGE ((perch_status_t)0x0600)
#define PERCH_CONFLICT ((perch_status_t)0x0601)
#define PERCH_UNSAVED ((perch_status_t)0x0602)
#define PERCH_INCOMPLETE ((perch_status_t)0x0603)
#define PERCH_DIGEST ((perch_status_t)0x0604)
#define PERCH_INVALID ((perch_status_t)0x0605)
#define PERCH_NOTHING_SAVED ((perch_status_t)0x0606)
#define PERCH_FLASH ((perch_status_t)0x0607)
#define PERCH_OFFSET ((perch_status_t)0x0608)
#define PERCH_UNCHANGED ((perch_status_t)0x0609)
#define PERCH_WRONG_TRANSFER ((perch_status_t)0x060A)
#define PERCH_DEVICE ((perch_status_t)0x0700)
#define PERCH_RADIO ((perch_status_t)0x0701)
#define PERCH_INTERNAL ((perch_status_t)0x0702)
#define PERCH_VENDOR ((perch_status_t)0x7F00)

/// A Bluetooth controller error code, 0...255, as a status.
#define PERCH_HCI(code) ((perch_status_t)(0x0400 | (code)))
/// An ATT error code, 0...255, as a status.
#define PERCH_ATT(code) ((perch_status_t)(0x0500 | (code)))

/// Kinds of frame; SPEC.md 2.
#define PERCH_KIND_BOOT 0
#define PERCH_KIND_REQUEST 1
#define PERCH_KIND_RESPONSE 2
#define PERCH_KIND_EVENT 3
#define PERCH_KIND_GRANT 4
#define PERCH_KIND_LOG 5

#define PERCH_MAJOR 1
#define PERCH_MINOR 1

/// Operations; SPEC.md 8.
#define PERCH_OP_HELLO 0x0001
#define PERCH_OP_PING 0x0002
#define PERCH_OP_INFO 0x0003
#define PERCH_OP_GET_STATE 0x0004
#define PERCH_OP_CANCEL 0x0005
#define PERCH_OP_IDENTIFY 0x0006
#define PERCH_OP_REBOOT 0x0007
#define PERCH_OP_SCAN_START 0x0101
#define PERCH_OP_SCAN_STOP 0x0102
#define PERCH_OP_WIFI_SCAN_START 0x0103
#define PERCH_OP_WIFI_SCAN_STOP 0x0104
#define PERCH_OP_CONNECT 0x0201
#define PERCH_OP_DISCONNECT 0x0202
#define PERCH_OP_EXCHANGE_MTU 0x0203
#define PERCH_OP_DISCOVER 0x0204
#define PERCH_OP_READ 0x0205
#define PERCH_OP_WRITE 0x0206
#define PERCH_OP_WRITE_COMMAND 0x0207
#define PERCH_OP_SUBSCRIBE 0x0208
#define PERCH_OP_CONFIG_BEGIN 0x0301
#define PERCH_OP_CONFIG_DATA 0x0302
#define PERCH_OP_CONFIG_COMMIT 0x0303
#define PERCH_OP_CONFIG_SAVE 0x0304
#define PERCH_OP_CONFIG_LOAD 0x0305
#define PERCH_OP_CONFIG_RESET 0x0306
#define PERCH_OP_CONFIG_STAT 0x0307
#define PERCH_OP_CONFIG_READ 0x0308

/// Events; SPEC.md 7. Below 0x8000: stream A.
#define PERCH_EVENT_DONE 0x0001
#define PERCH_EVENT_CONNECTED 0x0002
#define PERCH_EVENT_DISCONNECTED 0x0003
#define PERCH_EVENT_NOTIFICATION 0x0004
#define PERCH_EVENT_INDICATION 0x0005
#define PERCH_EVENT_LOST 0x0006
#define PERCH_EVENT_SCAN_STATE 0x0007
#define PERCH_EVENT_CONFIG_CHANGED 0x0008
#define PERCH_EVENT_DETECTION 0x0009
#define PERCH_EVENT_ADVERT_BATCH 0x8001
#define PERCH_EVENT_WIFI_BATCH 0x8002

/// Feature bits; SPEC.md 4.3.
#define PERCH_FEATURE_ACTIVE_SCAN 0x1u
#define PERCH_FEATURE_EXTENDED_ADVERTISING 0x2u
#define PERCH_FEATURE_WIFI_SCAN 0x4u
#define PERCH_FEATURE_GATT 0x8u
#define PERCH_FEATURE_INDICATION_HOLD 0x10u
#define PERCH_FEATURE_CONFIG_STORE 0x20u
#define PERCH_FEATURE_COALESCE 0x40u
#define PERCH_FEATURE_SCAN_FILTERS 0x80u
#define PERCH_FEATURE_IDENTIFY 0x100u
#define PERCH_FEATURE_BOOTLOADER 0x200u
#define PERCH_FEATURE_DETECTION 0x400u
#define PERCH_FEATURE_SIMULATED 0x8000000000000000u

/// Known effect of an operation; SPEC.md 7.4.
#define PERCH_EFFECT_NONE 0
#define PERCH_EFFECT_DONE 1
#define PERCH_EFFECT_UNKNOWN 2

/// States of a scan; SPEC.md 9.4.
#define PERCH_SCAN_STOPPED 0
#define PERCH_SCAN_RUNNING 1
#define PERCH_SCAN_FAILED 2

/// Reset reasons; SPEC.md 4.6.
#define PERCH_RESET_UNKNOWN 0
#define PERCH_RESET_POWER_ON 1
#define PERCH_RESET_PIN 2
#define PERCH_RESET_REQUESTED 3
#define PERCH_RESET_WATCHDOG 4
#define PERCH_RESET_BROWN_OUT 5
#define PERCH_RESET_FAULT 6
#define PERCH_RESET_WOKE 7

#endif
