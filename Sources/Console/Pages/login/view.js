import { post } from '../shell/api.js';
import { confirm } from '../shell/dialog.js';
import { el, fill, foreign } from '../shell/dom.js';
import { press } from '../shell/press.js';
import { empty, problemBox } from '../shell/problem.js';
import { replace, route } from '../shell/router.js';
import { session } from '../shell/session.js';
import { status } from '../shell/status.js';
import { words } from '../shell/words.js';
import { forgetTables } from '../tables/directory.js';
import { BusinessList } from './businesses.js';
import { LoginForm } from './form.js';
import { wayBack } from './needs.js';
import { texts } from './texts.js';

const t = words(texts);

/** Login to Payfrit (`#/login`) and choice of the business (`#/business`). */
export default class LoginScreen extends HTMLElement {
  #screen = null;
  #error = el('div', {});
  #isAsking = false;
  #onPayfrit = () => this.#follow();

  connectedCallback() {
    status.addEventListener('payfrit', this.#onPayfrit);
  }

  disconnectedCallback() {
    status.removeEventListener('payfrit', this.#onPayfrit);
  }

  show({ screen }) {
    if (this.#screen === screen) return;
    this.#screen = screen;
    this.#begin();
  }

  async #begin() {
    if (!this.firstChild) fill(this, el('div', { class: 'screen-head' }, el('h1', {}, t(this.#screen === 'login' ? 'title' : 'businesses'))), el('p', { role: 'status', class: 'quiet' }, t('loading')));
    this.#isAsking = true;
    try {
      const payfrit = await status.askPayfrit();
      this.#isAsking = false;
      this.#draw(payfrit);
    } catch (error) {
      this.#isAsking = false;
      if (!this.isConnected) return;
      fill(this, this.#head(t(this.#screen === 'login' ? 'title' : 'businesses')), problemBox(error, { action: t('retry'), onAction: () => this.#begin() }));
    }
  }

  #head(title, ...more) {
    return el('div', { class: 'screen-head' }, el('h1', {}, title), more);
  }

  #draw(payfrit) {
    if (!this.isConnected) return;
    if (this.#screen === 'login' && payfrit.user) return this.#leave();
    if (this.#screen === 'business' && !payfrit.user) return replace('login', [], { from: route().query.get('from') });
    if (this.#screen === 'login') this.#drawLogin(payfrit);
    else this.#drawBusinesses(payfrit);
  }

  /** Another browser may have logged in or out. */
  #follow() {
    const { payfrit } = status;
    if (this.#isAsking) return;
    if (this.#screen === 'login' ? payfrit.user : !payfrit.user) this.#draw(payfrit);
  }

  /** Goes on: to the choice of a business, or where the login was needed. */
  #leave() {
    const { screen, query } = route();
    if (screen !== this.#screen) return undefined;
    if (!status.payfrit.business) return replace('business', [], { from: query.get('from') });
    const way = wayBack(query);
    history.replaceState(null, '', way);
    window.dispatchEvent(new Event('hashchange'));
  }

  #drawLogin(payfrit) {
    const reason = { 'logged-out': 'expired', bye: 'loggedOut' }[route().query.get('reason')] ?? 'needed';
    if (!session.may('crew')) return fill(this, this.#head(t('title')), empty(t('viewer')));
    const form = new LoginForm();
    form.addEventListener('done', () => this.#leave());
    fill(this, this.#head(t('title')),
      el('div', { class: 'card narrow' },
        el('p', { class: reason === 'expired' ? 'reason' : 'quiet', role: 'status' }, t(reason)), form, ...this.#notes(payfrit)));
    form.payfrit = payfrit;
  }

  #notes(payfrit) {
    const notes = [t('backend', { base: foreign(payfrit.base) })];
    if (payfrit.is_exposed) notes.push(t('exposed', { base: foreign(payfrit.base) }));
    if (payfrit.unused_login) notes.push(foreign(payfrit.unused_login));
    if (payfrit.clock_behind_s) notes.push(t('clock', { n: Math.round(Math.abs(payfrit.clock_behind_s) / 60) }));
    return notes.map((note) => el('p', { class: 'quiet note' }, el('bdi', {}, note)));
  }

  #drawBusinesses(payfrit) {
    const list = new BusinessList();
    list.addEventListener('done', (event) => {
      if (event.detail.isAlone) this.#leave();
      else location.hash = wayBack(route().query);
    });
    const out = el('button', { type: 'button', on: { click: () => this.#logOut(out) } }, t('logOut'));
    fill(this, this.#head(t('businesses'), session.may('crew') ? out : null), this.#error,
      el('p', { class: 'quiet' }, el('bdi', {}, t('loggedInAs', { name: foreign(payfrit.user.name) }))), list);
  }

  async #logOut(button) {
    const waiting = status.payfrit?.registrations.waiting ?? 0;
    if (!await confirm({ title: t('logOutTitle'), text: t('logOutText'), lost: waiting ? [t('logOutWaiting', { n: waiting })] : [], action: t('logOut') })) return;
    fill(this.#error);
    try {
      await press(button, () => post('/v1/payfrit/logout'), t('loggingOut'));
      forgetTables();
      this.#isAsking = true;
      replace('login', [], { reason: 'bye' });
      await status.askPayfrit();
    } catch (error) {
      fill(this.#error, problemBox(error));
    }
  }
}

customElements.define('login-screen', LoginScreen);
