// What the gateway's state means, for the sections of this screen.

const marks = { live: 'live', suspect: 'warning', opening: 'working', restarting: 'working', waiting: 'warning', absent: 'none' };

/** What a dongle is called: its alias, its id, or its port before it has one. */
export const dongleName = (dongle) => dongle.alias ?? dongle.id ?? dongle.port;

/** By what a dongle is named in the API and in URLs. */
export const dongleKey = (dongle) => dongle.id ?? dongle.port;

/** Kind of mark, and key of the word, of a dongle's state. */
export function dongleMark(dongle) {
  const isDeaf = dongle.state === 'live' && !dongle.scanning;
  return { kind: marks[dongle.state] ?? 'warning', word: isDeaf ? 'liveNotScanning' : dongle.state in marks ? dongle.state : 'unknownState' };
}

/** Dongles in use as last asked, then those that are only known from earlier. */
export function allDongles(inUse, known) {
  const keys = new Set(inUse.map(dongleKey));
  return [...inUse, ...known.filter((dongle) => !keys.has(dongleKey(dongle))).map((dongle) => ({ ...dongle, state: 'absent' }))];
}

/** Share of adverts that a link lost, in percent; null before the first advert. */
export function lossPercent(link) {
  const all = (link?.adverts ?? 0) + (link?.adverts_lost ?? 0);
  return all === 0 ? null : (link.adverts_lost / all) * 100;
}

/** Days, hours, minutes and seconds; only the two largest that count. */
export function spanParts(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [['days', Math.floor(whole / 86_400)], ['hours', Math.floor(whole / 3600) % 24], ['minutes', Math.floor(whole / 60) % 60], ['seconds', whole % 60]];
  const first = parts.findIndex(([, n]) => n > 0);
  return first < 0 ? [['seconds', 0]] : parts.slice(first, first + 2).filter(([, n], index) => index === 0 || n > 0);
}

/** Bytes with a unit: value and unit, in steps of 1,000. */
export function sizeParts(bytes) {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let [value, unit] = [bytes, 0];
  while (value >= 1000 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1];
  return [value < 10 && unit > 0 ? Math.round(value * 10) / 10 : Math.round(value), units[unit]];
}

/** Slots of a dongle: how many are held by clients, and how many by the gateway's own work. */
export function slots(details, connections) {
  const held = connections.filter((one) => one.dongle === details.device_id);
  return { held, own: Math.max(0, details.connections - held.length), used: Math.max(details.connections, held.length), total: details.slots };
}

/** Findings of the doctor, those to act on first. */
export function orderedFindings(findings) {
  const order = ['problem', 'warning', 'ok', 'skipped'];
  return findings.map((finding, index) => [finding, index])
    .sort(([one, i], [other, j]) => order.indexOf(one.verdict) - order.indexOf(other.verdict) || i - j).map(([finding]) => finding);
}

/** Number of findings by verdict. */
export function verdicts(findings) {
  const counts = { problem: 0, warning: 0, ok: 0, skipped: 0 };
  for (const { verdict } of findings) counts[verdict] = (counts[verdict] ?? 0) + 1;
  return counts;
}

/** Whether a link leads to the machine that opens it, so that it is of no use elsewhere. */
export function isLocalURL(url) {
  try {
    const host = new URL(url).hostname;
    return host === 'localhost' || host === '[::1]' || host.startsWith('127.');
  } catch {
    return false;
  }
}
