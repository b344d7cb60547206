const uuidDigits = /^[0-9a-f]{32}$/;

/** UUID with dashes and capitals; null if the text is none. Dashes may be missing, and blanks around it do not count. */
export function parseUUID(text) {
  const digits = String(text ?? '').trim().replaceAll('-', '').toLowerCase();
  if (!uuidDigits.test(digits)) return null;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5').toUpperCase();
}

/** A major or a minor, 0...65535; null if the text is none. */
export function parseNumber(text) {
  const words = String(text ?? '').trim();
  if (!/^[0-9]{1,5}$/.test(words)) return null;
  const number = Number(words);
  return number <= 65_535 ? number : null;
}

/** Identity from `UUID/MAJOR/MINOR`; null if the text is none. */
export function parseIdentity(text) {
  const parts = String(text ?? '').split('/');
  if (parts.length !== 3) return null;
  const [uuid, major, minor] = [parseUUID(parts[0]), parseNumber(parts[1]), parseNumber(parts[2])];
  return uuid === null || major === null || minor === null ? null : { uuid, major, minor };
}

/** `UUID/MAJOR/MINOR`, by which beacons are compared. */
export const identityWords = ({ uuid, major, minor }) => `${parseUUID(uuid) ?? uuid}/${major}/${minor}`;
