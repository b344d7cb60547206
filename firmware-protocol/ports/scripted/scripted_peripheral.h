/// The GATT server behind every scripted connection: its answers, and the values that it sends by
/// itself.
#ifndef SCRIPTED_PERIPHERAL_H
#define SCRIPTED_PERIPHERAL_H

#include "perch_core.h"

typedef enum { SCRIPTED_IDLE, SCRIPTED_MTU, SCRIPTED_DISCOVER, SCRIPTED_READ, SCRIPTED_WRITE } scripted_procedure_t;

/// One connection, as the peripheral sees it.
typedef struct {
  uint8_t slot;
  uint16_t mtu;
  scripted_procedure_t procedure; ///< procedure that waits for its answer
  uint8_t what; ///< kind of a discovery
  uint16_t first; ///< handle
  uint16_t last; ///< handle
  uint16_t offset;
  uint16_t length;
  const uint8_t *value;
  uint8_t subscriptions; ///< one bit for each of echo, counter, indicated
  bool unconfirmed; ///< an indication waits for its confirmation
  uint32_t count; ///< updates sent
  bool drop_asked;
  uint16_t drop_after; ///< ms
} scripted_link_t;

/// Resets the written value.
void scripted_peripheral_init(void);

/// Answers the waiting procedure, or never answers it.
void scripted_peripheral_answer(perch_core_t *core, scripted_link_t *link);

/// Handles an unacknowledged write.
void scripted_peripheral_take(perch_core_t *core, scripted_link_t *link, uint16_t handle, const uint8_t *value, uint16_t length);

/// Sends the counter and the indication to subscribers.
///
/// \returns whether anything was sent.
bool scripted_peripheral_update(perch_core_t *core, scripted_link_t *link);

#endif
