import { hexWord } from './structures.js';

/** Fields of a device's line of CSV, in their order. */
const FIELDS = [
  ['address', (device) => device.address],
  ['address_type', (device) => device.addressType],
  ['name', (device) => device.name],
  ['company_id', ({ company }) => (company === undefined ? undefined : hexWord(company))],
  ['company', (device) => device.companyName],
  ['beacon', (device) => device.beacon?.type],
  ['uuid', (device) => device.beacon?.uuid],
  ['major', (device) => device.beacon?.major],
  ['minor', (device) => device.beacon?.minor],
  ['services', (device) => device.uuids?.join(' ')],
  ['badge', (device) => device.badge?.kind],
  ['badge_name', (device) => device.badge?.name],
  ['rssi_dbm', (device) => device.rssi],
  ['dongle', (device) => device.best?.dongle.id],
  ['adverts', (device) => device.count],
  ['adverts_per_s', (device) => Math.round(device.rate * 10) / 10],
  ['first_heard', (device) => new Date(device.first).toISOString()],
  ['last_heard', (device) => new Date(device.heard).toISOString()],
  ['simulated', (device) => (device.simulated ? 'yes' : '')],
  ['advert', (device) => device.advertData],
  ['scan_response', (device) => device.responseData],
];

/** A field of CSV. Text that a spreadsheet would take for a formula gets an apostrophe; numbers stay numbers. */
export function csvField(value) {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[\s\u0000-\u001f\ufeff]*[=+\-@\t\r＝＋－＠]/.test(value) ? `'${value}` : value;
  return /[",\r\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One line a device, with a line of names before them. */
export function csv(devices) {
  const lines = [FIELDS.map(([name]) => name), ...devices.map((device) => FIELDS.map(([, value]) => value(device)))];
  return `${lines.map((line) => line.map(csvField).join(',')).join('\r\n')}\r\n`;
}

/** The last line of each device, as the gateway sent it. */
export function ndjson(devices) {
  return devices.map((device) => `${device.advertLine ?? device.responseLine}\n`).join('');
}

/** Name of a file, with the time in it: `air-20261125-154502.csv`. */
export function fileName(now, extension) {
  const digits = new Date(now).toISOString().replace(/[-:]/g, '').slice(0, 15).replace('T', '-');
  return `air-${digits}.${extension}`;
}

export const perchCommand = (device) => `perch scan --uuid ${device.address}`;

/** A command that follows one device; the token is left to the shell's variable. */
export function curlCommand(device, origin) {
  return `curl -sN -H "Authorization: Bearer $TOKEN" "${origin}/v1/adverts?address=${device.address}"`;
}

/** Most devices that the screen Provision takes. */
export const MOST_TO_PROVISION = 50;

/** Whether a device can be a beacon to provision: it has an iBeacon, or the CP28's service. */
export function isProvisionable({ beacon, uuids }) {
  return beacon?.type === 'ibeacon' || (uuids?.includes('ffe0') ?? false);
}
