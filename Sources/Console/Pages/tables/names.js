import { naturally } from '../shell/order.js';

// The next name of a table. The gateway's rules, so that the form proposes what the gateway would.

/** Most characters of a proposed name: those that fit on a beacon. */
const longest = 20;

/** The name after the highest one that can be counted up; `Table 1` without any; null if no name follows. */
export function nextName(names) {
  const taken = new Set(names.map((name) => name.toLowerCase()));
  const highest = names.filter((name) => after(name) !== null).sort(naturally).at(-1);
  let next = highest === undefined ? 'Table 1' : after(highest);
  while (next !== null && taken.has(next.toLowerCase())) next = after(next);
  return next;
}

/** `Table 9` → `Table 10`, `T-09` → `T-10`, `Patio A` → `Patio B`, `Z` → `AA`; null if nothing can be counted up. */
export function after(name) {
  const next = afterDigits(name) ?? afterLetters(name);
  return next !== null && [...next].length <= longest ? next : null;
}

function afterDigits(name) {
  const digits = name.match(/[0-9]+$/)?.[0];
  if (!digits) return null;
  const counted = String(BigInt(digits) + 1n).padStart(digits.length, '0');
  return name.slice(0, name.length - digits.length) + counted;
}

function afterLetters(name) {
  const letters = (name.match(/[A-Z]+$/) ?? name.match(/[a-z]+$/))?.[0];
  if (!letters || letters.length > 2) return null;
  const before = name.slice(0, name.length - letters.length);
  if (before && !/[ \-_./#0-9]$/.test(before)) return null;
  const first = letters < 'a' ? 'A' : 'a';
  const last = letters < 'a' ? 'Z' : 'z';
  const following = (sign) => String.fromCharCode(sign.charCodeAt(0) + 1);
  if (letters.length === 1) return before + (letters === last ? first + first : following(letters));
  if (letters[1] !== last) return before + letters[0] + following(letters[1]);
  return letters[0] === last ? null : before + following(letters[0]) + first;
}
