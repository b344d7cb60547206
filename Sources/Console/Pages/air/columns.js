import { hexWord } from './structures.js';
import { sortable } from './device.js';

/**
 * Columns in their order. `width`: least width in px; `grows`: share of what is left; `rank`: the higher, the sooner a
 * column makes way where the list is narrow; `isNumber`: set to the right.
 */
export const COLUMNS = [
  { id: 'signal', width: 124, rank: 0 },
  { id: 'name', width: 130, grows: 3, rank: 1 },
  { id: 'address', width: 196, rank: 2 },
  { id: 'company', width: 120, grows: 2, rank: 6 },
  { id: 'beacon', width: 180, grows: 2, rank: 4 },
  { id: 'badge', width: 110, grows: 1, rank: 5 },
  { id: 'adverts', width: 88, rank: 8, isNumber: true },
  { id: 'rate', width: 72, rank: 7, isNumber: true },
  { id: 'heard', width: 112, rank: 3 },
  { id: 'dongle', width: 120, rank: 9 },
];

export const ALL = COLUMNS.map(({ id }) => id);
const GAP = 12;
const PADDING = 24;

/** Columns of a list such as `name,company`; all where none is known. Signal and address cannot be left out of all. */
export function parseColumns(text) {
  const chosen = ALL.filter((id) => (text ?? '').split(',').includes(id));
  return chosen.length ? chosen : ALL;
}

/** Columns of `chosen` that fit a width; the others make way by their rank. At least two stay. */
export function fitting(chosen, width) {
  const columns = COLUMNS.filter(({ id }) => chosen.includes(id));
  const needed = () => columns.reduce((sum, column) => sum + column.width + GAP, PADDING - GAP);
  while (columns.length > 2 && needed() > width) {
    const last = columns.reduce((most, column) => (column.rank > most.rank ? column : most));
    columns.splice(columns.indexOf(last), 1);
  }
  return columns;
}

/** The grid's tracks for columns. */
export function tracks(columns) {
  const grows = columns.some((column) => column.grows);
  return columns.map(({ width, grows: share }, index) => {
    if (share) return `minmax(${width}px, ${share}fr)`;
    return !grows && index === columns.length - 1 ? `minmax(${width}px, 1fr)` : `${width}px`;
  }).join(' ');
}

/** A value to sort by, for each column; undefined where a device has none. */
export const BY = {
  signal: (device) => device.rssi,
  name: (device) => device.nameKey,
  address: (device) => device.address,
  company: ({ company, companyName }) => (company === undefined ? undefined : sortable(companyName ?? hexWord(company))),
  beacon: ({ beacon }) => (beacon === undefined ? undefined : sortable(`${beacon.type} ${beacon.uuid ?? ''} ${beaconText(beacon)}`)),
  badge: ({ badge }) => (badge === undefined ? undefined : sortable(`${badge.kind} ${badge.name ?? ''}`)),
  adverts: (device) => device.count,
  rate: (device) => device.rate,
  // "Last heard" rises with the age that is shown.
  heard: (device) => -Math.floor(device.heard / 1000),
  dongle: ({ best }) => (best === undefined ? undefined : sortable(best.dongle.alias ?? best.dongle.id)),
};

/** Columns whose first press sorts the largest first. */
export const DESCENDING_FIRST = new Set(['signal', 'adverts', 'rate']);

/** Sort column and direction of a word such as `-rate`. */
export function parseSort(text) {
  const sort = (text ?? '').replace(/^-/, '');
  if (!Object.hasOwn(BY, sort)) return { sort: 'signal', isDescending: true };
  return { sort, isDescending: text.startsWith('-') };
}

export const sortWord = ({ sort, isDescending }) => (isDescending ? `-${sort}` : sort);

/** What a beacon is, in short: "iBeacon 1/7 · 5E1F7A10". What tells beacons of one business apart comes first. */
export function beaconText(beacon) {
  const { type, uuid, major, minor, namespace, instance, url, id } = beacon;
  const name = BEACONS[type] ?? type;
  if (uuid !== undefined) return `${name} ${major}/${minor} · ${uuid.slice(0, 8).toUpperCase()}`;
  const what = url ?? id ?? (namespace !== undefined ? `${namespace.slice(0, 8)}… ${instance}` : undefined);
  return what === undefined ? name : `${name} ${what}`;
}

export const BEACONS = {
  ibeacon: 'iBeacon',
  altbeacon: 'AltBeacon',
  'eddystone-uid': 'Eddystone-UID',
  'eddystone-url': 'Eddystone-URL',
  'eddystone-tlm': 'Eddystone-TLM',
  'eddystone-eid': 'Eddystone-EID',
  'eddystone-etlm': 'Eddystone-eTLM',
  'ruuvi-5': 'RuuviTag',
  'bthome-2': 'BTHome',
  'estimote-telemetry': 'Estimote',
  'estimote-nearable': 'Estimote Nearable',
  'exposure-notification': 'Exposure Notification',
};
