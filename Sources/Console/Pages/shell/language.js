import { stored, store } from './storage.js';

const languages = ['en', 'de'];
let chosen = stored('language');

/** Language of the console: the chosen one, or else the browser's. */
export function language() {
  if (languages.includes(chosen)) return chosen;
  const wanted = navigator.languages?.find((tag) => languages.includes(tag.slice(0, 2))) ?? 'en';
  return wanted.slice(0, 2);
}

/** The browser's form of the console's language, such as `en-GB`. */
export const locale = () => navigator.languages?.find((tag) => tag.startsWith(language())) ?? language();

export function setLanguage(tag) {
  chosen = tag;
  store('language', tag);
  document.documentElement.lang = language();
  document.dispatchEvent(new CustomEvent('perch-language'));
}
