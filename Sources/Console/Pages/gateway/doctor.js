import { get } from '../shell/api.js';
import { el, fill, foreign } from '../shell/dom.js';
import { mark } from '../shell/mark.js';
import { press } from '../shell/press.js';
import { problemBox } from '../shell/problem.js';
import { setQuery } from '../shell/router.js';
import { timeAgo } from '../shell/time.js';
import { orderedFindings, verdicts } from './model.js';
import { foreignLines, t } from './parts.js';

const kinds = { ok: 'verified', warning: 'warning', problem: 'failed', skipped: 'none' };

/** What keeps a dongle or the gateway from working. */
export class Doctor extends HTMLElement {
  #run = el('button', { type: 'button', class: 'main', on: { click: () => this.#look() } }, t('runDoctor'));
  #intro = el('p', {}, t('doctorText'));
  #result = el('div', {});

  connectedCallback() {
    fill(this, el('h2', {}, t('doctor')), this.#intro, this.#result, el('div', { class: 'main-action' }, this.#run));
  }

  show(route) {
    if (!route.query.has('run')) return;
    setQuery({ run: '' });
    this.#look();
  }

  async #look() {
    try {
      const { findings } = await press(this.#run, () => get('/v1/doctor'), t('doctorRuns')) ?? {};
      if (findings) this.#show(findings);
    } catch (error) {
      this.#run.hidden = error.status === 404;
      fill(this.#result, error.status === 404 ? el('p', { class: 'problem', role: 'alert' }, t('noDoctor')) : problemBox(error));
    }
  }

  #show(findings) {
    const { problem, warning, ok } = verdicts(findings);
    const kind = problem ? 'failed' : warning ? 'warning' : 'verified';
    const summary = problem || warning ? [t('problems', { n: problem }), t('warnings', { n: warning }), t('fine', { n: ok })].join(' · ') : t('allFine', { n: ok });
    fill(this.#result, el('p', { class: 'summary', role: 'status' }, mark(kind, summary), ' ', timeAgo(Date.now())),
      el('ul', { class: 'findings', 'aria-label': t('findings') }, orderedFindings(findings).map((finding) => el('li', { class: 'card' },
        el('div', { class: 'dongle-head' }, el('h3', {}, foreign(finding.check)), mark(kinds[finding.verdict] ?? 'none', t(`verdict-${finding.verdict}`))),
        el('p', { class: 'message' }, el('bdi', {}, foreignLines(finding.message))),
        finding.next ? el('p', {}, el('strong', {}, t('next')), ' ', el('bdi', {}, foreignLines(finding.next))) : null))));
    fill(this.#run, t('runAgain'));
  }
}

customElements.define('gateway-doctor', Doctor);
