/// The part of NimBLE's porting layer that the port uses: one queue of events and one timer.
#ifndef STAND_IN_NIMBLE_PORT_H
#define STAND_IN_NIMBLE_PORT_H

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t ble_npl_time_t;
struct ble_npl_event;
typedef void ble_npl_event_fn(struct ble_npl_event *event);
struct ble_npl_event {
  bool queued;
  ble_npl_event_fn *fn;
};
struct ble_npl_eventq {
  struct ble_npl_event *events[8];
  unsigned count;
};
struct ble_npl_callout {
  struct ble_npl_event event;
  bool active;
  uint32_t due;
};

struct ble_npl_eventq *nimble_port_get_dflt_eventq(void);
void ble_npl_event_init(struct ble_npl_event *event, ble_npl_event_fn *fn, void *arg);
void ble_npl_eventq_put(struct ble_npl_eventq *queue, struct ble_npl_event *event);
void ble_npl_callout_init(struct ble_npl_callout *callout, struct ble_npl_eventq *queue, ble_npl_event_fn *fn, void *arg);
int ble_npl_callout_reset(struct ble_npl_callout *callout, ble_npl_time_t ticks);
ble_npl_time_t ble_npl_time_ms_to_ticks32(uint32_t ms);

#endif
