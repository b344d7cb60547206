#include "stand_in_queue.h"

#include <string.h>

#include "nimble/nimble_port.h"

static struct ble_npl_eventq queue;
static struct ble_npl_callout *timer;

void queue_new(void) {
  memset(&queue, 0, sizeof queue);
  timer = NULL;
}

struct ble_npl_eventq *nimble_port_get_dflt_eventq(void) {
  return &queue;
}
void ble_npl_event_init(struct ble_npl_event *event, ble_npl_event_fn *fn, void *arg) {
  (void)arg;
  event->queued = false;
  event->fn = fn;
}
void ble_npl_eventq_put(struct ble_npl_eventq *to, struct ble_npl_event *event) {
  if (!event->queued) {
    event->queued = true;
    to->events[to->count++] = event;
  }
}
void ble_npl_callout_init(struct ble_npl_callout *callout, struct ble_npl_eventq *to, ble_npl_event_fn *fn, void *arg) {
  (void)to;
  ble_npl_event_init(&callout->event, fn, arg);
  callout->active = false;
  timer = callout;
}
int ble_npl_callout_reset(struct ble_npl_callout *callout, ble_npl_time_t ticks) {
  callout->active = true;
  callout->due = stand_in_now() + ticks;
  return 0;
}
ble_npl_time_t ble_npl_time_ms_to_ticks32(uint32_t ms) {
  return ms;
}

bool queue_step(void) {
  if (timer != NULL && timer->active && (int32_t)(stand_in_now() - timer->due) >= 0) {
    timer->active = false;
    ble_npl_eventq_put(&queue, &timer->event);
  }
  if (queue.count == 0) {
    return false;
  }
  struct ble_npl_event *event = queue.events[0];
  queue.count--;
  memmove(queue.events, queue.events + 1, queue.count * sizeof queue.events[0]);
  event->queued = false;
  event->fn(event);
  return true;
}

bool queue_timer(uint32_t *due) {
  if (timer == NULL || !timer->active) {
    return false;
  }
  *due = timer->due;
  return true;
}
