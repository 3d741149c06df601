import { type RawBuilder, sql } from 'kysely';
import { prepared } from '../../../adapters/database/prepared-statement.ts';
import { bulkMost, nextTmobileDay, tmobileDay } from '../../../domain/registrations/limits.ts';
import type { Database } from '../../engine/worker.ts';

/** What the registration of a number lets it send, as the sender keeps it. */
export interface KeptLimits {
  readonly brand_id: string;
  readonly business_id: string;
  readonly segments_per_second: number;
  readonly day_most: number;
  /** Until then its broadcasts stand still; null: they don't. */
  readonly bulk_after: string | null;
}
/** SQL, in the words of `ops.senders`: the limits of one number; null: no registration says any. */
export const keptLimits: RawBuilder<KeptLimits | null> = sql`(select to_jsonb(l) from ops.sender_limits l where l.sender = s.sender)`;

/** Broadcasts of this number stand still until then. */
export async function holdBulk(db: Database, sender: string, until: Date): Promise<void> {
  await sql`update ops.sender_limits set bulk_after = ${until}::timestamptz where sender = ${sender}`.execute(db);
}

/** The carrier says that the day of its brand is full. Said of a day that is over, it says nothing of this one. */
export async function fillDay(db: Database, sender: string, saidAt: Date, now: Date): Promise<void> {
  const day = tmobileDay(now);
  if (tmobileDay(saidAt) !== day) return;
  await sql`insert into ops.brand_days as d (brand_id, day, business_id, taken, granted)
    select brand_id, ${day}::date, business_id, day_most, 0 from ops.sender_limits where sender = ${sender}
    on conflict (brand_id, day) do update set taken = greatest(d.taken, excluded.taken)`.execute(db);
  await holdBulk(db, sender, nextTmobileDay(now));
}

/** Who asks for room in a day: a broadcast; a text that someone waits for; one that is owed, which is counted and goes. */
export type Asker = 'bulk' | 'urgent' | 'owed';
export type DayShare = { readonly kind: 'taken'; giveBack(): void } | { readonly kind: 'full'; readonly until: Date };

/** Of a day, so much is taken at once by one process: a fiftieth, and no more than so many segments. */
const slicesADay = 50;
const largestSlice = 200;

/**
 * T-Mobile's day of each brand, over all processes: a row counts what was taken, and each process takes it in slices, so
 * that a text costs no statement. What a process that dies has left of its slices is lost for that day.
 */
export function createDayShares(db: Database, now: () => Date) {
  /** By brand, day and who asks. */
  const slices = new Map<string, { left: number; opening: Promise<boolean> | null }>();

  /** Answers whether the day has no more. */
  async function open(
    slice: { left: number },
    limits: KeptLimits,
    day: string,
    asker: Asker,
    segments: number,
  ): Promise<boolean> {
    const { brand_id: brandId, business_id: businessId, day_most: most } = limits;
    const wanted = Math.max(segments, Math.min(largestSlice, Math.ceil(most / slicesADay)));
    const ceiling =
      asker === 'bulk' ? bulkMost(most)
      : asker === 'urgent' ? most
      : 2_000_000_000;
    const { rows } = await sql<{ granted: number }>`${prepared}
      insert into ops.brand_days as d (brand_id, day, business_id, taken, granted)
      select ${brandId}::uuid, ${day}::date, ${businessId}::uuid, n, n from (select least(${wanted}::int, ${ceiling}::int)) as w (n)
      on conflict (brand_id, day) do update set
        granted = least(${wanted}::int, greatest(${ceiling}::int - d.taken, 0)),
        taken = d.taken + least(${wanted}::int, greatest(${ceiling}::int - d.taken, 0))
      returning granted`.execute(db);
    slice.left += rows[0]!.granted;
    return rows[0]!.granted < wanted;
  }

  return {
    /** Before a text of a registered number is `sending`. */
    async take(limits: KeptLimits, segments: number, asker: Asker): Promise<DayShare> {
      const at = now();
      const day = tmobileDay(at);
      const name = `${limits.brand_id} ${day} ${asker}`;
      let slice = slices.get(name);
      if (slice === undefined) {
        for (const other of slices.keys()) if (!other.includes(` ${day} `)) slices.delete(other);
        slices.set(name, (slice = { left: 0, opening: null }));
      }
      const here = slice;
      while (here.left < segments) {
        // Many that wait for one slice may use it up: then there is another one, as long as the day has room.
        const isDayFull = await (here.opening ??= open(here, limits, day, asker, segments).finally(() => {
          here.opening = null;
        }));
        if (here.left < segments && isDayFull) return { kind: 'full', until: nextTmobileDay(at) };
      }
      here.left -= segments;
      return {
        kind: 'taken',
        giveBack: () => {
          here.left += segments;
        },
      };
    },

    /** What is left of its slices, when a process stops. */
    async close(): Promise<void> {
      for (const [name, { left }] of slices) {
        const [brandId, day] = name.split(' ');
        if (left > 0)
          await sql`update ops.brand_days set taken = taken - ${left} where brand_id = ${brandId}::uuid
            and day = ${day}::date`.execute(db);
      }
      slices.clear();
    },
  };
}
export type DayShares = ReturnType<typeof createDayShares>;

/** Days that are over. */
export async function forgetBrandDays(db: Database, before: Date): Promise<void> {
  await sql`delete from ops.brand_days where day < ${tmobileDay(before)}::date`.execute(db);
}

/** What a registration lets a number send now, for whoever asks when a broadcast is done; null: none says. */
export async function limitsNow(db: Database, sender: string, now: Date) {
  const { rows } = await sql<KeptLimits & { taken: number | null }>`
    select l.*, d.taken from ops.sender_limits l
    left join ops.brand_days d on d.brand_id = l.brand_id and d.day = ${tmobileDay(now)}::date
    where l.sender = ${sender}`.execute(db);
  const kept = rows[0];
  if (kept === undefined) return null;
  const most = bulkMost(kept.day_most);
  return { segmentsPerSecond: kept.segments_per_second, day: { most, left: Math.max(0, most - (kept.taken ?? 0)) } };
}
