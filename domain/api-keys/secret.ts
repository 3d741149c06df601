/**
 * `bk_live_`, thirty random letters and digits (178 bits), and six that check them: CRC-32 (ISO 3309) of all before, in
 * base 62. So a program can tell a key in a file, and a mistyped one is refused without a look into the database.
 */
export const secretPrefix = 'bk_live_';
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 30;
const pattern = new RegExp(`^${secretPrefix}[0-9A-Za-z]{36}$`);

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let index = 0; index < text.length; index += 1)
    crc = table[(crc ^ text.charCodeAt(index)) & 0xff]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

function checkOf(text: string): string {
  let rest = crc32(text);
  let check = '';
  for (let index = 0; index < 6; index += 1) {
    check = digits[rest % 62]! + check;
    rest = Math.floor(rest / 62);
  }
  return check;
}

/** A secret of random bytes, or null where they are too few: those of 248 and more are left out, so that every digit is as likely. */
export function secretFrom(bytes: Uint8Array): string | null {
  const random = [...bytes].filter((byte) => byte < 248).slice(0, randomLength);
  if (random.length < randomLength) return null;
  const body = secretPrefix + random.map((byte) => digits[byte % 62]).join('');
  return body + checkOf(body);
}

/** Whether someone meant a key, whatever is wrong with it. */
export const looksLikeSecret = (token: string): boolean => token.startsWith('bk_');

/** Whether it can be a key at all. */
export const isSecret = (token: string): boolean =>
  pattern.test(token) && checkOf(token.slice(0, -6)) === token.slice(-6);
