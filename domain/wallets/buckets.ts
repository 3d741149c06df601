/**
 * A map by id that never changes and is cheap to add to: a wallet remembers every hold, and a state that copied them
 * all with each event would cost more with every one. 256 parts by the id, of which one is copied.
 */
export class Buckets<Value> {
  readonly #parts: readonly (ReadonlyMap<string, Value> | undefined)[];
  readonly size: number;

  private constructor(parts: readonly (ReadonlyMap<string, Value> | undefined)[], size: number) {
    this.#parts = parts;
    this.size = size;
  }

  static empty<Value>(): Buckets<Value> {
    return new Buckets<Value>([], 0);
  }

  get(id: string): Value | undefined {
    return this.#parts[partOf(id)]?.get(id);
  }

  with(id: string, value: Value): Buckets<Value> {
    const at = partOf(id);
    const before = this.#parts[at];
    const parts = [...this.#parts];
    parts[at] = new Map(before).set(id, value);
    return new Buckets(parts, this.size + (before?.has(id) === true ? 0 : 1));
  }

  /** Without those that match; the same where none does. */
  without(isGone: (value: Value) => boolean): Buckets<Value> {
    const gone = [...this.entries()].filter(([, value]) => isGone(value));
    if (gone.length === 0) return this;
    const parts = this.#parts.map((part) => (part === undefined ? undefined : new Map(part)));
    for (const [id] of gone) parts[partOf(id)]!.delete(id);
    return new Buckets(parts, this.size - gone.length);
  }

  *entries(): Iterable<readonly [string, Value]> {
    for (const part of this.#parts) if (part !== undefined) yield* part;
  }
}

function partOf(id: string): number {
  let hash = 0;
  for (let at = 0; at < id.length; at += 1) hash = (hash * 31 + id.charCodeAt(at)) | 0;
  return hash & 255;
}
