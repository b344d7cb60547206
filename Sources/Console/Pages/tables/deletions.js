import { remove } from '../shell/api.js';
import { foreign } from '../shell/dom.js';
import { told } from '../shell/problem.js';
import { toast } from '../shell/toast.js';
import { words } from '../shell/words.js';
import { needs } from '../login/needs.js';
import { nameOf } from './assignments.js';
import { placesOf } from './model.js';
import { texts } from './texts.js';

const t = words(texts);

/**
 * Deletes beacons. By swipe, a beacon leaves the list at once, and can be brought back for 6 s: the request is sent only
 * after that, or when another one is deleted or the screen is left, as a deleted beacon would lose its hardware. It comes
 * back with the reason if the request fails. Events: `change`.
 */
export class Deletions extends EventTarget {
  /** Numbers of the beacons that are not shown. */
  hidden = new Set();
  #pending = null;
  #directory;
  #trouble;
  #isOver = false;

  constructor(directory, trouble) {
    super();
    [this.#directory, this.#trouble] = [directory, trouble];
  }

  /** Deletes at once, and offers to undo it. */
  swipe(beacon) {
    this.flush();
    this.#hide(beacon.id, true);
    const place = placesOf(beacon, this.#directory.known.servicePoints)[0];
    const text = place ? t('deletedAt', { name: nameOf(beacon), place: foreign(place.name) }) : t('deleted', { name: nameOf(beacon) });
    this.#pending = toast(text, {
      action: t('undo'),
      onAction: () => {
        this.#pending = null;
        this.#hide(beacon.id, false);
      },
      onEnd: () => {
        this.#pending = null;
        this.#send(beacon).catch(() => {});
      },
    });
  }

  /** Sends what could still be undone. */
  flush() {
    this.#pending?.end();
  }

  /** Sends what could still be undone; failures are told at the bottom of whatever screen is there. */
  end() {
    this.#isOver = true;
    this.flush();
  }

  /** Deletes a beacon after the alert. @throws {Error} */
  async now(beacon) {
    await this.#request(beacon);
  }

  async #send(beacon) {
    try {
      await this.#request(beacon);
    } catch (error) {
      this.#hide(beacon.id, false);
      if (needs(error)) return;
      const about = t(error.outcome === 'unknown' ? 'maybeThere' : 'stillThere', { name: nameOf(beacon) });
      if (this.#isOver) toast(`${about} ${told(error).message}`, { seconds: 12 });
      else this.#trouble.tell(error, { about, again: () => this.swipe(beacon) });
      this.#directory.refresh();
    }
  }

  async #request(beacon) {
    await remove(`/v1/payfrit/beacons/${beacon.id}`);
    const { known, api } = this.#directory;
    const isKept = api === 'php';
    const beacons = isKept
      ? known.beacons.map((one) => (one.id === beacon.id ? { ...one, active: false, address: undefined, service_point: undefined, service_point_name: undefined } : one))
      : known.beacons.filter((one) => one.id !== beacon.id);
    const servicePoints = known.servicePoints?.map((point) => (point.beacon === beacon.id ? { ...point, beacon: undefined, beacon_name: undefined } : point)) ?? null;
    this.#hide(beacon.id, false);
    if (!this.#isOver) this.#directory.patch({ beacons, servicePoints });
    toast(t(isKept ? 'isDeactivated' : 'isDeleted', { name: nameOf(beacon) }));
  }

  #hide(id, isHidden) {
    if (isHidden) this.hidden.add(id);
    else this.hidden.delete(id);
    this.dispatchEvent(new Event('change'));
  }
}
