/// A dongle on a bench: the core and this port over the stand-in, and the parts of a host from the
/// core's own tests.
#ifndef BENCH_H
#define BENCH_H

#include "fake.h"
#include "perch_nimble.h"
#include "stand_in.h"

extern uint8_t payload[PERCH_PAYLOAD_MAX];

/// A new dongle whose stack is up, with a session open.
void bench_new(void);
/// A new dongle whose stack is not up yet.
void bench_new_unsynced(void);

/// Sends a request, lets everything run, and returns the answer's status.
perch_status_t ask(uint16_t code, size_t length);
/// Sends a request that must be accepted, and lets everything run. \returns its id.
uint16_t accepted(uint16_t code, size_t length);
/// The next event is DONE of `id`. \returns it.
const fake_frame_t *done(uint16_t id, perch_status_t status, uint8_t effect);
/// The next event has this code. \returns it.
const fake_frame_t *event(uint16_t code);
/// Whether no event waits.
bool silence(void);

/// Payloads; each returns its length.
size_t scan_request(bool active, uint16_t interval, uint16_t window);
size_t connect_request(uint8_t last, uint32_t deadline);
size_t on(uint16_t connection);
size_t write_request(uint16_t connection, uint16_t attribute, uint16_t length);
size_t discover_request(uint16_t connection, uint8_t what, uint16_t first, uint16_t last);
size_t read_request(uint16_t connection, uint16_t attribute, uint16_t offset);

/// Connects to the peer whose address begins with `last`, with the stack's handle `handle`.
/// \returns the connection.
uint16_t connected(uint8_t last, uint16_t handle);
/// Adverts that the dongle has sent and no test has counted.
unsigned adverts(void);

#endif
