// AD structures: the bytes of an advert, split by their lengths.
// Source: Core Specification Supplement, part A, and Assigned Numbers, 2.3.

const TYPES = new Map([
  [0x01, 'Flags'],
  [0x02, 'Incomplete 16-bit service UUIDs'],
  [0x03, 'Complete 16-bit service UUIDs'],
  [0x04, 'Incomplete 32-bit service UUIDs'],
  [0x05, 'Complete 32-bit service UUIDs'],
  [0x06, 'Incomplete 128-bit service UUIDs'],
  [0x07, 'Complete 128-bit service UUIDs'],
  [0x08, 'Shortened local name'],
  [0x09, 'Complete local name'],
  [0x0a, 'TX power level'],
  [0x0d, 'Class of device'],
  [0x10, 'Device id'],
  [0x12, 'Connection interval range'],
  [0x14, '16-bit solicitation UUIDs'],
  [0x15, '128-bit solicitation UUIDs'],
  [0x16, 'Service data, 16-bit UUID'],
  [0x17, 'Public target address'],
  [0x18, 'Random target address'],
  [0x19, 'Appearance'],
  [0x1a, 'Advertising interval'],
  [0x1b, 'LE device address'],
  [0x1c, 'LE role'],
  [0x1f, '32-bit solicitation UUIDs'],
  [0x20, 'Service data, 32-bit UUID'],
  [0x21, 'Service data, 128-bit UUID'],
  [0x24, 'URI'],
  [0x26, 'Transport discovery data'],
  [0x27, 'LE supported features'],
  [0x29, 'PB-ADV'],
  [0x2a, 'Mesh message'],
  [0x2b, 'Mesh beacon'],
  [0x2c, 'BIGInfo'],
  [0x2d, 'Broadcast code'],
  [0x2f, 'Advertising interval, long'],
  [0x30, 'Broadcast name'],
  [0x31, 'Encrypted advertising data'],
  [0x3d, '3D information'],
  [0xff, 'Manufacturer-specific data'],
]);

/** Pairs of digits, separated by blanks. */
export function spaced(hex) {
  return hex.replace(/..(?=.)/g, '$& ');
}

export const hexByte = (value) => `0x${value.toString(16).toUpperCase().padStart(2, '0')}`;
export const hexWord = (value) => `0x${value.toString(16).toUpperCase().padStart(4, '0')}`;

/**
 * Splits hexadecimal data into AD structures.
 *
 * Returns objects of `offset`, `length` (the length byte's value), `type`, `name`, `hex` (bytes after the type), and `cut`
 * where the data ends before the structure does. Zeros at the end, which are padding, come as one object with `padding`.
 */
export function split(hex) {
  const found = [];
  const size = Math.floor(hex.length / 2);
  let offset = 0;
  while (offset < size) {
    const length = parseInt(hex.substr(offset * 2, 2), 16);
    if (!length) {
      found.push({ offset, length: 0, padding: true, hex: hex.slice(offset * 2) });
      break;
    }
    const end = offset + 1 + length;
    const bytes = hex.slice((offset + 1) * 2, Math.min(end, size) * 2);
    const type = bytes ? parseInt(bytes.slice(0, 2), 16) : undefined;
    found.push({ offset, length, type, name: TYPES.get(type), hex: bytes.slice(2), cut: end > size });
    offset = end;
  }
  return found;
}

/** Text of a structure that carries text (a name, a URI); undefined for every other. */
export function textOf({ type, hex }) {
  if (type !== 0x08 && type !== 0x09 && type !== 0x30) return undefined;
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  return new TextDecoder().decode(bytes);
}
