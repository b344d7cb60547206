/** Types of events in the order of their list. */
export const types = ['regionEnter', 'regionExit', 'stateChange', 'authorization', 'error', 'info'];

/** Events kept on the page; the gateway keeps 100 unless it is set otherwise. */
const capacity = 2000;

/** Adds events to a list, newest first; one that is there already is left out. */
export function added(list, events) {
  const known = new Set(list.map((event) => event.id));
  const fresh = events.filter((event) => event.id === undefined || !known.has(event.id));
  if (fresh.length === 0) return list;
  return [...list, ...fresh].sort(newestFirst).slice(0, capacity);
}

const newestFirst = (one, other) => (other.ts < one.ts ? -1 : other.ts > one.ts ? 1 : (other.id ?? 0) - (one.id ?? 0));

/** Highest id of a list; 0 if there is none. */
export const lastId = (list) => list.reduce((highest, event) => Math.max(highest, event.id ?? 0), 0);

/** Types in a query, such as `error,info`; unknown ones are left out. An empty set means all. */
export function typesOf(text) {
  return new Set((text ?? '').split(',').filter((one) => types.includes(one)));
}

/** A set of types as in a query, in the order of the list. */
export const typesText = (set) => types.filter((one) => set.has(one)).join(',');

/** The set with one type turned on or off. */
export function toggled(set, type) {
  const next = new Set(set);
  if (!next.delete(type)) next.add(type);
  return next.size === types.length ? new Set() : next;
}

/** Number of events of each type. */
export function typeCounts(list) {
  const counts = Object.fromEntries(types.map((type) => [type, 0]));
  for (const { kind } of list) if (kind in counts) counts[kind] += 1;
  return counts;
}

/** Events of the given types whose title, detail or dongle has all words. */
export function chosen(list, set, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return list.filter((event) => {
    if (set.size && !set.has(event.kind)) return false;
    if (words.length === 0) return true;
    const all = `${event.title} ${event.detail} ${event.dongle ?? ''}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
}
