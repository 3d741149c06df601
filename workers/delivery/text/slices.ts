import { sql } from 'kysely';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Commands } from '../../../commands/catalogue.ts';
import type { QueuedData } from '../../../domain/messages/message.ts';
import { quantityOf } from '../../../domain/messages/measure.ts';
import { Payer, payerKey } from '../../../domain/payments/payer.ts';
import type { Legible } from '../../../domain/messages/message.ts';
import type { Charge } from '../../../domain/delivery/allowance.ts';
import { holds } from '../../../domain/delivery/verdict.ts';
import { BusinessId, namespaces, uuidV5 } from '../../../domain/kernel/ids.ts';
import { type UsageKey, usageKeyText } from '../../../domain/rates/measures.ts';
import { carrierClassOf, countryOfNumber } from '../../../domain/rates/numbers.ts';
import { payerContext } from '../../engine/payer-context.ts';
import type { Database } from '../../engine/worker.ts';

/** What a text or email takes of whoever pays for its business. */
export interface Use {
  readonly key: UsageKey;
  readonly pieces: number;
  readonly charge: Pick<Charge, 'month' | 'day'>;
  /** By law, or since a person was told that it goes: it is never refused. */
  readonly isOwed: boolean;
}
export const useOfText = (queued: Legible<QueuedData>, charge: Charge): Use => {
  const { segments, mms } = quantityOf(queued);
  return {
    key: {
      channel: mms > 0 ? 'mms' : 'sms',
      direction: 'out',
      country: countryOfNumber(queued.to),
      carrierClass: carrierClassOf(queued.from),
    },
    pieces: segments + mms,
    charge,
    isOwed: !holds('funds', { channel: 'text', purpose: queued.purpose }),
  };
};

/** A text or email that is to be paid out of a slice. */
export type Payment =
  | { readonly kind: 'paid'; readonly holdId: string; giveBack(): void }
  /** Nothing says what it costs: it goes, and a person looks at it in the statement. */
  | { readonly kind: 'unpriced' }
  | { readonly kind: 'refused'; readonly message: string; readonly isFilling: boolean };

/** So many recipients of a broadcast, or texts of their own, a slice is for; and for how long it is used, in ms. */
const most = { broadcast: 1_000, single: 50 } as const;
const usedMs = 5 * 60_000;
/** What is on its way when a slice is not used any more has arrived by then, mostly. */
const lingerMs = 60_000;
/** How often what was sent is booked while a slice is used; after it is used up, in ms. */
export const bookEveryMs = 60_000;
const bookAfterMs = 3_000;
/** For so long nobody asks again what has no price, in ms. */
const unpricedMs = 60_000;

interface Slice {
  readonly holdId: string;
  readonly usedUntil: number;
  left: number;
}
type Opened = { readonly kind: 'held' } | Exclude<Payment, { kind: 'paid' }>;
/** One for each payer, business, key and day: prices begin on a day. */
interface Desk {
  slice: Slice | null;
  opening: Promise<Opened> | null;
  unpricedUntil: number;
}

interface SliceDependencies {
  readonly db: Database;
  readonly commands: Pick<Commands, 'wallets'>;
  readonly clock: Clock;
  /** There is something to book later. */
  readonly wake: () => void;
}

/**
 * Money for the texts of this process, held in slices of what goes out in some minutes. A slice is known to the database
 * before its hold is to the ledger, and each of its texts names it: a process that dies leaves nothing unbooked.
 */
