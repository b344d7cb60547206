import { put, remove } from '../shell/api.js';
import { confirm } from '../shell/dialog.js';
import { foreign } from '../shell/dom.js';
import { toast } from '../shell/toast.js';
import { words } from '../shell/words.js';
import { needs } from '../login/needs.js';
import { texts } from './texts.js';

const t = words(texts);

/**
 * Assigns beacons to tables, and takes them away. The change is shown at once, and taken back with the reason if it fails.
 * Events: `change`.
 */
export class Assignments extends EventTarget {
  /** What is under way: by service point the number of the beacon, or null. */
  underWay = new Map();
  #directory;
  #trouble;

  constructor(directory, trouble) {
    super();
    [this.#directory, this.#trouble] = [directory, trouble];
  }

  /** Assigns a beacon; asks first if another table would lose it. */
  async assign(row, beacon) {
    if (beacon.id === row.beacon?.id || this.underWay.has(row.id)) return;
    const from = this.#directory.known.servicePoints?.find((point) => point.beacon === beacon.id && point.id !== row.id);
    if (from && !await confirm({
      title: t('moveTitle'), action: t('move'),
      text: t('moveText', { beacon: nameOf(beacon), from: foreign(from.name), to: foreign(row.name) }),
      lost: [t('leftWithout', { name: foreign(from.name) })],
    })) return;
    await this.#run(row, beacon.id, () => put(`/v1/payfrit/service-points/${row.id}/beacon`, { beacon: beacon.id }),
      () => toast(t('nowAt', { name: foreign(row.name), beacon: nameOf(beacon) })), () => this.assign(row, beacon));
  }

  /** Takes a table's beacon away; the notice of it can give the beacon back. */
  async unassign(row) {
    const { beacon } = row;
    if (!beacon || this.underWay.has(row.id)) return;
    await this.#run(row, null, () => remove(`/v1/payfrit/service-points/${row.id}/beacon`),
      () => toast(t('unassigned', { name: foreign(row.name) }), { action: t('undo'), onAction: () => this.assign({ ...row, beacon: null }, beacon) }),
      () => this.unassign(row));
  }

  async #run(row, beacon, send, tell, again) {
    this.#set(row.id, beacon);
    try {
      const point = await send();
      this.underWay.delete(row.id);
      const points = this.#directory.known.servicePoints ?? [];
      this.#directory.patch({ servicePoints: points.map((one) => {
        if (one.id === row.id) return { ...one, ...point, beacon: beacon ?? undefined, beacon_name: undefined };
        return beacon !== null && one.beacon === beacon ? { ...one, beacon: undefined, beacon_name: undefined } : one;
      }) });
      tell();
    } catch (error) {
      this.underWay.delete(row.id);
      this.dispatchEvent(new Event('change'));
      if (needs(error)) return;
      const name = foreign(row.name);
      this.#trouble.tell(error, { about: row.beacon ? t('stays', { name }) : t('staysWithout', { name }), again });
      this.#directory.refresh();
    }
  }

  #set(id, beacon) {
    this.underWay.set(id, beacon);
    this.dispatchEvent(new Event('change'));
  }
}

/** Name of a beacon, or its number without one. */
export function nameOf(beacon) {
  return beacon.name ? foreign(beacon.name) : t('unnamedBeacon', { n: beacon.id });
}
