import { History } from './history.js';
import { hexWord } from './structures.js';

/** Time after which a dongle's reading no longer counts for a device's signal, in ms. */
const STALE = 5_000;
/** Weight of a new reading in the smoothed signal. */
const WEIGHT = 0.25;
/** Time over which a rate is taken from the count alone, in s. */
const RATE_WARM_UP = 10;

/** Signal of a device at one dongle. */
class Hearing {
  constructor(dongle) {
    this.dongle = dongle;
    this.rssi = 0;
    this.heard = 0;
    this.count = 0;
    this.history = new History();
  }

  add(rssi, now, second) {
    this.rssi = now - this.heard > STALE ? rssi : this.rssi + (rssi - this.rssi) * WEIGHT;
    this.heard = now;
    this.count += 1;
    this.history.add(second, rssi);
  }
}

/** What was heard of one address. All fields exist from the beginning, so that all devices have the same shape. */
export class Device {
  constructor(key, line, serial, now) {
    this.key = key;
    this.serial = serial;
    this.address = line.address;
    this.addressType = line.address_type;
    this.name = undefined;
    this.nameKey = undefined;
    this.company = undefined;
    this.companyName = undefined;
    this.uuids = undefined;
    this.beacon = undefined;
    this.badge = undefined;
    this.simulated = line.simulated === true;
    this.malformed = undefined;
    this.truncated = false;
    this.count = 0;
    this.rate = 0;
    this.first = now;
    this.heard = now;
    // Value of `heard` when the device was last put into the queue of those that may be dropped.
    this.filed = now;
    this.rssi = undefined;
    this.best = undefined;
    this.dongles = new Map();
    this.advertData = undefined;
    this.responseData = undefined;
    this.advertLine = undefined;
    this.responseLine = undefined;
    this.haystack = '';
    this.isHidden = false;
    this.isGone = false;
    this.counted = 0;
    this.sortValue = undefined;
  }

  /** Takes a line. `dongle`: the shared object of the dongle; `companies`: names by id. */
  take(line, text, dongle, companies, now, second) {
    this.count += 1;
    this.heard = now;
    this.isGone = false;
    if (line.rssi !== undefined) this.#hear(line.rssi, dongle, now, second);
    if (this.badge?.kind !== line.badge?.kind || this.badge?.name !== line.badge?.name) this.badge = line.badge;
    if (line.pdu === 'SCAN_RSP') {
      this.responseLine = text;
      if (this.responseData === line.data) return;
      this.responseData = line.data;
    } else {
      this.advertLine = text;
      if (this.advertData === line.data) return;
      this.advertData = line.data;
      this.malformed = line.malformed;
      this.truncated = line.truncated === true;
    }
    this.#decode(line, companies);
  }

  /** Looks the company's name up again. */
  nameCompany(companies) {
    this.companyName = this.company === undefined ? undefined : companies.get(this.company);
    this.#index();
  }

  /** Called once a second; `seconds` is the time since the last call. */
  measure(now, seconds) {
    const fresh = (this.count - this.counted) / seconds;
    this.counted = this.count;
    const age = (now - this.first) / 1000;
    this.rate = age < RATE_WARM_UP ? this.count / Math.max(1, age) : this.rate + (fresh - this.rate) * 0.15;
  }

  #hear(rssi, dongle, now, second) {
    let hearing = this.dongles.get(dongle.id);
    if (!hearing) {
      hearing = new Hearing(dongle);
      this.dongles.set(dongle.id, hearing);
    }
    hearing.add(rssi, now, second);
    const { best } = this;
    if (best === undefined || hearing.rssi > best.rssi || now - best.heard > STALE) this.best = hearing;
    this.rssi = Math.round(this.best.rssi);
  }

  // A name in the scan response stays when the next advert has none; so do company, services and beacon.
  #decode(line, companies) {
    if (line.name !== undefined && line.name !== this.name) {
      this.name = line.name;
      this.nameKey = sortable(line.name);
    }
    if (line.uuids !== undefined) this.uuids = line.uuids;
    if (line.beacon !== undefined) this.beacon = line.beacon;
    if (line.company !== undefined && line.company !== this.company) {
      this.company = line.company;
      this.companyName = companies.get(line.company);
    }
    this.#index();
  }

  #index() {
    const company = this.company === undefined ? '' : `${this.companyName ?? ''} ${hexWord(this.company)}`;
    this.haystack = `${this.name ?? ''}\n${this.address}\n${company}`.toLowerCase();
  }
}

/** Text that sorts with numbers in their order: "Table 2" before "Table 10". */
export function sortable(text) {
  return text.toLowerCase().replace(/\d{1,12}/g, (digits) => digits.padStart(12, '0'));
}
