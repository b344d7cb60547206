import { post, put, remove } from '../shell/api.js';
import { confirm, open } from '../shell/dialog.js';
import { el, fill, foreign } from '../shell/dom.js';
import { press } from '../shell/press.js';
import { problemBox } from '../shell/problem.js';
import { go } from '../shell/router.js';
import { session } from '../shell/session.js';
import { toast } from '../shell/toast.js';
import { dongleKey, dongleName } from './model.js';
import { act, section, t } from './parts.js';

/** Time for which a dongle makes itself known, in ms. */
const identifyTime = 10_000;

/** What can be done with a dongle in its present state and with this session's role. Event: `changed`. */
export class DongleActions extends HTMLElement {
  #dongle = null;
  #shown = null;
  #problem = el('div', {});
  #buttons = el('div', { class: 'row-of-buttons' });

  connectedCallback() {
    if (!this.#buttons.isConnected) fill(this, section(t('actions'), this.#problem, this.#buttons));
  }

  /** @param {object|null} dongle Its present state. */
  show(dongle) {
    this.#dongle = dongle;
    const isInUse = dongle && dongle.state !== 'absent';
    const isLive = dongle?.state === 'live' || dongle?.state === 'suspect';
    const wanted = !dongle ? [] : [
      isLive && ['crew', 'identify', 'identify'], dongle.id && ['crew', 'rename', 'rename'], isLive && ['admin', 'reboot', 'reboot'],
      isInUse && ['admin', 'release', 'release'], !isInUse && ['admin', 'useAgain', 'adopt'], !isInUse && dongle.id && ['admin', 'forget', 'forget'],
    ].filter(Boolean).filter(([role]) => session.may(role));
    const key = wanted.map(([, word]) => word).join();
    if (this.#shown === key) return;
    this.#shown = key;
    const run = { identify: (b) => this.#identify(b), rename: () => this.#rename(), reboot: (b) => this.#reboot(b), release: (b) => this.#release(b), adopt: (b) => this.#adopt(b), forget: (b) => this.#forget(b) };
    fill(this.#buttons, wanted.map(([, word, name]) => el('button', { type: 'button', on: { click: (event) => run[name](event.currentTarget) } }, t(word))),
      wanted.length ? null : el('p', { class: 'quiet' }, t('noActions')));
  }

  get #path() { return `/v1/dongles/${encodeURIComponent(dongleKey(this.#dongle))}`; }
  get #name() { return foreign(dongleName(this.#dongle)); }

  async #identify(button) {
    await act(button, this.#problem, async () => {
      await post(`${this.#path}/identify`, { duration_ms: identifyTime });
      toast(t('identifies', { name: this.#name, n: identifyTime / 1000 }));
    });
  }

  async #reboot(button) {
    if (!await confirm({ title: t('rebootQuestion', { name: this.#name }), text: t('rebootLost'), lost: [t('lostConnections'), t('lostAdverts')], action: t('reboot') })) return;
    await act(button, this.#problem, async () => {
      await post(`${this.#path}/reboot`, { mode: 'run' });
      toast(t('reboots', { name: this.#name }));
      this.#tell();
    }, t('rebooting'));
  }

  async #release(button) {
    const { port } = this.#dongle;
    if (!await confirm({ title: t('releaseQuestion', { name: this.#name }), text: t('releaseLost', { port: foreign(port) }), lost: [t('lostConnections'), t('lostUntilUsed')], action: t('release') })) return;
    await act(button, this.#problem, async () => {
      await post(`${this.#path}/release`);
      toast(t('released', { name: this.#name }), { action: t('useAgain'), onAction: () => this.#adopt(null, port) });
      this.#tell();
    });
  }

  async #adopt(button, port = this.#dongle.port) {
    const order = async () => {
      await post('/v1/dongles', { port });
      this.#tell();
    };
    if (button) await act(button, this.#problem, order, t('usingAgain'));
    else await order().catch((error) => fill(this.#problem, problemBox(error)));
  }

  async #forget(button) {
    if (!await confirm({ title: t('forgetQuestion', { name: this.#name }), lost: [t('lostAlias'), t('lostOutages')], action: t('forget') })) return;
    await act(button, this.#problem, async () => {
      await remove(this.#path);
      go('gateway');
    });
  }

  #rename() {
    const input = el('input', { id: 'dongle-alias', type: 'text', maxLength: 32, value: this.#dongle.alias ?? '', autocomplete: 'off', 'aria-describedby': 'dongle-alias-hint' });
    const problem = el('div', {});
    const form = el('form', { noValidate: true, on: { submit: (event) => { event.preventDefault(); submit(); } } },
      el('div', { class: 'field' }, el('label', { for: 'dongle-alias' }, t('alias')), input, el('span', { id: 'dongle-alias-hint', class: 'quiet' }, t('aliasHint'))), problem);
    const save = el('button', { type: 'button', class: 'main', on: { click: () => form.requestSubmit() } }, t('save'));
    const parts = open({
      title: t('renameTitle', { name: this.#name }), content: [form],
      buttons: (close) => [el('button', { type: 'button', on: { click: () => close() } }, t('cancel')), save],
    });
    input.focus();
    const submit = async () => {
      fill(problem);
      try {
        const alias = input.value.trim();
        await press(save, () => (alias ? put(`${this.#path}/alias`, { alias }) : remove(`${this.#path}/alias`)));
        parts.close();
        this.#tell();
      } catch (error) {
        fill(problem, problemBox(error));
      }
    };
  }

  #tell() { this.dispatchEvent(new Event('changed')); }
}

customElements.define('gateway-dongle-actions', DongleActions);
