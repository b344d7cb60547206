import { el, fill, foreignText, setText } from '../shell/dom.js';
import { mark } from '../shell/mark.js';
import { press } from '../shell/press.js';
import { words } from '../shell/words.js';
import { account } from './account.js';
import { leave } from './leave.js';
import { money } from './money.js';
import { texts } from './texts.js';

const t = words(texts);

/** The member's name and balance, which stay in sight, and the way out. */
export class Balance extends HTMLElement {
  #name = el('h1', { tabIndex: -1 });
  #amount = el('strong', { class: 'amount' });
  #low = el('span', { class: 'low', role: 'status' });
  #isLow = null;
  #onChange = () => this.#draw();

  connectedCallback() {
    const out = el('button', { type: 'button', on: { click: () => press(out, leave, t('loggingOut')) } }, t('logOut'));
    fill(this, el('div', { class: 'line' }, this.#name, el('p', { class: 'balance' }, el('span', { class: 'quiet' }, t('balance')), this.#amount), this.#low, out));
    account.addEventListener('change', this.#onChange);
    this.#draw();
  }

  disconnectedCallback() {
    account.removeEventListener('change', this.#onChange);
  }

  #draw() {
    const { member } = account;
    if (!member) return;
    if (this.#name.dataset.name !== member.first_name) {
      this.#name.dataset.name = member.first_name;
      fill(this.#name, foreignText(`${member.first_name} ${member.last_name}`.trim()));
    }
    setText(this.#amount, money(member.balance_cents));
    this.#amount.classList.toggle('is-low', member.low);
    const key = `${member.low} ${member.threshold_cents}`;
    if (key === this.#isLow) return;
    this.#isLow = key;
    fill(this.#low, member.low ? mark('warning', t('low', { threshold: money(member.threshold_cents) })) : null);
  }
}

customElements.define('till-balance', Balance);
