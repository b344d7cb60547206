import { Device } from './device.js';

/** Most devices kept; one that was not heard for long goes first. */
export const CAPACITY = 10_000;
/** Age from which a row fades, and from which it leaves, in ms. */
export const FADES = 30_000;
export const LEAVES = 40_000;
/** Age from which a device is forgotten, in ms. */
const FORGOTTEN = 10 * 60_000;

/** Devices on the air. Does no I/O; time is an argument, in ms as of `Date.now()`. */
export class AirModel {
  devices = new Map();
  /** Names of companies by id. */
  companies = new Map();
  /** Ids and aliases of dongles, by id. */
  dongles = new Map();
  /** Adverts taken, and adverts a second over the last seconds. */
  adverts = 0;
  rate = 0;
  /** Devices dropped for want of room. */
  dropped = 0;
  /** Lines that could not be read. */
  unreadable = 0;
  /** Adverts that the gateway did not receive from a dongle, and adverts that it could not send to this page in time. */
  lost = 0;
  missed = 0;
  /** Identity of the device that is open; it is never dropped. */
  openKey = null;
  #capacity;
  #began;
  #serial = 0;
  #counted = 0;
  #measured;
  // Silence before this moment is the stream's, not the devices'.
  #listeningSince;
  #isListening = true;
  #hiddenKeys = null;

  constructor(now, capacity = CAPACITY) {
    this.#began = now;
    this.#measured = now;
    this.#listeningSince = now;
    this.#capacity = capacity;
  }

  /** Start of the page's time axis; points of a history count seconds from here. */
  get began() {
    return this.#began;
  }

  /** Number of devices ever heard. */
  get known() {
    return this.#serial;
  }

  /** Takes a line of the type `advert` as text. */
  take(text, now) {
    let line;
    try {
      line = JSON.parse(text);
    } catch {
      this.unreadable += 1;
      return;
    }
    if (typeof line.address !== 'string' || typeof line.data !== 'string') {
      this.unreadable += 1;
      return;
    }
    const key = `${line.address}/${line.address_type}`;
    let device = this.devices.get(key);
    if (device === undefined) {
      if (this.devices.size >= this.#capacity) this.#makeRoom();
      device = new Device(key, line, this.#serial += 1, now);
      device.isHidden = this.#hiddenKeys?.has(key) ?? false;
      this.devices.set(key, device);
    }
    this.adverts += 1;
    device.take(line, text, this.#dongle(line.dongle), this.companies, now, Math.floor((now - this.#began) / 1000));
  }

  /** Takes the names of the dongles: objects of `id` and `alias`. */
  nameDongles(dongles) {
    for (const { id, alias } of dongles) {
      if (id !== undefined) this.#dongle(id).alias = alias;
    }
  }

  /** Takes the names of companies: objects of `id` and `name`. */
  nameCompanies(companies) {
    this.companies = new Map(companies.map(({ id, name }) => [id, name]));
    for (const device of this.devices.values()) device.nameCompany(this.companies);
  }

  /** Tells that the stream is open, or lost. While it is lost, no device counts as gone. */
  listen(isListening, now) {
    if (isListening && !this.#isListening) this.#listeningSince = now;
    this.#isListening = isListening;
  }

  /** Gives devices that were heard before this moment time to be heard again, such as after the page was hidden. */
  resume(now) {
    this.#listeningSince = now;
  }

  /** Age of a device's last advert as far as it counts for fading, in ms. */
  silence(device, now) {
    return this.#isListening ? now - Math.max(device.heard, this.#listeningSince) : 0;
  }

  /** Measures rates, and lets devices go that were silent for long. To be called about once a second. */
  measure(now) {
    const seconds = (now - this.#measured) / 1000;
    if (seconds < 0.5) return;
    this.#measured = now;
    const fresh = (this.adverts - this.#counted) / seconds;
    this.#counted = this.adverts;
    this.rate = this.rate === 0 ? fresh : this.rate + (fresh - this.rate) * 0.4;
    for (const device of this.devices.values()) {
      device.measure(now, seconds);
      if (device.key === this.openKey) continue;
      const silence = this.silence(device, now);
      device.isGone = silence >= LEAVES;
      if (silence >= FORGOTTEN) this.devices.delete(device.key);
    }
  }

  /** Hides all devices that are known now; returns their identities. */
  hidePresent() {
    for (const device of this.devices.values()) device.isHidden = true;
    this.#hiddenKeys = new Set([...this.#hiddenKeys ?? [], ...this.devices.keys()]);
    return [...this.#hiddenKeys];
  }

  /** Hides devices by identity, whether they were heard or not; null shows all. */
  hide(keys) {
    this.#hiddenKeys = keys === null ? null : new Set(keys);
    for (const device of this.devices.values()) device.isHidden = this.#hiddenKeys?.has(device.key) ?? false;
  }

  #dongle(id) {
    let dongle = this.dongles.get(id);
    if (dongle === undefined) {
      dongle = { id, alias: undefined };
      this.dongles.set(id, dongle);
    }
    return dongle;
  }

  // The map is a queue: a device heard since it was put there goes to its end, the first other device goes away. So a flood
  // of addresses costs the same for each advert, and pushes out itself before any device that is heard again and again.
  #makeRoom() {
    for (const [key, device] of this.devices) {
      this.devices.delete(key);
      if (device.heard === device.filed && key !== this.openKey) {
        this.dropped += 1;
        return;
      }
      device.filed = device.heard;
      this.devices.set(key, device);
    }
  }
}
