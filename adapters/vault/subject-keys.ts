import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { batcher } from '../../domain/kernel/batcher.ts';
import type { SubjectKeys } from './port.ts';
import { deriveKey, nonceBytes, seal, sealBytes, unseal } from './seal.ts';

export interface SubjectKeysOptions {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- it names its one table itself
  readonly db: Kysely<any>;
  readonly secretKey: string;
  /** How long a key is used without asking again, hence how long another process can still read somebody erased. Default 10,000 ms. */
  readonly cacheMs?: number;
  /** The most keys kept. Default 50,000, about 50 MB. */
  readonly cacheSize?: number;
  /** Milliseconds of a clock that never goes back. */
  readonly clock?: () => number;
}

interface Cached {
  readonly key: KeyObject | null;
  readonly until: number;
}
interface Row {
  readonly subject: string;
  readonly wrapped: Buffer | null;
}
interface Made {
  readonly plain: Buffer;
  readonly wrapped: Buffer;
}
const none: ReadonlyMap<string, Made> = new Map();

const keyBytes = 32;
const sealedBytes = keyBytes + sealBytes;

/**
 * A random 256-bit key for each person, in `ops.subject_keys`, wrapped with a key derived from `SECRET_KEY`. To destroy
 * one leaves a mark, so that it is never made anew.
 */
export function createSubjectKeys({
  db,
  secretKey,
  cacheMs = 10_000,
  cacheSize = 16_000,
  clock = () => performance.now(),
}: SubjectKeysOptions): SubjectKeys {
  const wrapping = deriveKey(secretKey, 'subject-keys');
  // What was used last stays: when one half is full, the other, which holds what was used longest ago, goes as a whole.
  let recent = new Map<string, Cached>();
  let older = new Map<string, Cached>();

  function keep(subject: string, cached: Cached): void {
    if (recent.size >= cacheSize / 2) [older, recent] = [recent, new Map()];
    recent.set(subject, cached);
  }

  function recall(subject: string): Cached | undefined {
    const cached = recent.get(subject);
    if (cached !== undefined) return cached;
    const found = older.get(subject);
    if (found !== undefined) keep(subject, found);
    return found;
  }

  // A destroyed key stays destroyed: that needs no second look.
  const remember = (subject: string, key: KeyObject | null): void =>
    keep(subject, { key, until: key === null ? Infinity : clock() + cacheMs });

  /** Fills `found` from the cache and returns the others, sorted: batches that make keys at once never wait for each other in a circle. */
  function fromCache(subjects: readonly string[], found: Map<string, KeyObject | null>): string[] {
    const now = clock();
    const missing = new Set<string>();
    for (const subject of subjects) {
      const cached = recall(subject);
      if (cached !== undefined && cached.until > now) found.set(subject, cached.key);
      else missing.add(subject);
    }
    return [...missing].sort();
  }

  /** `made`: those that were just made here, if it is them that are kept. */
  function take(
    rows: readonly Row[],
    found: Map<string, KeyObject | null>,
    made: ReadonlyMap<string, Made> = none,
  ): void {
    for (const { subject, wrapped } of rows) {
      const own = made.get(subject);
      // A key is made once: one that was here before needs no unwrapping, only to be there still.
      const key =
        wrapped === null ? null
        : own?.wrapped.equals(wrapped) ? createSecretKey(own.plain)
        : (recall(subject)?.key ?? createSecretKey(unseal(wrapping, subject, wrapped)));
      remember(subject, key);
      found.set(subject, key);
    }
  }

  const select = async (subjects: readonly string[]): Promise<readonly Row[]> =>
    (await sql<Row>`select subject, wrapped from ops.subject_keys where subject = any(${subjects}::text[])`.execute(db))
      .rows;

  /** Keys that may be theirs, unless somebody has them already. */
  function draw(subjects: readonly string[]): ReadonlyMap<string, Made> {
    // All at once: to ask for a few a thousand times takes ten times as long.
    const each = keyBytes + nonceBytes;
    const random = randomBytes(each * subjects.length);
    return new Map(
      subjects.map((subject, at) => {
        const plain = random.subarray(each * at, each * at + keyBytes);
        const nonce = random.subarray(each * at + keyBytes, each * (at + 1));
        return [subject, { plain, wrapped: seal(wrapping, subject, plain, nonce) }];
      }),
    );
  }

  /** Puts down those whose persons have none yet, and fills `found` with what all of them have then. */
  async function selectOrMake(drawn: ReadonlyMap<string, Made>, found: Map<string, KeyObject | null>): Promise<void> {
    const subjects = [...drawn.keys()];
    // Two parameters for thousands, and back come only those who were there: everything else is as it was drawn.
    const { rows } = await sql<Row & { readonly made: number }>`
      with wanted as materialized (
        select s.subject, substring(${Buffer.concat([...drawn.values()].map(({ wrapped }) => wrapped))}::bytea
          from ${sealedBytes}::int * (s.n::int - 1) + 1 for ${sealedBytes}::int) as wrapped
        from json_array_elements_text(${JSON.stringify(subjects)}::json) with ordinality s (subject, n)
      ),
      known as materialized (
        select subject, wrapped from ops.subject_keys where subject = any(array(select subject from wanted))
      ),
      made as (
        insert into ops.subject_keys (subject, wrapped)
        select subject, wrapped from wanted where subject not in (select subject from known) order by subject
        on conflict (subject) do nothing
        returning 1
      )
      select known.subject, known.wrapped, counted.made
      from (select count(*)::int as made from made) counted left join known on true`.execute(db);
    const known = rows.filter(({ subject }) => subject !== null);
    take(known, found, drawn);
    const others = subjects.filter((subject) => !found.has(subject));
    if (rows[0]!.made === others.length)
      for (const subject of others) {
        const key = createSecretKey(drawn.get(subject)!.plain);
        remember(subject, key);
        found.set(subject, key);
      }
    // Somebody else made some of them while this ran; they are committed now.
    else take(await select(others), found, drawn);
  }

  /** A burst of strangers makes its keys in a few commits instead of one each. */
  const make = batcher(async (asked: readonly (readonly string[])[]) => {
    const drawn = draw([...new Set(asked.flat())].sort());
    const found = new Map<string, KeyObject | null>();
    await selectOrMake(drawn, found);
    return asked.map(() => found);
  });

  return {
    forWriting: async (subjects) => {
      const found = new Map<string, KeyObject | null>();
      const missing = fromCache(subjects, found);
      if (missing.length === 0) return found;
      const made = await make(missing);
      for (const subject of missing) found.set(subject, made.get(subject) ?? null);
      return found;
    },
    forReading: async (subjects) => {
      const found = new Map<string, KeyObject | null>();
      const missing = fromCache(subjects, found);
      if (missing.length > 0) take(await select(missing), found);
      for (const subject of missing) if (!found.has(subject)) found.set(subject, null); // Not remembered: it may be made any time.
      return found;
    },
    destroy: async (subject) => {
      await sql`insert into ops.subject_keys (subject, wrapped, destroyed_at) values (${subject}, null, now())
        on conflict (subject) do update set wrapped = null, destroyed_at = coalesce(ops.subject_keys.destroyed_at, now())`.execute(
        db,
      );
      remember(subject, null);
    },
  };
}
