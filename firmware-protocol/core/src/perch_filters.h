/// Filters of a scan (SPEC.md 9.1): {kind u8, length u8, bytes} in a row.
#ifndef PERCH_FILTERS_H
#define PERCH_FILTERS_H

#include "perch_core.h"

/// Returns PERCH_MALFORMED if a filter is cut off, PERCH_INVALID_ARGUMENT if its kind is unknown or
/// its bytes do not fit the kind.
perch_status_t perch_filters_check(const uint8_t *filters, size_t length);
/// Whether any filter matches; true if there are no filters.
bool perch_filters_match(const uint8_t *filters, size_t length, const perch_advert_t *advert);

#endif
