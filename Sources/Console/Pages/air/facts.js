import { BEACONS } from './columns.js';
import { hexWord } from './structures.js';

/** Units of a beacon's fields. */
const UNITS = {
  power: 'dBm', power_at_0m: 'dBm', battery_mv: 'mV', temperature_c: '°C', uptime_s: 's', humidity_percent: '%', pressure_pa: 'Pa',
  acceleration_x_mg: 'mg', acceleration_y_mg: 'mg', acceleration_z_mg: 'mg', tx_power: 'dBm',
};
const NAMES = { uuid: 'UUID', url: 'URL', id: 'ID', power: 'Power at 1 m', power_at_0m: 'Power at 0 m', tx_power: 'TX power' };

/** Fields of a beacon as pairs of name and text. Names are the specifications', so they are not translated. */
export function beaconFacts(beacon) {
  return Object.entries(beacon).filter(([key]) => key !== 'type').map(([key, value]) => {
    const unit = UNITS[key];
    const plain = key.replace(/_(mv|c|s|percent|pa|mg)$/, '').replaceAll('_', ' ');
    const name = NAMES[key] ?? plain[0].toUpperCase() + plain.slice(1);
    return [name, unit ? `${value} ${unit}` : String(value)];
  });
}

export const beaconName = ({ type }) => BEACONS[type] ?? type;

/** Company's name and id: "Apple, Inc. (0x004C)", or the id alone. */
export function companyText({ company, companyName }) {
  if (company === undefined) return undefined;
  return companyName === undefined ? hexWord(company) : `${companyName} (${hexWord(company)})`;
}

/** The line's object; an empty one where there is none. */
export function lineOf(text) {
  return text === undefined ? {} : JSON.parse(text);
}

/**
 * Numbers of a history since a second: `last`, `mean`, `least`, `most`, `count`; undefined without a reading.
 */
export function summary(history, since) {
  let [sum, count, least, most, last] = [0, 0, 127, -128, 0];
  history.each((second, rssi) => {
    if (second < since) return;
    sum += rssi;
    count += 1;
    least = Math.min(least, rssi);
    most = Math.max(most, rssi);
    last = rssi;
  });
  return count ? { last, mean: Math.round(sum / count), least, most, count } : undefined;
}

/**
 * Rows for a chart: a time in ms, then the RSSI at each dongle, or null where there is none.
 *
 * @param {Hearing[]} hearings
 * @param {number} began Start of the page's time axis.
 */
export function chartRows(hearings, began, since = -1) {
  const bySecond = new Map();
  hearings.forEach(({ history }, index) => history.each((second, rssi) => {
    if (second < since) return;
    let row = bySecond.get(second);
    if (!row) bySecond.set(second, row = [began + second * 1000, ...hearings.map(() => null)]);
    row[index + 1] = rssi;
  }));
  return [...bySecond.entries()].sort(([one], [other]) => one - other).map(([, row]) => row);
}
