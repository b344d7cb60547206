import { query } from '../shell/api.js';
import { open } from '../shell/dialog.js';
import { download } from '../shell/download.js';
import { el, foreign } from '../shell/dom.js';
import { go } from '../shell/router.js';
import { session } from '../shell/session.js';
import { toast } from '../shell/toast.js';
import { words } from '../shell/words.js';
import { csv, fileName, isProvisionable, MOST_TO_PROVISION, ndjson } from './export.js';
import { captureQuery } from './filter.js';
import { number } from './numbers.js';
import { texts } from './texts.js';

const t = words(texts);
/** Lengths of a capture, in s. */
const CAPTURES = [10, 60];

/**
 * Asks what to do with the filtered devices, and does it.
 *
 * @param {Device[]} devices Strongest first.
 * @param {object[]} terms Terms of the filter.
 * @param {boolean} isOnlyNew Whether devices are hidden by "only new".
 */
export function act(devices, terms, isOnlyNew) {
  const beacons = devices.filter(isProvisionable);
  const taken = beacons.slice(0, MOST_TO_PROVISION);
  const { query: filters, ignored } = captureQuery(terms);
  const choices = [
    { value: 'csv', label: t('exportCSV'), button: t('exportN', { n: devices.length }), run: () => save(devices, 'csv', 'text/csv;charset=utf-8', `\ufeff${csv(devices)}`) },
    { value: 'ndjson', label: t('exportNDJSON'), button: t('exportN', { n: devices.length }), run: () => save(devices, 'ndjson', 'application/x-ndjson', ndjson(devices)) },
    ...CAPTURES.map((seconds) => ({
      value: `capture${seconds}`, label: t('capture', { seconds }), button: t('record', { seconds }), run: () => capture(seconds, filters),
      remarks: [
        ignored.length ? t('captureIgnores', { words: foreign(ignored.join(', ')) }) : null,
        isOnlyNew ? t('captureSince') : null,
      ],
    })),
    ...(session.may('crew') && taken.length ? [{
      value: 'provision', label: t('toProvision', { n: taken.length }), button: t('take', { n: taken.length }),
      run: () => go('provision', [], { only: taken.map((device) => device.address).join(',') }),
      remarks: [
        beacons.length < devices.length ? t('notBeacons', { n: devices.length - beacons.length }) : null,
        taken.length < beacons.length ? t('onlyStrongest', { n: MOST_TO_PROVISION }) : null,
      ],
    }] : []),
  ];
  let chosen = choices[0];
  const button = el('button', { type: 'button', class: 'main' }, chosen.button);
  const remarks = el('div', { class: 'quiet', role: 'status' });
  const { close } = open({
    title: t('actTitle', { n: devices.length }),
    content: [
      el('p', { class: 'quiet' }, t('actText')),
      el('div', { role: 'radiogroup', 'aria-label': t('actTitle', { n: devices.length }) }, choices.map((choice) => el('label', { class: 'check' },
        el('input', { type: 'radio', name: 'act', value: choice.value, checked: choice === chosen, on: { change: () => choose(choice) } }), choice.label))),
      remarks,
    ],
    buttons: () => [el('button', { type: 'button', on: { click: () => close() } }, t('cancel')), button],
  });
  function choose(choice) {
    chosen = choice;
    button.textContent = choice.button;
    remarks.replaceChildren(...(choice.remarks ?? []).filter(Boolean).map((text) => el('p', {}, text)));
  }
  button.addEventListener('click', () => {
    close();
    chosen.run();
  });
}

function save(devices, extension, type, text) {
  const file = fileName(Date.now(), extension);
  download(file, type, text);
  toast(t('exported', { n: devices.length, file }));
}

function capture(seconds, filters) {
  const file = fileName(Date.now(), 'pcapng');
  const link = el('a', { href: query('/v1/adverts/capture', { duration_ms: seconds * 1000, ...filters }), download: file });
  link.click();
  toast(t('capturing', { seconds: number(seconds), file }));
}