export function createSlices({ db, commands, clock, wake }: SliceDependencies) {
  const desks = new Map<string, Desk>();
  const now = () => clock.now().getTime();

  async function open(
    desk: Desk,
    { payer, businessId, key, charge, wanted, pieces, isOwed, opener }: Wish & { readonly wanted: number },
  ): Promise<Opened> {
    const price = await commands.wallets.slicePrice(payer, businessId, key, charge.day);
    if (price === null) {
      desk.unpricedUntil = now() + unpricedMs;
      return { kind: 'unpriced' };
    }
    const opened = now();
    const holdId = uuidV5(namespaces.command, 'slice', opener, String(opened));
    const usedUntil = opened + usedMs;
    const expiresAt = new Date(usedUntil + lingerMs);
    await sql`insert into ops.wallet_slices (hold_id, agency_id, business_id, currency, month, channel, country,
        carrier_class, carrier, price, resale, included, expires_at, due_at)
      values (${holdId}::uuid, ${payer.kind === 'agency' ? payer.id : null}::uuid, ${businessId}::uuid, ${price.currency},
        ${charge.month}::date, ${key.channel}, ${key.country}, ${key.carrierClass}, ${price.carrier}, ${price.price},
        ${price.resale}, ${price.included}, ${expiresAt}::timestamptz, ${new Date(opened + bookEveryMs)}::timestamptz)`.execute(
      db,
    );
    const { result } = await commands.wallets.holdSlice(payerContext('message-sender', payer, 'slice', [holdId]), {
      payer,
      currency: price.currency,
      holdId,
      month: charge.month,
      channel: key.channel,
      price: price.price,
      included: price.included,
      most: Math.max(wanted, pieces),
      least: pieces,
      expiresAt: expiresAt.toISOString(),
    });
    if (result.kind === 'refused' && !isOwed) {
      await sql`delete from ops.wallet_slices where hold_id = ${holdId}::uuid`.execute(db);
      return result;
    }
    // What is owed goes out all the same, and is booked below zero.
    desk.slice = { holdId, usedUntil, left: result.kind === 'held' ? result.pieces : wanted };
    wake();
    return { kind: 'held' };
  }

  const usedUp = ({ holdId }: Slice) =>
    sql`update ops.wallet_slices set due_at = least(due_at, ${new Date(now() + bookAfterMs)}::timestamptz)
      where hold_id = ${holdId}::uuid`.execute(db);

  async function take(wish: Wish & { readonly wanted: number }): Promise<Payment> {
    const name = [payerKey(wish.payer), wish.businessId, usageKeyText(wish.key), wish.charge.day, wish.isOwed].join();
    let desk = desks.get(name);
    if (desk === undefined) desks.set(name, (desk = { slice: null, opening: null, unpricedUntil: 0 }));
    for (;;) {
      if (desk.unpricedUntil > now()) return { kind: 'unpriced' };
      const { slice } = desk;
      if (slice !== null && slice.usedUntil > now() && slice.left >= wish.pieces) {
        slice.left -= wish.pieces;
        return {
          kind: 'paid',
          holdId: slice.holdId,
          giveBack: () => {
            slice.left += wish.pieces;
          },
        };
      }
      if (slice !== null && desk.opening === null) {
        desk.slice = null;
        await usedUp(slice);
      }
      const here = desk;
      const opened = await (here.opening ??= open(here, wish).finally(() => {
        here.opening = null;
      }));
      if (opened.kind !== 'held') return opened;
    }
  }

  return {
    /** Before a text or email of a payer with a wallet is `sending`. */
    pay(claim: Paid, use: Use): Promise<Payment> {
      const payer = Payer.parse(
        claim.agencyId === null ? { kind: 'business', id: claim.businessId } : { kind: 'agency', id: claim.agencyId },
      );
      return take({
        payer,
        businessId: BusinessId.parse(claim.businessId),
        ...use,
        wanted: use.pieces * (claim.broadcastId === null ? most.single : most.broadcast),
        opener: claim.id,
      });
    },
  };
}
export type Slices = ReturnType<typeof createSlices>;

interface Paid {
  readonly id: string;
  readonly agencyId: string | null;
  readonly businessId: string;
  readonly broadcastId: string | null;
}
interface Wish extends Use {
  readonly payer: Payer;
  readonly businessId: BusinessId;
  /** The text that opens a slice, where it has to: it names it, with the instant. */
  readonly opener: string;
}
