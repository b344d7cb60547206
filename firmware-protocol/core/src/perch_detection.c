#include <string.h>

#include "perch_internal.h"

#if PERCH_DETECTION

#define TEXT_MAX 32

bool perch_report_detection(perch_core_t *core, const perch_detection_t *detection) {
  if (!core->session.live || (core->features & PERCH_FEATURE_DETECTION) == 0) {
    return false;
  }
  uint8_t head[22];
  const size_t length = detection->length < TEXT_MAX ? detection->length : TEXT_MAX;
  perch_set32(head, core->detections++);
  perch_set32(head + 4, core->hal->clock_ms(core->hal->context));
  head[8] = detection->matched;
  head[9] = detection->confidence;
  head[10] = (uint8_t)detection->rssi;
  head[11] = detection->channel;
  memcpy(head + 12, detection->address, 6);
  perch_set16(head + 18, detection->pattern);
  perch_set16(head + 20, (uint16_t)length);
  return perch_stream_a_put(core, PERCH_EVENT_DETECTION, head, sizeof head, detection->text, length);
}

#else

bool perch_report_detection(perch_core_t *core, const perch_detection_t *detection) {
  (void)core, (void)detection;
  return false;
}

#endif
