#include "scripted_adverts.h"

#include <string.h>

#define ADV_IND 0
#define ADV_NONCONN_IND 2
#define SCAN_RSP 4
#define ADV_SCAN_IND 6
#define EXTENDED 7

#define EXTENDED_BYTES 240
#define RSSI_UNKNOWN 127

typedef struct {
  uint8_t last; // of the address
  uint8_t pdu;
  uint8_t length;
  uint8_t response_length;
  int8_t rssi;
  uint16_t interval; // ms
  uint8_t data[60];
  uint8_t response[31];
  uint8_t counts_at; // place of a byte that changes each time, 0 = none does
} advertiser_t;

static const advertiser_t advertisers[] = {
    {.last = 0x01,
     .pdu = ADV_NONCONN_IND,
     .rssi = -60,
     .interval = 100,
     .length = 30,
     .data = {0x02, 0x01, 0x04, 0x1A, 0xFF, 0x4C, 0x00, 0x02, 0x15, 0x70, 0x65, 0x72, 0x63, 0x68, 0x00, 0x40, 0x00, 0x80, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xB1,
              0x00, 0x01, 0x00, 0x02, 0xC5}},
    {.last = SCRIPTED_PERIPHERAL,
     .pdu = ADV_IND,
     .rssi = -50,
     .interval = 200,
     .length = 19,
     .data = {0x02, 0x01, 0x06, 0x0F, 0x09, 'p', 'e', 'r', 'c', 'h', ' ', 's', 'c', 'r', 'i', 'p', 't', 'e', 'd'},
     .response_length = 18,
     .response = {0x11, 0x07, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x80, 0x00, 0x40, 0x00, 0x68, 0x63, 0x72, 0x65, 0x70}},
    {.last = 0x03,
     .pdu = ADV_SCAN_IND,
     .rssi = -70,
     .interval = 250,
     .length = 7,
     .data = {0x02, 0x01, 0x04, 0x03, 0x03, 0x0F, 0x18},
     .response_length = 9,
     .response = {0x08, 0x09, 'b', 'a', 't', 't', 'e', 'r', 'y'}},
    {.last = SCRIPTED_DROPPING, .pdu = ADV_IND, .rssi = -80, .interval = 500, .length = 10, .data = {0x02, 0x01, 0x06, 0x06, 0x09, 'd', 'r', 'o', 'p', 's'}},
    {.last = 0x05, .pdu = ADV_IND, .rssi = -90, .interval = 500, .length = 11, .data = {0x02, 0x01, 0x06, 0x07, 0x09, 's', 'i', 'l', 'e', 'n', 't'}},
    {.last = 0x06, .pdu = EXTENDED, .rssi = -65, .interval = 400, .length = EXTENDED_BYTES},
    {.last = 0x07, .pdu = ADV_NONCONN_IND, .rssi = RSSI_UNKNOWN, .interval = 150, .length = 9, .counts_at = 7, .data = {0x02, 0x01, 0x04, 0x05, 0xFF, 0xFF, 0xFF, 0x00, 0x00}},
    {.last = 0x08,
     .pdu = ADV_NONCONN_IND,
     .rssi = -75,
     .interval = 150,
     .length = 20,
     .data = {0x02, 0x01, 0x04, 0x05, 0x02, 0x0A, 0x18, 0x1A, 0x18, 0x05, 0x16, 0xAA, 0xFE, 0x12, 0x18, 0x00, 0x03, 0x03, 0x1C, 0x18}},
    {.last = 0x09,
     .pdu = EXTENDED,
     .rssi = -85,
     .interval = 300,
     .length = 57,
     .data = {0x21, 0x06, 0x03, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x80, 0x00, 0x40, 0x00, 0x68, 0x63, 0x72, 0x65, 0x70, 0x04, 0x00,
              0x00, 0x00, 0x00, 0x00, 0x00, 0x80, 0x00, 0x40, 0x00, 0x68, 0x63, 0x72, 0x65, 0x70, 0x13, 0x21, 0x05, 0x00, 0x00, 0x00,
              0x00, 0x00, 0x00, 0x80, 0x00, 0x40, 0x00, 0x68, 0x63, 0x72, 0x65, 0x70, 0x01, 0x02, 0x09, 0x03, 0x0D}},
};
#define ADVERTISERS (sizeof advertisers / sizeof advertisers[0])

static struct {
  bool scans;
  bool active;
  uint32_t next[ADVERTISERS];
  uint8_t count[ADVERTISERS];
} air;

void scripted_address(uint8_t address[6], uint8_t last) {
  static const uint8_t bytes[6] = {0, 0x00, 0x00, 0xEE, 0xFF, 0xC0};
  memcpy(address, bytes, sizeof bytes);
  address[0] = last;
}

void scripted_adverts_start(bool active, uint32_t now) {
  air.active = active;
  if (air.scans) {
    return;
  }
  air.scans = true;
  for (unsigned i = 0; i < ADVERTISERS; i++) {
    air.next[i] = now + 10 * (i + 1);
    air.count[i] = 0;
  }
}

void scripted_adverts_stop(void) {
  air.scans = false;
}

/// One AD structure of manufacturer data: company FFFF, then 0, 1, 2 …
static void fill_extended(uint8_t data[EXTENDED_BYTES]) {
  data[0] = EXTENDED_BYTES - 1;
  data[1] = 0xFF;
  data[2] = 0xFF;
  data[3] = 0xFF;
  for (unsigned i = 4; i < EXTENDED_BYTES; i++) {
    data[i] = (uint8_t)(i - 4);
  }
}

static void report(perch_core_t *core, const advertiser_t *advertiser, uint8_t count) {
  uint8_t extended[EXTENDED_BYTES];
  perch_advert_t advert = {
      .address_type = 1,
      .pdu = advertiser->pdu,
      .rssi = (int8_t)(advertiser->rssi + count % 5 - 2),
      .channel = (uint8_t)(37 + count % 3),
      .data = advertiser->data,
      .length = advertiser->length,
  };
  scripted_address(advert.address, advertiser->last);
  if (advertiser->pdu == EXTENDED) {
    fill_extended(extended);
    advert.data = extended;
    advert.channel = (uint8_t)(count % 37);
  }
  if (advertiser->length <= sizeof advertiser->data) {
    memcpy(extended, advertiser->data, advertiser->length);
    if (advertiser->counts_at > 0) {
      extended[advertiser->counts_at] = count;
    }
    advert.data = extended;
  }
  if (advertiser->rssi == RSSI_UNKNOWN) {
    advert.rssi = RSSI_UNKNOWN;
  }
  perch_radio_advert(core, &advert);
  if (air.active && advertiser->response_length > 0) {
    advert.pdu = SCAN_RSP;
    advert.data = advertiser->response;
    advert.length = advertiser->response_length;
    perch_radio_advert(core, &advert);
  }
}

uint32_t scripted_adverts_run(perch_core_t *core, uint32_t now) {
  uint32_t due = UINT32_MAX;
  for (unsigned i = 0; air.scans && i < ADVERTISERS; i++) {
    const int32_t left = (int32_t)(air.next[i] - now);
    if (left > 0) {
      due = (uint32_t)left < due ? (uint32_t)left : due;
      continue;
    }
    report(core, &advertisers[i], air.count[i]++);
    // After a jump of the clock, the adverts in between are skipped.
    air.next[i] = (now - air.next[i] < advertisers[i].interval ? air.next[i] : now) + advertisers[i].interval;
    due = 0;
  }
  return due;
}
