import { query } from '../shell/api.js';
import { el, fill, foreignText } from '../shell/dom.js';
import { press } from '../shell/press.js';
import { problemBox } from '../shell/problem.js';
import { toast } from '../shell/toast.js';
import { words } from '../shell/words.js';
import { account } from './account.js';
import { askPIN } from './askpin.js';
import { amountText, centsOf, money } from './money.js';
import { texts } from './texts.js';

const t = words(texts);

/** The member's data, threshold, PIN, and files to take along. */
export class Profile extends HTMLElement {
  #facts = el('dl', { class: 'facts' });
  #factsKey = null;
  #onChange = () => this.#drawFacts();

  connectedCallback() {
    fill(this, el('section', { class: 'card' }, el('h2', {}, t('account')), this.#facts, this.#threshold(), this.#pin(), this.#files()));
    account.addEventListener('change', this.#onChange);
    this.#drawFacts();
  }

  disconnectedCallback() {
    account.removeEventListener('change', this.#onChange);
  }

  #drawFacts() {
    const { member } = account;
    const key = JSON.stringify([member?.email, member?.balance_cents]);
    if (!member || key === this.#factsKey) return;
    this.#factsKey = key;
    const facts = [[t('name'), foreignText(`${member.first_name} ${member.last_name}`.trim())], [t('email'), foreignText(member.email)], [t('mobile'), foreignText(member.mobile)],
      [t('balance'), money(member.balance_cents)]];
    fill(this.#facts, facts.map(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]));
  }

  #threshold() {
    const error = el('div', {});
    const input = el('input', { id: 'till-threshold', inputMode: 'decimal', autocomplete: 'off', maxLength: 12, value: amountText(account.member.threshold_cents), 'aria-describedby': 'till-threshold-hint' });
    const save = el('button', { type: 'submit' }, t('save'));
    const submit = async () => {
      const cents = centsOf(input.value);
      if (cents === null || cents > 2_147_483_647) return fill(error, problemBox(Object.assign(new Error(t('notAnAmount')), { code: 'invalid-amount', hint: t('amountHint') })));
      const pin = account.member.by_badge ? await askPIN(t('pinToChange')) : undefined;
      if (pin === null) return undefined;
      await act(save, error, async () => {
        await account.setThreshold(cents, pin);
        toast(t('thresholdSet', { sum: money(cents) }));
      });
      return undefined;
    };
    return el('form', { class: 'inline', noValidate: true, on: { submit: (event) => { event.preventDefault(); submit(); } } },
      el('div', { class: 'field' }, el('label', { for: 'till-threshold' }, t('threshold')), input, el('small', { id: 'till-threshold-hint' }, t('thresholdHint'))), save, error);
  }

  #files() {
    const file = (list) => el('a', { class: 'button', href: query('/v1/till/export', { list }), download: '' }, t(`export-${list}`));
    return el('div', {}, el('h3', {}, t('files')), el('p', { class: 'quiet' }, t('filesText')), el('div', { class: 'row-of-buttons' }, file('bookings'), file('transactions')));
  }

  #pin() {
    const error = el('div', {});
    const button = el('button', { type: 'button', on: { click: () => this.#changePIN(button, error) } }, t('changePIN'));
    return el('div', {}, el('h3', {}, t('pin')), el('div', { class: 'row-of-buttons' }, button), error);
  }

  /** Asks for the PIN, and for the new one twice. */
  async #changePIN(button, place) {
    const pins = [];
    for (const label of ['currentPIN', 'newPIN', 'againPIN']) {
      const pin = await askPIN(t('changePIN'), label);
      if (pin === null) return;
      pins.push(pin);
    }
    const [current, wanted, again] = pins;
    await act(button, place, async () => {
      if (wanted !== again) throw Object.assign(new Error(t('pinsDiffer')), { code: 'pins-differ' });
      await account.changePIN(current, wanted);
      toast(t('pinChanged'));
    });
  }
}

customElements.define('till-profile', Profile);

async function act(button, place, action) {
  fill(place);
  try {
    await press(button, action);
  } catch (error) {
    fill(place, problemBox(error));
  }
}
