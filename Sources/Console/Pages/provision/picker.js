import { open } from '../shell/dialog.js';
import { el, foreignText } from '../shell/dom.js';
import { texts as shared } from '../shell/texts.js';
import { virtualList } from '../shell/list.js';
import { mark } from '../shell/mark.js';
import { words } from '../shell/words.js';
import { texts } from './texts.js';

const t = words({ ...shared, ...texts });

/** Lets the user choose a table. Returns null if none was chosen. */
export function chooseTable(all) {
  return new Promise((answer) => {
    let chosen = null;
    const list = virtualList({
      label: t('another'), key: (one) => one.point.id,
      make: (row) => { row.classList.add('choice'); },
      draw: (row, one) => {
        const has = one.point.beacon !== undefined;
        row.replaceChildren(foreignText(one.name), has ? mark('verified', t('hasBeacon')) : '');
      },
    });
    const search = el('input', {
      type: 'search', 'aria-label': t('search'), placeholder: t('search'), autocomplete: 'off',
      on: { input: () => { list.items = all.filter((one) => one.name.toLowerCase().includes(search.value.trim().toLowerCase())); } },
    });
    const { close } = open({
      title: t('another'), content: [search, el('div', { class: 'scroller choices' }, list)],
      buttons: (end) => [el('button', { type: 'button', on: { click: () => end() } }, t('cancel'))],
      onClose: () => answer(chosen),
    });
    list.addEventListener('open', (event) => {
      chosen = event.detail;
      close();
    });
    list.items = all;
  });
}
