import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Commands } from '../../../commands/catalogue.ts';
import { Payer } from '../../../domain/payments/payer.ts';
import type { UsageKey } from '../../../domain/rates/measures.ts';
import { payerContext } from '../../engine/payer-context.ts';
import { pollLoop } from '../../engine/poll-loop.ts';
import { createSetAside, type SetAside } from '../../engine/set-aside.ts';
import { backstopMs, type Bell, forEachBounded, untilDue } from '../../engine/wait.ts';
import type { Database } from '../../engine/worker.ts';
import { bookEveryMs } from './slices.ts';

interface BookDependencies {
  readonly db: Database;
  readonly commands: Pick<Commands, 'wallets'>;
  readonly bell: Bell;
  readonly clock: Clock;
  readonly log: Logger;
}

interface SliceRow extends Pick<UsageKey, 'channel' | 'country' | 'carrierClass'> {
  readonly holdId: string;
  readonly agencyId: string | null;
  readonly businessId: string;
  readonly currency: string;
  readonly month: string;
  readonly carrier: number;
  readonly price: number;
  readonly resale: number | null;
  readonly included: number | null;
  readonly expiresAt: Date;
  readonly captured: number;
  readonly released: boolean;
  readonly looks: number;
}

const batch = 50;
/** Who dies over a slice leaves it to another after so long, in ms. */
const visibilityMs = 30_000;
/** A slice that is over is looked at again so often, later each time: carriers may say late that they took a text. */
const lateLooksMs = [600_000, 3_600_000, 6 * 3_600_000, 24 * 3_600_000];

/** Books what slices have sent, and gives back what they have not, until the signal fires. Any process may do it for any. */
export async function runBooking(dependencies: BookDependencies, signal: AbortSignal): Promise<void> {
  const { db, clock, bell, log } = dependencies;
  const aside = createSetAside({ clock, log, part: 'slice of sending' });
  const work = async () => {
    const { rows } = await sql<{ next: Date | null }>`select min(due_at) as next from ops.wallet_slices`.execute(db);
    const pause = untilDue(rows[0]!.next, clock.now(), backstopMs);
    if (pause > 0) return pause;
    return (await bookOnce(dependencies, aside)) < batch ? 1_000 : 0;
  };
  await pollLoop({ name: 'booking of wallets', work, bell, clock, log }, signal);
}

/** One round; returns how many slices it looked at. */
export async function bookOnce(
  { db, commands, clock }: Omit<BookDependencies, 'bell' | 'log'>,
  aside: Pick<SetAside, 'attempt'>,
): Promise<number> {
  const now = clock.now();
  const { rows } = await sql<SliceRow>`
    update ops.wallet_slices s set due_at = ${new Date(now.getTime() + visibilityMs)}::timestamptz
    from (select hold_id from ops.wallet_slices where due_at <= ${now}::timestamptz order by due_at limit ${batch}
      for update skip locked) own
    where s.hold_id = own.hold_id
    returning s.hold_id as "holdId", agency_id as "agencyId", business_id as "businessId", currency,
      month::text as month, channel, country, carrier_class as "carrierClass", carrier::float8 as carrier,
      price::float8 as price, resale::float8 as resale, included, expires_at as "expiresAt", captured, released,
      looks`.execute(db);
  await forEachBounded(rows, 8, async (slice) => {
    const { holdId } = slice;
    await aside.attempt(holdId, { holdId }, () => book({ db, commands }, slice, now));
  });
  return rows.length;
}

async function book(
  { db, commands }: Pick<BookDependencies, 'db' | 'commands'>,
  slice: SliceRow,
  now: Date,
): Promise<void> {
  const { holdId, businessId, currency, month, channel, country, carrierClass, included } = slice;
  const payer = Payer.parse(
    slice.agencyId === null ? { kind: 'business', id: businessId } : { kind: 'agency', id: slice.agencyId },
  );
  // The carrier has what it gave an id to: that stays so.
  const { rows } = await (
    channel === 'email' ?
      sql<{ sent: number }>`select count(*)::int as sent from ops.mails where hold_id = ${holdId}::uuid
      and (state in ('sent', 'accepted') or (state = 'unsure' and broadcast_id is not null))`
    : sql<{ sent: number }>`
      select coalesce(sum(units) filter (where provider_message_id is not null), 0)::int as sent
      from ops.outbox where hold_id = ${holdId}::uuid`).execute(db);
  const { sent } = rows[0]!;
  if (sent > slice.captured) {
    const { carrier, price, resale } = slice;
    await commands.wallets.captureSlice(payerContext('wallets', payer, 'capture', [holdId, String(sent)]), {
      payer,
      currency,
      holdId,
      month,
      businessId,
      key: { channel, direction: 'out', country, carrierClass },
      quantity: sent,
      price: { carrier, price, resale, included },
    });
  }
  const isOver = slice.expiresAt <= now;
  if (isOver && !slice.released)
    await commands.wallets.releaseHold(payerContext('wallets', payer, 'release', [holdId]), { payer, holdId });
  const later = isOver ? lateLooksMs[slice.looks] : Math.min(bookEveryMs, slice.expiresAt.getTime() - now.getTime());
  if (later === undefined) await sql`delete from ops.wallet_slices where hold_id = ${holdId}::uuid`.execute(db);
  else
    await sql`update ops.wallet_slices set captured = greatest(captured, ${sent}), released = ${isOver},
        looks = looks + ${isOver ? 1 : 0}, due_at = ${new Date(now.getTime() + later)}::timestamptz
      where hold_id = ${holdId}::uuid`.execute(db);
}
