import { open } from '../shell/dialog.js';
import { el } from '../shell/dom.js';
import { words } from '../shell/words.js';
import { PINPad } from './pinpad.js';
import { texts } from './texts.js';

const t = words(texts);

/**
 * Asks for a PIN.
 *
 * @param {string} why
 * @param {string} [label] Key of the PIN's name.
 * @returns {Promise<string|null>} Null if the member cancelled.
 */
export function askPIN(why, label = 'pin') {
  return new Promise((answer) => {
    let pin = null;
    const pad = new PINPad();
    pad.label = t(label);
    const { close } = open({
      title: t('enterPIN'), content: [el('p', {}, why), pad],
      buttons: (close) => [el('button', { type: 'button', on: { click: () => close() } }, t('cancel'))],
      onClose: () => answer(pin),
    });
    pad.addEventListener('full', () => {
      pin = pad.value;
      close();
    });
    pad.focus();
  });
}
