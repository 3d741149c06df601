import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../engine/worker.ts';
import type { WorkTable } from '../engine/work-table.ts';

type WaitingState = 'pending' | 'parked';
interface Ended {
  readonly messageId: string;
  readonly note: string;
}

/** How the recipients of broadcasts by one channel lie in its table. */
export interface RecipientTable {
  readonly table: WorkTable;
  /** SQL, in the words of an index: in one of these states. */
  isIn(...states: readonly WaitingState[]): RawBuilder<boolean>;
  /** SQL: what those become that are struck off, besides `note`. */
  readonly struckOff: RawBuilder<unknown>;
  /** SQL: whether any recipient of a broadcast has not come to an end. */
  isLeft(broadcastId: string): RawBuilder<boolean>;
  /** Rows that moved back to waiting: their numbers are woken. */
  unparked?(trx: Database, sender: string, soonest: Date): Promise<void>;
  settle(db: Database, ended: readonly Ended[]): Promise<void>;
  /** Since when the carrier does not let its number send, and the carrier's code; null: it does. */
  blockOf(db: Database, broadcastId: string): Promise<{ readonly since: Date; readonly code: number } | null>;
}

/** Rows that one statement moves: a pause of a million takes fifty, and holds nobody up. */
const batch = 20_000;

async function inBatches(move: () => Promise<number>): Promise<number> {
  for (let all = 0; ;) {
    const moved = await move();
    all += moved;
    if (moved < batch) return all;
  }
}

/** What is done with all recipients of a broadcast at once. */
export function broadcastRows(db: Database, of: RecipientTable) {
  const { isIn, struckOff, table } = of;
  const rows = sql.table(`ops.${table.name}`);
  /** Some of a broadcast's. */
  const ofIt = (broadcastId: string, which: RawBuilder<unknown>, limit = batch) => ({
    where: sql`broadcast_id = ${broadcastId}::uuid and ${which}`,
    limit,
  });
  return {
    /** What waits of it is not looked at before it goes on. */
    park: (broadcastId: string): Promise<number> =>
      inBatches(async () => {
        const waiting = ofIt(broadcastId, isIn('pending'));
        return (await table.claim(db, { ...waiting, set: sql`state = 'parked', note = 'paused'` })).count;
      }),

    /** It goes on; who waited for the winner of its test does once there is one. Returns how many may go out now. */
    unpark: (broadcastId: string, winner: number | null, now: Date): Promise<number> =>
      inBatches(() =>
        db.transaction().execute(async (trx) => {
          const mayGo = sql<boolean>`${isIn('parked')} and (variant <> -1 or ${winner}::smallint is not null)`;
          const { rows: moved } = await sql<{ sender: string | null; soonest: Date; count: number }>`
            with own as materialized ${table.free(ofIt(broadcastId, mayGo))},
            moved as (
              update ${rows} o set state = 'pending', note = null,
                variant = case variant when -1 then ${winner}::smallint else variant end
              from own where o.${table.key} = own.${table.key}
              returning ${of.unparked === undefined ? sql`null::text as sender` : sql`sender`}, due_at
            )
            select sender, min(due_at) as soonest, count(*)::int as count from moved group by sender`.execute(trx);
          for (const { sender, soonest } of moved)
            if (sender !== null) await of.unparked?.(trx, sender, soonest < now ? now : soonest);
          return moved.reduce((sum, { count }) => sum + count, 0);
        }),
      ),

    /** Whether somebody waits for the winner of its test. */
    async waits(broadcastId: string): Promise<boolean> {
      const { rows: found } = await sql`select from ${rows}
        where broadcast_id = ${broadcastId}::uuid and ${isIn('parked')} and variant = -1 limit 1`.execute(db);
      return found.length > 0;
    },

    /** Who has not been tried is not written to any more: what became of the broadcast says so. */
    strikeOff: (broadcastId: string, why: 'stopped' | 'expired'): Promise<number> =>
      inBatches(async () => {
        const untried = ofIt(broadcastId, sql`${isIn('pending', 'parked')} and first_sending_at is null`);
        return (await table.claim(db, { ...untried, set: sql`${struckOff}, note = ${why}` })).count;
      }),

    /** Takes some of whom something was said already (they could not be sent it then), so that they get their end. */
    async takeTried(
      broadcastId: string,
      holder: string,
    ): Promise<readonly { readonly messageId: string; readonly contactId: string }[]> {
      const { rows: taken } = await table.claim<{ messageId: string; contactId: string }>(db, {
        ...ofIt(broadcastId, sql`${isIn('pending', 'parked')} and first_sending_at is not null`, 200),
        set: sql`state = 'claimed', holder = ${holder}, attempts = attempts + 1`,
        returning: sql`${table.id} as "messageId", contact_id as "contactId"`,
      });
      return taken;
    },

    settle: (ended: readonly Ended[]): Promise<void> => of.settle(db, ended),
    blockOf: (broadcastId: string) => of.blockOf(db, broadcastId),

    /** Whether each of its recipients has come to an end. */
    async isAllDone(broadcastId: string): Promise<boolean> {
      const { rows: answer } = await sql<{ left: boolean }>`select ${of.isLeft(broadcastId)} as left`.execute(db);
      return !answer[0]!.left;
    },
  };
}
