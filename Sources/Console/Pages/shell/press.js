/**
 * Runs an action behind a button, which cannot be pressed again meanwhile.
 *
 * @param {HTMLButtonElement} button
 * @param {() => Promise<T>} action
 * @param {string} [words] Text of the button meanwhile.
 */
export async function press(button, action, words) {
  if (button.disabled) return undefined;
  const before = [...button.childNodes];
  button.disabled = true;
  button.setAttribute('aria-busy', 'true');
  if (words) button.replaceChildren(words);
  try {
    return await action();
  } finally {
    button.disabled = false;
    button.removeAttribute('aria-busy');
    if (words) button.replaceChildren(...before);
  }
}
