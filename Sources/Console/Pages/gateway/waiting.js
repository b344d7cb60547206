// What waits in the outbox: registrations of tables, and notices.

/**
 * Messages of the outbox as one list, oldest first; a registration has its details.
 *
 * @param {object[]} entries Of `GET /v1/outbox`.
 * @param {object[]} registrations Of `GET /v1/payfrit/queue`.
 */
export function messages(entries, registrations) {
  const byId = new Map(registrations.map((one) => [one.id, one]));
  const all = entries.map((entry) => ({ id: entry.id, entry, registration: byId.get(entry.id) ?? null }));
  const known = new Set(entries.map((entry) => entry.id));
  for (const one of registrations) if (!known.has(one.id)) all.push({ id: one.id, entry: null, registration: one });
  return all.sort((one, other) => one.id - other.id);
}

/** Kind of mark, and key of the word, of a message's state. */
export function messageState({ entry, registration }, now) {
  if (registration?.state === 'refused') return { kind: 'failed', word: 'refusedState' };
  if (entry?.state === 'given-up') return { kind: 'failed', word: 'givenUp' };
  if (registration?.held) return { kind: 'waiting', word: `held-${registration.held}` };
  if (registration?.behind !== undefined) return { kind: 'waiting', word: 'behind' };
  const attempts = (registration ?? entry).attempts;
  const due = (registration ?? entry).next_attempt;
  if (attempts > 0) return { kind: 'warning', word: due && Date.parse(due) > now ? 'failedNext' : 'failedDue' };
  return { kind: 'waiting', word: 'waits' };
}

/** Seconds until a message is tried again; 0 if it is due. */
export function secondsLeft({ entry, registration }, now) {
  const due = (registration ?? entry)?.next_attempt;
  return due ? Math.max(0, Math.ceil((Date.parse(due) - now) / 1000)) : 0;
}

/** Whether a retry may help: not while something else holds the message up. */
export const canRetry = ({ registration }) => !(registration?.held) && registration?.behind === undefined;

/** Number of messages that wait, and of those that were refused or given up. */
export function messageCounts(all) {
  const stuck = all.filter(({ entry, registration }) => registration?.state === 'refused' || entry?.state === 'given-up').length;
  return { waiting: all.length - stuck, stuck };
}
