import { connection } from './connection.js';
import { el, fill, foreign, foreignText, setText } from './dom.js';
import { mark } from './mark.js';
import { showKeys, openMenu } from './menu.js';
import { empty, problemBox } from './problem.js';
import { href, replace, route } from './router.js';
import { load, places, screens } from './screens.js';
import { session } from './session.js';
import { status } from './status.js';
import { symbol } from './symbols.js';
import { texts } from './texts.js';
import { exactTime } from './time.js';
import { words } from './words.js';

const t = words(texts);

/** Bars, banners and the present screen. */
export class Frame extends HTMLElement {
  #screen = null;
  #name = null;
  #url = null;
  #simulated = el('div', { class: 'simulated', hidden: true }, t('simulated'));
  #dev = el('div', { class: 'dev', hidden: true });
  #loss = el('div', { class: 'loss', role: 'status', hidden: true });
  #banners = el('div', { class: 'banners', role: 'region' });
  #title = el('span', { class: 'gateway-name' });
  #state = el('span', { class: 'gateway-state' });
  #main = el('main', { id: 'main', tabIndex: -1 });
  #nav = el('nav', {});
  // What sticks to the top stays below the banners.
  #heights = new ResizeObserver(() => document.documentElement.style.setProperty('--banners', `${this.#banners.offsetHeight}px`));

  connectedCallback() {
    this.className = 'frame';
    this.#build();
    this.#heights.observe(this.#banners);
    window.addEventListener('hashchange', () => this.#show());
    window.addEventListener('scroll', () => this.#keepScroll(), { passive: true });
    document.addEventListener('perch-language', () => this.#rebuild());
    document.addEventListener('keydown', (event) => this.#press(event));
    connection.addEventListener('change', () => this.#showLoss());
    session.addEventListener('change', () => this.#rebuild());
    status.addEventListener('change', () => this.#showStatus());
    status.addEventListener('payfrit', () => this.#showDev());
    status.addEventListener('till', () => { this.#showStatus(); this.#showTill(); });
  }

  /** Tells that the session is not known yet, because the gateway does not answer. */
  cannotBegin(error) {
    fill(this.#main, problemBox(error));
  }

  #build() {
    this.#nav.setAttribute('aria-label', t('places'));
    fill(this.#nav, places.map((place) => el('a', { href: href(place), data: { place } }, symbol(place), el('span', {}, t(placeWord(place))))));
    this.#banners.setAttribute('aria-label', t('state'));
    fill(this, fill(this.#banners, this.#simulated, this.#dev, this.#loss),
      el('header', {}, this.#title, this.#state,
        el('button', { type: 'button', class: 'icon', 'aria-label': t('menu'), on: { click: () => openMenu() } }, symbol('menu'))),
      this.#nav, this.#main);
    document.documentElement.dataset.role = session.role ?? '';
    this.#showStatus();
    this.#showTill();
    this.#showLoss();
  }

  #rebuild() {
    this.#name = null;
    this.#build();
    this.#show();
  }

  async #show() {
    if (session.role === undefined) return;
    const now = route();
    if (session.role === null) return this.#showStart();
    const isTill = session.role === 'till';
    if (isTill && now.screen !== 'till') return replace('till');
    if (!(now.screen in screens)) return replace(places[0]);
    this.#nav.hidden = isTill;
    this.#showDev();
    for (const link of this.#nav.children) {
      if (link.dataset.place === screens[now.screen].place) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
    this.#url = null;
    // Another change of the URL while the screen is being loaded.
    if (this.#name === now.screen && !this.#screen) return;
    if (this.#name !== now.screen) {
      this.#name = now.screen;
      this.#screen = null;
      fill(this.#main, el('p', { class: 'quiet', role: 'status' }, t('loading')));
      try {
        const Screen = await load(now.screen);
        if (this.#name !== now.screen || this.#screen) return;
        this.#screen = new Screen();
      } catch (error) {
        this.#name = null;
        console.warn(error);
        fill(this.#main, empty(`${t('screenFailed')} ${t('screenFailedNext')}`, t('reload'), () => location.reload()));
        return;
      }
      fill(this.#main, this.#screen);
    }
    this.#screen.show(route());
    document.title = isTill ? t('tillPlace') : `${t(placeWord(screens[now.screen].place))} – ${status.gateway ? foreign(status.gateway.name) : 'Perch'}`;
    this.#restoreScroll(location.hash);
  }

  async #showStart() {
    this.#nav.hidden = true;
    this.#name = 'start';
    const { default: Start } = await import('../start/view.js');
    this.#screen = new Start();
    fill(this.#main, this.#screen);
  }

  #showStatus() {
    const now = status.gateway;
    this.#simulated.hidden = !(now ?? status.till)?.simulated;
    if (session.role === 'till') {
      fill(this.#title, t('tillPlace'));
      fill(this.#state);
      return;
    }
    fill(this.#title, now ? foreignText(now.name) : 'Perch');
    const [kind, word] = now === null || connection.lostSince !== null ? ['working', t('connecting')] : status.isLive ? ['live', t('live')] : ['warning', t('noDongle')];
    if (this.#state.dataset.word !== word) {
      this.#state.dataset.word = word;
      fill(this.#state, session.role ? mark(kind, word) : null);
    }
  }

  #showTill() {
    for (const link of this.#nav.children) {
      if (link.dataset.place === 'till') link.hidden = !(status.till?.configured && session.may('crew'));
    }
    this.#showDev();
  }

  /** Names the server if it is one for development: the till's on its screen, else Payfrit's. */
  #showDev() {
    const isTill = route().screen === 'till';
    const server = isTill ? status.till : status.payfrit;
    const isDev = (isTill ? server?.dev : server?.is_dev) ?? false;
    this.#dev.hidden = !isDev;
    if (isDev) setText(this.#dev, t('dev', { base: foreign(host(server.base)) }));
  }

  #showLoss() {
    const since = connection.lostSince;
    this.#loss.hidden = since === null;
    this.classList.toggle('lost', since !== null);
    if (since !== null) setText(this.#loss, t('lost', { time: exactTime(since) }));
    this.#showStatus();
  }

  // A reload and Back return to the same place of a list.
  #keepScroll() {
    if (this.#url) sessionStorage.setItem(`scroll ${this.#url}`, String(window.scrollY));
  }

  #restoreScroll(url) {
    const kept = Number(sessionStorage.getItem(`scroll ${url}`) ?? 0);
    let tries = 20;
    const attempt = () => {
      if (location.hash !== url) return;
      window.scrollTo(0, kept);
      if (Math.abs(window.scrollY - kept) > 2 && (tries -= 1) > 0) setTimeout(attempt, 100);
      else this.#url = url;
    };
    attempt();
  }

  #press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    const isTyping = event.target.closest?.('input, textarea, select') !== null;
    if (event.key === '/' && !isTyping) {
      const filter = this.querySelector('[data-filter]');
      if (!filter) return;
      event.preventDefault();
      filter.focus();
      filter.select?.();
    } else if (event.key === '?' && !isTyping) showKeys();
    else if (event.key === 'Escape') {
      if (isTyping) return event.target.blur();
      const up = this.querySelector('[data-up]');
      up?.click();
    } else if (event.key === 'Enter' && event.target === document.body) {
      this.querySelector('.main-action button:not(:disabled), button.main-action:not(:disabled)')?.click();
    }
  }
}

customElements.define('perch-frame', Frame);

/** Key of a place's name; `till` is the name of the role. */
const placeWord = (place) => (place === 'till' ? 'tillPlace' : place);

function host(base) {
  try {
    return new URL(base).host;
  } catch {
    return base;
  }
}

