import { el, fill, foreign } from '../shell/dom.js';
import { bars } from '../shell/mark.js';
import { symbol } from '../shell/symbols.js';
import { timeAgo } from '../shell/time.js';
import { toast } from '../shell/toast.js';
import { words } from '../shell/words.js';
import './chart.js';
import './raw.js';
import { curlCommand, perchCommand } from './export.js';
import { beaconFacts, beaconName, companyText, lineOf } from './facts.js';
import { number, rateNumber } from './numbers.js';
import { texts } from './texts.js';

const t = words(texts);

/** One device: decoded and raw, its signal over time, and commands. Event: `close`. */
export class AirDetail extends HTMLElement {
  #device = null;
  #title = el('h2', { tabIndex: -1 });
  #address = el('p', { class: 'quiet' });
  #facts = el('dl', { class: 'facts' });
  #rows = new Map();
  #chart = el('air-chart');
  #advert = el('air-raw');
  #response = el('air-raw');
  #body = null;
  #none = null;
  #commands = el('div');

  connectedCallback() {
    if (this.children.length) return;
    this.setAttribute('role', 'region');
    this.#advert.words = { title: t('lastAdvert'), none: t('noAdvert') };
    this.#response.words = { title: t('lastResponse'), none: t('noResponse') };
    this.#body = el('div', { class: 'body' },
      el('div', { class: 'columns' },
        el('section', {}, el('h3', {}, t('decoded')), this.#facts),
        el('section', { class: 'raw' }, el('h3', {}, t('raw')), this.#advert, this.#response)),
      el('section', {}, el('h3', {}, t('signalOverTime')), this.#chart),
      el('section', {}, el('h3', {}, t('commands')), this.#commands));
    this.#none = el('div', { class: 'empty' }, el('p', {}, t('notHere')),
      el('button', { type: 'button', class: 'main', on: { click: () => this.#close() } }, t('backToAll')));
    fill(this,
      el('div', { class: 'detail-head' },
        el('button', { type: 'button', class: 'icon', 'aria-label': t('close'), data: { up: '' }, on: { click: () => this.#close() } }, symbol('close')),
        el('div', {}, this.#title, this.#address)),
      this.#none, this.#body);
  }

  /**
   * Shows a device.
   *
   * @param {Device|undefined} device Undefined if it was not heard.
   * @param {{address: string, addressType: string}} place What the URL names.
   * @param {number} began Start of the time axis.
   */
  show(device, place, began) {
    const isOther = this.#device !== device;
    this.#device = device;
    this.#none.hidden = device !== undefined;
    this.#body.hidden = device === undefined;
    const name = device === undefined ? foreign(place.address) : device.name ? foreign(device.name) : t('noName');
    if (this.#title.textContent !== name || isOther) {
      fill(this.#title, el('bdi', {}, name));
      this.setAttribute('aria-label', t('device', { name: device?.name ? name : place.address }));
      fill(this.#address, el('span', { class: 'address' }, foreign(place.address)), ` ${foreign(place.addressType)} `,
        device?.simulated ? el('strong', { class: 'sim' }, t('simulated')) : null);
    }
    if (device === undefined) return;
    if (isOther) {
      this.#rows.clear();
      fill(this.#facts);
      this.#showCommands(device);
    }
    this.#showFacts(device);
    this.#advert.data = device.advertData;
    this.#response.data = device.responseData;
    this.#chart.show(device, began);
  }

  focusTitle() {
    this.#title.focus({ preventScroll: true });
  }

  #showFacts(device) {
    const advert = lineOf(device.advertLine ?? device.responseLine);
    const wanted = [
      ['signal', t('signal'), device.rssi === undefined ? t('noSignal') : t('dBm', { value: number(device.rssi) })],
      ['company', t('company'), companyText(device)],
      ...(device.beacon ? [['beacon', t('beacon'), beaconName(device.beacon)],
        ...beaconFacts(device.beacon).map(([name, text]) => [`beacon ${name}`, name, text])] : []),
      ['services', t('services'), device.uuids?.join(', ')],
      ['badge', t('badge'), device.badge && [t(device.badge.kind), device.badge.name].filter(Boolean).join(': ')],
      ['malformed', t('malformed'), device.malformed],
      ['truncated', t('truncated'), device.truncated ? t('yes') : undefined],
      ['pdu', t('pdu'), advert.pdu],
      ['channel', t('channel'), advert.channel === undefined ? undefined : String(advert.channel)],
      ['adverts', t('count1'), `${number(device.count)} · ${t('rateValue', { rate: rateNumber(device.rate) })}`],
      ['first', t('firstHeard'), device.first, true],
      ['last', t('lastHeard'), device.heard, true],
    ].filter(([, , value]) => value !== undefined);
    const keys = new Set(wanted.map(([key]) => key));
    for (const [key, { term, value }] of this.#rows) {
      if (keys.has(key)) continue;
      term.remove();
      value.remove();
      this.#rows.delete(key);
    }
    let before = null;
    for (const [key, name, content, isTime] of wanted) {
      let row = this.#rows.get(key);
      if (!row) {
        row = { term: el('dt', {}, name), value: el('dd', {}, isTime ? timeAgo(content) : el('bdi')) };
        this.#rows.set(key, row);
        if (before) before.value.after(row.term, row.value);
        else this.#facts.prepend(row.term, row.value);
      }
      if (isTime) row.value.firstChild.time = content;
      else if (row.shown !== content) row.value.firstChild.textContent = foreign(row.shown = content);
      if (key === 'signal' && row.level !== device.rssi) {
        row.level = device.rssi;
        row.bars?.remove();
        row.value.prepend(row.bars = bars(device.rssi), ' ');
      }
      before = row;
    }
  }

  #showCommands(device) {
    const line = (label, text) => {
      const code = el('code', {}, text);
      return el('div', { class: 'command' }, el('pre', { tabIndex: 0, 'aria-label': label }, code),
        el('button', { type: 'button', on: { click: () => copy(text, code) } }, label));
    };
    fill(this.#commands, line(t('copyPerch'), perchCommand(device)), line(t('copyCurl'), curlCommand(device, location.origin)),
      el('p', { class: 'quiet' }, t('tokenHint')));
  }

  #close() {
    this.dispatchEvent(new CustomEvent('close'));
  }
}

async function copy(text, element) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t('copied'), { seconds: 3 });
  } catch {
    // Without TLS, a browser lets a page of another machine copy nothing.
    getSelection().selectAllChildren(element);
    toast(t('notCopied'));
  }
}

customElements.define('air-detail', AirDetail);
