/// The queue and the timer of NimBLE's porting layer, for the stand-ins of its host.
#ifndef STAND_IN_QUEUE_H
#define STAND_IN_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

/// The stand-in's clock, in ms.
uint32_t stand_in_now(void);

/// Empties the queue and forgets the timer.
void queue_new(void);
/// Runs one event that is queued or due. \returns false if there is none.
bool queue_step(void);
/// When the timer is due. \returns false if it does not run.
bool queue_timer(uint32_t *due);

#endif
