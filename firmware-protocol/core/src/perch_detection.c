#include "perch_internal.h"

#define TEXT_MAX 32

bool perch_report_detection(perch_core_t *core, const perch_detection_t *detection) {
  if (!core->session.live || (core->features & PERCH_FEATURE_DETECTION) == 0) {
    return false;
  }
  uint8_t bytes[22];
  perch_writer_t head = {.bytes = bytes, .limit = sizeof bytes};
  const size_t length = detection->length < TEXT_MAX ? detection->length : TEXT_MAX;
  perch_put32(&head, core->detections++);
  perch_put32(&head, core->hal->clock_ms(core->hal->context));
  perch_put8(&head, detection->matched);
  perch_put8(&head, detection->confidence);
  perch_put8(&head, (uint8_t)detection->rssi);
  perch_put8(&head, detection->channel);
  perch_put(&head, detection->address, 6);
  perch_put16(&head, detection->pattern);
  perch_put16(&head, (uint16_t)length);
  return perch_stream_a_put(core, PERCH_EVENT_DETECTION, bytes, head.length, detection->text, length);
}
