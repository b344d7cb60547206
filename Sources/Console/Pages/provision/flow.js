import { get, patch, post, Problem } from '../shell/api.js';
import { follow } from '../shell/live.js';
import { status } from '../shell/status.js';
import { dashed } from '../tables/model.js';
import { hasEnded, phase } from './model.js';

/** Time between two looks at a registration, in ms. */
const pause = 500;

/**
 * Brings one table from a beacon nearby to its registration. What happens is kept by the gateway, so that a reload goes
 * on from there. Events: `change`.
 */
export class Flow extends EventTarget {
  /** The table as the gateway has it; null before it is planned. */
  table = null;
  run = null;
  /** Registration in the outbox, if it waits or was refused. */
  registration = null;
  /** Error of the last request; null if there is none. */
  problem = null;
  /** Whether the identity is being fetched, or the order is on its way. */
  isBusy = false;
  /** Whether a beacon is being chosen, whatever the table has. */
  wantsBeacon = false;
  #stream = null;
  #timer = null;
  #isOver = false;

  get phase() { return this.wantsBeacon ? 'bring' : phase(this.table, this.run); }

  /** Shows a table that the gateway has. */
  async resumeAt(table) {
    this.table = table;
    await this.#attempt(() => this.#look());
  }

  /** Gives a beacon to a table that is not planned yet, or to this one. `order`: body of `POST /v1/payfrit/tables`. */
  async begin(order, beacon, replace = false) {
    // The table may have a beacon already.
    this.wantsBeacon = true;
    return this.#attempt(async () => {
      this.table ??= await post('/v1/payfrit/tables', order);
      this.#tell();
      const body = { address: beacon.address, address_type: beacon.address_type, ...(replace ? { replace } : {}) };
      const begun = await post(`/v1/payfrit/tables/${this.table.id}/provision`, body);
      this.table = begun.table;
      this.run = begun.batch.runs[0];
      this.wantsBeacon = false;
      this.#follow(begun.batch.batch);
    });
  }

  /**
   * Returns the name of another table whose beacon has this table's identity; null if there is none, or it cannot be
   * known now.
   */
  async otherHolder() {
    try {
      const [{ beacons }, { service_points: points }] = await Promise.all([get('/v1/payfrit/beacons'), get('/v1/payfrit/service-points')]);
      const { uuid, major, minor, service_point: here } = this.table;
      const same = beacons.find((one) => dashed(one.uuid) === dashed(uuid) && one.major === major && one.minor === minor);
      return points.find((point) => same !== undefined && point.beacon === same.id && point.id !== here)?.name ?? null;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return null;
    }
  }

  /** Goes on with a run whose outcome is not known, or that failed. */
  async resume() {
    return this.#attempt(async () => {
      const batch = await post('/v1/provisioning/resume', { runs: [this.run.id] });
      this.run = batch.runs[0];
      this.#follow(batch.batch);
    });
  }

  async stop() {
    return this.#attempt(() => post(`/v1/provisioning/stop?batch=${this.run.batch}`));
  }

  /** Sends a refused registration again, with another name if one is given. */
  async retry(name) {
    return this.#attempt(async () => {
      if (name !== undefined) await patch(`/v1/payfrit/queue/${this.table.registration}`, { name });
      await post(`/v1/outbox/${this.table.registration}/retry`);
      await this.#look();
    });
  }

  close() {
    this.#isOver = true;
    this.#stream?.close();
    clearTimeout(this.#timer);
  }

  async #attempt(action) {
    if (this.isBusy) return false;
    this.isBusy = true;
    this.problem = null;
    this.#tell();
    try {
      await action();
      return true;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.problem = error;
      return false;
    } finally {
      this.isBusy = false;
      this.#tell();
    }
  }

  #follow(batch) {
    this.#stream?.close();
    this.#stream = follow(`/v1/provisioning/progress?batch=${batch}`, {
      run: (run) => {
        if (run.id !== this.run?.id) return;
        this.run = run;
        if (hasEnded(run)) this.#settle();
        this.#tell();
      },
      end: () => this.#settle(),
    });
  }

  #settle() {
    this.#stream?.close();
    this.#stream = null;
    this.#again(0);
  }

  // Until nothing changes by itself any more.
  #again(wait) {
    clearTimeout(this.#timer);
    if (this.#isOver) return;
    this.#timer = setTimeout(async () => {
      try {
        await this.#look();
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        this.#again(2000);
      }
    }, wait);
  }

  async #look() {
    this.table = await get(`/v1/payfrit/tables/${this.table.id}`);
    if (this.table.run !== undefined) {
      this.run = await get(`/v1/provisioning/runs/${this.table.run}`).catch((error) => {
        // Old runs are deleted.
        if (error.code === 'unknown-run') return null;
        throw error;
      });
    }
    if (this.phase === 'register' && this.table.state === 'provisioned') {
      this.table = await post(`/v1/payfrit/tables/${this.table.id}/register`, {});
    }
    this.registration = null;
    if (['queued', 'refused'].includes(this.table.state) && this.table.registration !== undefined) {
      const { registrations } = await get(`/v1/payfrit/queue?after=${this.table.registration - 1}&limit=1`);
      this.registration = registrations.find((one) => one.id === this.table.registration) ?? null;
    }
    if (this.#isOver) return;
    if (this.phase === 'working' && this.run && !this.#stream) this.#follow(this.run.batch);
    if (['queued', 'register'].includes(this.phase) || (this.phase === 'working' && !this.run)) this.#again(pause);
    this.#tell();
    if (this.phase === 'done') status.askPayfrit().catch(() => {});
  }

  #tell() {
    if (!this.#isOver) this.dispatchEvent(new Event('change'));
  }
}
