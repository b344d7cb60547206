import { matches } from './filter.js';
import { BY } from './columns.js';

/** Shortest time between two changes of the order by itself, in ms. */
const PAUSE = 2_000;

/** Which devices are shown, and in which order. */
export class Order {
  /** Devices in their order. */
  shown = [];
  /** Devices on the air now, whether shown or not. */
  present = 0;
  /** Devices that the filter lets through. */
  matching = 0;
  /** Whether the order is older than it would be if no row were touched. */
  isHeld = false;
  #sorted = -Infinity;

  /**
   * Sorts anew, at most every 2 s; while a row is touched, adds new devices at the end only.
   *
   * @param {AirModel} model
   * @param {{terms: object[], sort: string, isDescending: boolean}} view
   * @param {{now: number, isTouched: boolean, isAsked: boolean}} moment `isAsked`: a person has changed the view.
   * @returns {boolean} Whether the list has other rows than before, or another order.
   */
  update(model, { terms, sort, isDescending }, { now, isTouched, isAsked }) {
    if (!isAsked && this.shown.length && now - this.#sorted < PAUSE) return false;
    this.#sorted = now;
    const wanted = [];
    this.present = 0;
    for (const device of model.devices.values()) {
      if (device.isGone && device.key !== model.openKey) continue;
      this.present += 1;
      if (!device.isHidden && matches(device, terms)) wanted.push(device);
    }
    this.matching = wanted.length;
    if (isTouched && !isAsked) {
      this.isHeld = true;
      const keys = new Set(this.shown.map((device) => device.key));
      const added = wanted.filter((device) => !keys.has(device.key));
      if (!added.length) return false;
      this.shown = this.shown.concat(added);
      return true;
    }
    this.isHeld = false;
    sortDevices(wanted, sort, isDescending);
    this.shown = wanted;
    return true;
  }
}

/** Sorts in place. Devices without a value come last in either direction; equal ones in the order they were first heard. */
export function sortDevices(devices, sort, isDescending) {
  const value = BY[sort] ?? BY.signal;
  const sign = isDescending ? -1 : 1;
  for (const device of devices) device.sortValue = value(device);
  return devices.sort((one, other) => {
    const [a, b] = [one.sortValue, other.sortValue];
    if (a === b) return one.serial - other.serial;
    if (a === undefined) return 1;
    if (b === undefined) return -1;
    return a < b ? -sign : sign;
  });
}
