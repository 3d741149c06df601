/**
 * A map by id that never changes and is cheap to add to: a wallet remembers every hold, and a state that copied them
 * all with each event would cost more with every one. 256 parts by the id, of which one is copied.
 */
export class Buckets<Value> {
  readonly #parts: Part<Value>[];
  readonly size: number;

  private constructor(parts: Part<Value>[], size: number) {
    this.#parts = parts;
    this.size = size;
  }

  static empty<Value>(): Buckets<Value> {
    return new Buckets<Value>([], 0);
  }

  /** What `lines` said. A part is parsed when one of its values is asked for: most of a large wallet never is. */
  static read<Value>(lines: readonly string[], valueOf: (told: unknown) => Value): Buckets<Value> {
    const [size, ...parts] = lines;
    return new Buckets<Value>(
      parts.map((text) => (text === '' ? undefined : { text, valueOf })),
      Number(size),
    );
  }

  /** How many there are, and then a line for each part. */
  lines(tell: (value: Value) => unknown): readonly string[] {
    const parts = this.#parts.map((part) => {
      if (part === undefined) return '';
      if (!(part instanceof Map)) return (part as Unread<Value>).text;
      return part.size === 0 ? '' : JSON.stringify([...part].map(([id, value]) => [id, tell(value)]));
    });
    return [String(this.size), ...Array.from({ length: 256 }, (_, at) => parts[at] ?? '')];
  }

  #at(at: number): ReadonlyMap<string, Value> | undefined {
    const part = this.#parts[at];
    if (part === undefined || part instanceof Map) return part;
    const { text, valueOf } = part as Unread<Value>;
    const told = JSON.parse(text) as readonly (readonly [string, unknown])[];
    return (this.#parts[at] = new Map(told.map(([id, value]) => [id, valueOf(value)])));
  }

  get(id: string): Value | undefined {
    return this.#at(partOf(id))?.get(id);
  }

  with(id: string, value: Value): Buckets<Value> {
    const at = partOf(id);
    const before = this.#at(at);
    const parts = [...this.#parts];
    parts[at] = new Map(before).set(id, value);
    return new Buckets(parts, this.size + (before?.has(id) === true ? 0 : 1));
  }

  /** Without those that match; the same where none does. */
  without(isGone: (value: Value) => boolean): Buckets<Value> {
    const gone = [...this.entries()].filter(([, value]) => isGone(value));
    if (gone.length === 0) return this;
    const parts = this.#parts.map((_, at) => new Map(this.#at(at)));
    for (const [id] of gone) parts[partOf(id)]!.delete(id);
    return new Buckets(parts, this.size - gone.length);
  }

  *entries(): Iterable<readonly [string, Value]> {
    for (let at = 0; at < this.#parts.length; at += 1) yield* this.#at(at) ?? [];
  }
}

/** A part of a snapshot that no one has asked for. */
interface Unread<Value> {
  readonly text: string;
  readonly valueOf: (told: unknown) => Value;
}
type Part<Value> = ReadonlyMap<string, Value> | Unread<Value> | undefined;

function partOf(id: string): number {
  let hash = 0;
  for (let at = 0; at < id.length; at += 1) hash = (hash * 31 + id.charCodeAt(at)) | 0;
  return hash & 255;
}
