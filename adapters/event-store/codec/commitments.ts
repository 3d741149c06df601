import type { KeyObject } from 'node:crypto';
import { canonical } from './canonical.ts';
import { digest } from './digest.ts';

/**
 * One field that is disclosed: its value and its salt (base64, 16 bytes). Whoever has them and the hashes of the other
 * fields finds the event's commitment, and learns nothing of the others (decision 109).
 */
export interface Disclosure {
  readonly salt: string;
  readonly value: unknown;
}

/**
 * What an event says of its personal fields to those who may not open them: base64 of
 * `SHA-256(hash of the 1st field || hash of the 2nd || …)`, in the order of the envelope's `fields`. The hash of a field
 * is `SHA-256(salt || canonical JSON of its value)`, of an empty one 32 zeros (an import's row has a dozen of those).
 * Salts come from the person's key, the event's id and the field's place among those that are not empty: the same event
 * appended again has the same commitment, and a destroyed key takes the salts with it.
 */
export function commit(key: KeyObject, eventId: string, values: readonly unknown[]): string {
  return digest('sha256', Buffer.concat(fieldsOf(key, eventId, values).map(({ hash }) => hash))).toString('base64');
}

/** The hash of every field, in order, and what discloses it. */
export function disclose(
  key: KeyObject,
  eventId: string,
  values: readonly unknown[],
): readonly (Disclosure & { readonly hash: string })[] {
  return fieldsOf(key, eventId, values).map(({ hash, salt, value }) => ({
    hash: hash.toString('base64'),
    salt: salt.toString('base64'),
    value: value ?? null,
  }));
}

interface Hashed {
  readonly value: unknown;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

/** Three salts from each SHA-384, which is cut to less than its state: the salts of one event tell nothing of its key. */
function fieldsOf(key: KeyObject, eventId: string, values: readonly unknown[]): readonly Hashed[] {
  const start = Buffer.concat([key.export(), label, Buffer.from(eventId)]);
  let [drawn, at] = [none, 0];
  return values.map((value) => {
    if (value === null || value === undefined) return { value, salt: none, hash: empty };
    if (at % 48 === 0) drawn = digest('sha384', Buffer.concat([start, Buffer.of(at / 48)]));
    const salt = drawn.subarray(at % 48, (at % 48) + 16);
    at += 16;
    return { value, salt, hash: digest('sha256', Buffer.concat([salt, Buffer.from(canonical(value))])) };
  });
}
const label = Buffer.from('event commitment salt');
const [none, empty] = [Buffer.alloc(0), Buffer.alloc(32)];
