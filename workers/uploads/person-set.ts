/**
 * Who has been met in a file, in a few bytes each: numbers as themselves, addresses as 53 bits of their hash. A million
 * take 32 MB at the most.
 */
export class PersonSet {
  #slots = new Float64Array(1 << 16);
  #size = 0;

  has(person: { readonly phone: string | null; readonly email: string | null }): boolean {
    return holds(this.#slots, keyOf(person));
  }

  /** False: was there already. */
  add(person: { readonly phone: string | null; readonly email: string | null }): boolean {
    if (!put(this.#slots, keyOf(person))) return false;
    this.#size += 1;
    if (this.#size * 2 > this.#slots.length) {
      const larger = new Float64Array(this.#slots.length * 2);
      for (const one of this.#slots) if (one !== 0) put(larger, one);
      this.#slots = larger;
    }
    return true;
  }
}

const keyOf = ({ phone, email }: { readonly phone: string | null; readonly email: string | null }): number =>
  phone !== null ? Number(phone.slice(1)) : -1 - hash53(email!.trim().toLowerCase());

/** False: the key is there. Keys are whole numbers other than 0; the table always has room. */
function put(slots: Float64Array, key: number): boolean {
  const at = slotOf(slots, key);
  if (slots[at] === key) return false;
  slots[at] = key;
  return true;
}
const holds = (slots: Float64Array, key: number): boolean => slots[slotOf(slots, key)] === key;
/** Where a key is, or would be. */
function slotOf(slots: Float64Array, key: number): number {
  const mask = slots.length - 1;
  let at = (Math.imul((key % 0x7fffffff) | 0, 0x9e3779b1) >>> 8) & mask;
  for (; slots[at] !== 0; at = (at + 1) & mask) if (slots[at] === key) return at;
  return at;
}

/** cyrb53: two 32-bit multiplicative hashes side by side. */
function hash53(text: string): number {
  let one = 0xdeadbeef;
  let other = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const letter = text.charCodeAt(index);
    one = Math.imul(one ^ letter, 2654435761);
    other = Math.imul(other ^ letter, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909);
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return 4294967296 * (2097151 & other) + (one >>> 0);
}
