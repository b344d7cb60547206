import { el, fill } from '../shell/dom.js';
import { vendorURL } from '../shell/screens.js';
import { words } from '../shell/words.js';
import { chartRows, summary } from './facts.js';
import { POINTS } from './history.js';
import { clock, dongleName, number } from './numbers.js';
import { texts } from './texts.js';

const t = words(texts);
/** Kinds of lines, told apart by pattern and colour. */
const LINES = 6;
const PATTERNS = [null, [7, 3], [2, 2], [10, 3, 2, 3], [4, 4], [12, 4]];
const MINUTE = 60;
const SPACE = 'http://www.w3.org/2000/svg';

let loading = null;

function dygraphs() {
  loading ??= new Promise((done, failed) => {
    const script = el('script', { src: vendorURL('dygraph.min.js') });
    script.onload = () => (globalThis.Dygraph ? done(globalThis.Dygraph) : failed(new Error('dygraphs')));
    script.onerror = () => {
      script.remove();
      loading = null;
      failed(new Error('dygraphs'));
    };
    document.head.append(script);
  });
  return loading;
}

/** Signal of a device over time, a line a dongle: a chart, and the last minute in numbers. */
export class AirChart extends HTMLElement {
  #device = null;
  #began = 0;
  #chart = null;
  #names = '';
  #isMissing = false;
  #plot = el('div', { class: 'plot', role: 'img' });
  #note = el('p', { class: 'quiet', hidden: true });
  #body = el('tbody');
  #scheme = matchMedia('(prefers-color-scheme: dark)');
  #onScheme = () => this.#restart();

  connectedCallback() {
    fill(this, this.#note, this.#plot, el('table', {},
      el('caption', {}, t('lastMinute')),
      el('thead', {}, el('tr', {}, [t('dongle'), t('now'), t('mean'), t('range')].map((name) => el('th', { scope: 'col' }, name)))),
      this.#body));
    this.#scheme.addEventListener('change', this.#onScheme);
    dygraphs().then(() => this.update(), () => {
      this.#isMissing = true;
      this.#note.hidden = false;
      this.#note.textContent = t('chartMissing');
      this.update();
    });
  }

  disconnectedCallback() {
    this.#scheme.removeEventListener('change', this.#onScheme);
    this.#chart?.destroy();
    this.#chart = null;
  }

  /** Shows a device. `began`: start of its time axis, in ms. */
  show(device, began) {
    if (this.#device !== device) {
      this.#device = device;
      this.#restart();
    }
    this.#began = began;
    this.update();
  }

  update() {
    if (!this.#device || !this.isConnected) return;
    const hearings = [...this.#device.dongles.values()];
    const second = Math.floor((Date.now() - this.#began) / 1000);
    this.#drawTable(hearings, second - MINUTE);
    this.#plot.setAttribute('aria-label', this.#isMissing ? t('lastMinute') : t('chartLabel', { n: POINTS / 60 }));
    if (this.#isMissing) this.#drawLines(hearings, second - MINUTE);
    else if (globalThis.Dygraph) this.#draw(hearings, second - POINTS);
  }

  #restart() {
    this.#chart?.destroy();
    this.#chart = null;
    this.update();
  }

  #draw(hearings, since) {
    const rows = chartRows(hearings, this.#began, since).map(([time, ...values]) => [new Date(time), ...values]);
    if (!rows.length) return;
    const window = [this.#began + since * 1000, this.#began + (since + POINTS) * 1000];
    const names = hearings.map(({ dongle }) => dongle.id).join();
    if (this.#chart && names === this.#names) {
      this.#chart.updateOptions({ file: rows, dateWindow: window });
      return;
    }
    this.#chart?.destroy();
    this.#names = names;
    const { Dygraph } = globalThis;
    // The legend's script sets a style attribute, which the page's policy refuses; the table below names the lines.
    Dygraph.PLUGINS = Dygraph.PLUGINS.filter((plugin) => plugin !== Dygraph.Plugins.Legend);
    const colour = (name) => this.#colour(name);
    this.#chart = new Dygraph(this.#plot, rows, {
      labels: ['time', ...hearings.map((_, index) => `line ${index}`)],
      series: Object.fromEntries(hearings.map((_, index) => [`line ${index}`, { strokePattern: PATTERNS[index % LINES] }])),
      colors: hearings.map((_, index) => colour(`line-${index % LINES}`)),
      axisLineColor: colour('axis'),
      gridLineColor: colour('grid'),
      axes: { x: { axisLabelFormatter: (date) => clock(date), pixelsPerLabel: 90 }, y: { valueRange: [-105, -15], axisLabelWidth: 40, pixelsPerLabel: 24 } },
      dateWindow: window, strokeWidth: 2, connectSeparatedPoints: false, drawPoints: true, pointSize: 1.5, interactionModel: {},
      showLabelsOnHighlight: false, highlightCircleSize: 0, animatedZooms: false, rightGap: 8,
    });
  }

  // A canvas knows no custom properties: the colour is that of an element with the class.
  #colour(name) {
    const probe = this.appendChild(el('span', { class: name, hidden: true }));
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }

  /** Lines without the library: x is a second of the last minute, y is the RSSI. */
  #drawLines(hearings, since) {
    const svg = document.createElementNS(SPACE, 'svg');
    svg.setAttribute('viewBox', '0 0 300 90');
    svg.setAttribute('preserveAspectRatio', 'none');
    hearings.forEach(({ history }, index) => {
      const line = document.createElementNS(SPACE, 'polyline');
      const points = [];
      history.each((second, rssi) => {
        if (second >= since) points.push(`${(second - since) * 5},${Math.max(0, Math.min(90, -15 - rssi))}`);
      });
      line.setAttribute('points', points.join(' '));
      line.setAttribute('class', `line-${index % LINES}`);
      if (PATTERNS[index % LINES]) line.setAttribute('stroke-dasharray', PATTERNS[index % LINES].join(' '));
      svg.append(line);
    });
    fill(this.#plot, svg);
  }

  #drawTable(hearings, since) {
    while (this.#body.rows.length > hearings.length) this.#body.lastChild.remove();
    hearings.forEach((hearing, index) => {
      let row = this.#body.rows[index];
      if (!row) {
        row = el('tr', {}, el('th', { scope: 'row' }, el('span', { class: `swatch line-${index % LINES}`, 'aria-hidden': 'true' }), el('bdi')),
          el('td', { class: 'number' }), el('td', { class: 'number' }), el('td', { class: 'number' }));
        this.#body.append(row);
      }
      const found = summary(hearing.history, since);
      const values = found
        ? [t('dBm', { value: number(found.last) }), t('dBm', { value: number(found.mean) }), `${number(found.least)} … ${number(found.most)} dBm`]
        : [t('noReadings'), '', ''];
      row.cells[0].lastChild.textContent = dongleName(hearing.dongle);
      values.forEach((text, cell) => { row.cells[cell + 1].textContent = text; });
    });
  }
}

customElements.define('air-chart', AirChart);
