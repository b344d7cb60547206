/// The host's side of the config store (SPEC.md 11), against the bench's dongle. One request at a time.
#ifndef CONFIG_HOST_H
#define CONFIG_HOST_H

#include "fake.h"

/// The largest CONFIG_DATA.
#define CONFIG_CHUNK ((PERCH_PAYLOAD_MAX - 8) / 16 * 16)

typedef struct {
  uint8_t bytes[PERCH_CONFIG_LIMIT];
  uint32_t length;
  uint8_t digest[32];
} config_t;

/// The host's knowledge of its transfer.
typedef struct {
  uint16_t transfer;
  uint32_t next;
  const config_t *base; ///< base of the next BEGIN; NULL = any
  fake_frame_t done; ///< the last DONE
} config_host_t;

extern config_host_t config_host;

/// A config of seeded bytes.
void config_make(config_t *config, uint32_t seed, uint32_t length);
/// Opens a session with another number than before.
void config_session(void);
/// Takes events up to DONE of `id`, into `config_host.done`, passing over CONFIG_CHANGED. \returns
/// its status, 0xFFFF without one.
perch_status_t config_outcome(uint16_t id);

/// These return the status that ended them, from the answer or from DONE.
perch_status_t config_begin(const config_t *config);
perch_status_t config_data(const config_t *config, uint32_t offset, uint32_t length);
/// Sends the missing bytes below `end`, in chunks of the largest size.
perch_status_t config_send(const config_t *config, uint32_t end);
perch_status_t config_commit(const config_t *config);
perch_status_t config_save(void);

/// Whether the core's active config is this one, byte by byte.
bool config_is_active(const config_t *config);
/// Whether the core's active config is the bench's factory config.
bool config_is_factory(void);

#endif
