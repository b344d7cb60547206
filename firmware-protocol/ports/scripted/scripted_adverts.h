/// The adverts of the scripted radio. README.md has them in a table.
#ifndef SCRIPTED_ADVERTS_H
#define SCRIPTED_ADVERTS_H

#include "perch_core.h"

/// Last bytes of the addresses that answer CONNECT.
#define SCRIPTED_PERIPHERAL 0x02
#define SCRIPTED_DROPPING 0x04
#define SCRIPTED_FIRST_UNHEARD 0x10
#define SCRIPTED_LAST_UNHEARD 0x1F

/// Fills in C0:FF:EE:00:00:`last`.
void scripted_address(uint8_t address[6], uint8_t last);

void scripted_adverts_start(bool active, uint32_t now);
void scripted_adverts_stop(void);

/// Reports the adverts that are due.
///
/// \returns ms until the next, 0 = one has been reported, UINT32_MAX = no scan runs.
uint32_t scripted_adverts_run(perch_core_t *core, uint32_t now);

#endif
