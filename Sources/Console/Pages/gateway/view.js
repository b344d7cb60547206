import { el, fill } from '../shell/dom.js';
import { href } from '../shell/router.js';
import { session } from '../shell/session.js';
import { Access } from './access.js';
import { Doctor } from './doctor.js';
import { Dongle } from './dongle.js';
import { Dongles } from './dongles.js';
import { Events } from './events.js';
import { Outbox } from './outbox.js';
import { t } from './parts.js';
import { Proxies } from './proxies.js';
import { Store } from './store.js';

/** Sections by their word in the URL, with the role that each needs. */
const sections = {
  dongles: { element: Dongles, role: 'viewer' },
  events: { element: Events, role: 'viewer' },
  outbox: { element: Outbox, role: 'crew' },
  doctor: { element: Doctor, role: 'crew' },
  store: { element: Store, role: 'viewer' },
  proxies: { element: Proxies, role: 'viewer' },
  access: { element: Access, role: 'admin' },
};

/** State of the gateway, and what can be done about it. */
export default class GatewayScreen extends HTMLElement {
  #name = null;
  #section = null;
  #tabs = el('nav', { class: 'tabs' });
  #content = el('div', { class: 'content' });

  connectedCallback() {
    this.#tabs.setAttribute('aria-label', t('sections'));
    fill(this.#tabs, Object.keys(sections).filter((name) => session.may(sections[name].role))
      .map((name) => el('a', { href: href('gateway', name === 'dongles' ? [] : [name]), data: { section: name } }, t(name))));
    fill(this, el('div', { class: 'screen-head' }, el('h1', {}, t('title'))), el('div', { class: 'sections' }, this.#tabs, this.#content));
  }

  show(route) {
    const [wanted = 'dongles', ...rest] = route.path;
    const name = wanted in sections && session.may(sections[wanted].role) ? wanted : 'dongles';
    const Section = name === 'dongles' && rest.length ? Dongle : sections[name].element;
    for (const link of this.#tabs.children) {
      const isHere = link.dataset.section === name;
      if (isHere) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
      if (isHere) this.#bringIntoView(link);
    }
    const key = [name, ...rest].join('/');
    if (this.#name !== key) {
      this.#name = key;
      this.#section = new Section();
      fill(this.#content, this.#section);
    }
    this.#section.show?.({ ...route, path: rest });
  }

  #bringIntoView(link) {
    const end = link.offsetLeft + link.offsetWidth - this.#tabs.offsetLeft;
    if (end > this.#tabs.clientWidth) this.#tabs.scrollLeft = end - this.#tabs.clientWidth;
  }
}

customElements.define('gateway-screen', GatewayScreen);
