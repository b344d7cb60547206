import { remove } from './api.js';
import { isAudible, setAudible } from './attention.js';
import { confirm, open } from './dialog.js';
import { el } from './dom.js';
import { language, setLanguage } from './language.js';
import { press } from './press.js';
import { problemBox } from './problem.js';
import { session } from './session.js';
import { status } from './status.js';
import { texts } from './texts.js';
import { exactTime } from './time.js';
import { words } from './words.js';

const t = words(texts);

/** Opens the menu: language, sound, session. */
export function openMenu() {
  const languages = el('select', { id: 'language', on: { change: (event) => changeLanguage(event.target.value, parts.close) } },
    [['en', 'English'], ['de', 'Deutsch']].map(([tag, name]) => el('option', { value: tag, selected: tag === language(), lang: tag }, name)));
  const sound = el('input', { type: 'checkbox', checked: isAudible(), on: { change: (event) => setAudible(event.target.checked) } });
  const parts = open({
    title: t('menu'),
    content: [
      el('div', { class: 'field' }, el('label', { for: 'language' }, t('language')), languages),
      el('label', { class: 'check' }, sound, t('sound')),
      session.role ? el('p', { class: 'quiet' }, [t('role', { role: t(session.role) }), session.until ? ` · ${t('until', { time: exactTime(session.until) })}` : '',
        status.gateway ? ` · perch ${status.gateway.version}` : ''].join('')) : null,
    ],
    buttons: (close) => [
      // A tablet at the bar stays the till: `perch console end` ends its session.
      session.role && session.role !== 'till' ? el('button', { type: 'button', class: 'danger', on: { click: (event) => leave(event.target, parts) } }, t('endSession')) : null,
      el('button', { type: 'button', on: { click: () => close() } }, t('close')),
    ].filter(Boolean),
  });
}

/** Opens the menu again, in the new language. */
function changeLanguage(tag, close) {
  close();
  setLanguage(tag);
  openMenu();
  document.getElementById('language').focus();
}

async function leave(button, { dialog, close }) {
  if (!await confirm({ title: t('endSession'), text: t('endSessionQuestion'), action: t('endSession') })) return;
  try {
    await press(button, () => remove('/v1/session'));
    close();
    session.end();
  } catch (error) {
    dialog.querySelector('.content').append(problemBox(error));
  }
}

/** Shows which keys do what. */
export function showKeys() {
  const keys = [['/', 'keyFilter'], ['↑ ↓', 'keyMove'], ['Enter', 'keyOpen'], ['Esc', 'keyBack'], [t('keyDeleteName'), 'keyDelete'], ['?', 'keyHelp']];
  open({
    title: t('keys'),
    content: [el('dl', { class: 'keys' }, keys.map(([key, word]) => [el('dt', {}, el('kbd', {}, key)), el('dd', {}, t(word))]))],
    buttons: (close) => [el('button', { type: 'button', on: { click: () => close() } }, t('close'))],
  });
}
