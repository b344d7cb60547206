import { el, fill, foreign } from '../shell/dom.js';
import { press } from '../shell/press.js';
import { problemBox } from '../shell/problem.js';
import { toast } from '../shell/toast.js';
import { words } from '../shell/words.js';
import { account } from './account.js';
import { askPIN } from './askpin.js';
import { amountText, centsOf } from './money.js';
import { texts } from './texts.js';

const t = words(texts);

/** The member's badge: a region whose beacon lets the start show the member. Nothing is shown where badges are off. */
export class Badge extends HTMLElement {
  #error = el('div', {});

  connectedCallback() {
    if (account.till?.badges) this.#load();
  }

  async #load() {
    try {
      this.#draw(await account.badges());
    } catch (error) {
      fill(this, problemBox(error, { action: t('retry'), onAction: () => this.#load() }));
    }
  }

  #draw({ badge, regions }) {
    const names = badge && !regions.includes(badge.region) ? [badge.region, ...regions] : regions;
    const region = el('select', { id: 'till-region' }, names.map((name) => el('option', { value: name, selected: name === badge?.region }, foreign(name))));
    const stays = el('input', { type: 'checkbox', checked: badge?.stays ?? false });
    const asks = el('input', { type: 'checkbox', checked: badge === undefined || badge.pin_above_cents !== undefined });
    const above = el('input', { id: 'till-above', inputMode: 'decimal', autocomplete: 'off', maxLength: 12, value: amountText(badge?.pin_above_cents ?? 0) });
    const save = el('button', { type: 'submit', class: 'main', disabled: names.length === 0 }, t('bindBadge'));
    const unbind = el('button', { type: 'button', on: { click: () => this.#act(unbind, () => account.unbindBadge(), 'unbound') } }, t('unbindBadge'));
    const submit = async () => {
      const cents = centsOf(above.value);
      if (cents === null) return fill(this.#error, problemBox(Object.assign(new Error(t('notAnAmount')), { code: 'invalid-amount', hint: t('amountHint') })));
      const pin = account.member.by_badge ? await askPIN(t('pinToChange')) : undefined;
      if (pin === null) return undefined;
      return this.#act(save, () => account.bindBadge({ region: region.value, stays: stays.checked, asks_pin: asks.checked, ...(asks.checked ? { pin_above_cents: cents } : {}), pin }), 'bound');
    };
    fill(this, el('form', { class: 'card', noValidate: true, on: { submit: (event) => { event.preventDefault(); submit(); } } },
      el('h2', {}, t('badge')), el('p', {}, t(names.length ? 'badgeText' : 'noRegions')),
      el('div', { class: 'field' }, el('label', { for: 'till-region' }, t('region')), region),
      el('label', { class: 'check' }, stays, t('badgeStays')), el('label', { class: 'check' }, asks, t('badgeAsks')),
      el('div', { class: 'field' }, el('label', { for: 'till-above' }, t('badgeAbove')), above),
      el('div', { class: 'row-of-buttons' }, save, badge ? unbind : null), this.#error));
  }

  async #act(button, action, word) {
    fill(this.#error);
    try {
      await press(button, action);
      toast(t(word));
      await this.#load();
    } catch (error) {
      fill(this.#error, problemBox(error));
    }
  }
}

customElements.define('till-badge', Badge);
