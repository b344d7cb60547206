import { el, fill } from './dom.js';
import { texts } from './texts.js';
import { words } from './words.js';

const t = words(texts);

/**
 * Asks before something that cannot be undone.
 *
 * @param {{title: string, text?: string|Node, lost?: string[], action: string, isDangerous?: boolean}} question
 *   `lost` names what is lost; `action` is the verb on the button.
 * @returns {Promise<boolean>}
 */
export function confirm({ title, text, lost = [], action, isDangerous = true }) {
  return new Promise((answer) => {
    const { dialog, close } = open({
      title,
      content: [
        text ? el('p', {}, text) : null,
        lost.length ? el('ul', {}, lost.map((one) => el('li', {}, el('bdi', {}, one)))) : null,
      ],
      onClose: () => answer(dialog.returnValue === 'yes'),
      buttons: () => [
        el('button', { type: 'button', on: { click: () => close('') } }, t('cancel')),
        el('button', { type: 'button', class: isDangerous ? 'danger' : 'main', on: { click: () => close('yes') } }, action),
      ],
    });
  });
}

/**
 * Opens a dialog. Esc, a press beside it and Back close it; the focus returns to where it was.
 *
 * @param {{title: string, content: (Node|string|null)[], buttons?: () => Node[], onClose?: () => void, class?: string}} parts
 * @returns {{dialog: HTMLDialogElement, close: (value?: string) => void}}
 */
export function open({ title, content, buttons = () => [], onClose = () => {}, class: kind }) {
  const dialog = el('dialog', { class: kind, 'aria-label': title });
  const close = (value = '') => dialog.close(value);
  const before = document.activeElement;
  const leave = () => close();
  fill(dialog, el('h2', {}, title), el('div', { class: 'content' }, content), el('div', { class: 'buttons' }, buttons(close)));
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) close();
  });
  window.addEventListener('hashchange', leave);
  dialog.addEventListener('close', () => {
    window.removeEventListener('hashchange', leave);
    dialog.remove();
    before?.focus?.();
    onClose();
  });
  document.body.append(dialog);
  dialog.showModal();
  return { dialog, close };
}
