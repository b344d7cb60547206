import { open } from '../shell/dialog.js';
import { el, fill, foreign, setText } from '../shell/dom.js';
import { virtualList } from '../shell/list.js';
import { words } from '../shell/words.js';
import { nameOf } from './assignments.js';
import { beaconRows, dashed, placesOf } from './model.js';
import { activeMark } from './parts.js';
import { texts } from './texts.js';

const t = words(texts);

/**
 * Lets one of all beacons be chosen for a table.
 *
 * @param {object} row The table.
 * @param {Directory} directory Its beacons, also those that are read meanwhile.
 * @returns {Promise<object|null>} The beacon; null if none was chosen.
 */
export function chooseBeacon(row, directory) {
  return new Promise((answer) => {
    let chosen = null;
    const search = el('input', { type: 'search', 'aria-label': t('searchBeacons'), placeholder: t('searchBeacons'), on: { input: () => show() } });
    const none = el('p', { class: 'quiet', role: 'status' });
    const list = virtualList({ label: t('beacons'), key: (beacon) => beacon.id, make: (line) => make(line, choose), draw: (line, beacon) => draw(line, beacon, row, directory.known) });
    function choose(beacon) {
      chosen = beacon;
      close();
    }
    function show() {
      const { known } = directory;
      search.hidden = known.beacons.length === 0;
      // Those that no table would lose come first; otherwise their order stays.
      const beacons = beaconRows(known.beacons, { text: search.value })
        .sort((one, other) => isPlaced(one, known) - isPlaced(other, known));
      setText(none, beacons.length ? '' : t(known.beacons.length ? 'nothingFound' : 'noBeaconToChoose'));
      list.items = beacons;
    }
    list.addEventListener('open', (event) => choose(event.detail));
    const { close } = open({
      title: t('chooseFor', { name: foreign(row.name) }), class: 'choose-beacon',
      content: [search, none, el('div', { class: 'scroller' }, list)],
      buttons: (end) => [el('button', { type: 'button', on: { click: () => end() } }, t('cancel'))],
      onClose: () => {
        directory.removeEventListener('change', show);
        answer(chosen);
      },
    });
    directory.addEventListener('change', show);
    show();
    if (!search.hidden) search.focus();
  });
}

const isPlaced = (beacon, known) => placesOf(beacon, known.servicePoints).length > 0;

function make(line, choose) {
  line.parts = { check: el('span', { class: 'check-mark', 'aria-hidden': 'true' }), name: el('bdi', {}), place: el('small', {}), state: el('span', {}) };
  line.button = el('button', { type: 'button', class: 'choice', tabIndex: -1, on: { click: () => choose(line.item) } },
    line.parts.check, el('span', { class: 'about' }, line.parts.name, line.parts.place), line.parts.state);
  line.append(line.button);
}

function draw(line, beacon, row, known) {
  const isCurrent = row.beacon?.id === beacon.id;
  setText(line.parts.check, isCurrent ? '✓' : '');
  line.button.setAttribute('aria-current', String(isCurrent));
  setText(line.parts.name, nameOf(beacon));
  const place = placesOf(beacon, known.servicePoints)[0];
  const words = [isCurrent ? t('current') : place ? t('at', { name: foreign(place.name) }) : t('free'), beacon.address ?? dashed(beacon.uuid)];
  setText(line.parts.place, words.filter(Boolean).join(' · '));
  if (line.parts.state.dataset.active !== String(beacon.active)) {
    line.parts.state.dataset.active = String(beacon.active);
    fill(line.parts.state, beacon.active === false ? activeMark(false) : null);
  }
}
