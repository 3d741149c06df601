import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../adapters/clock/port.ts';
import type { StoredEvent } from '../../adapters/event-store/port.ts';
import type { Leases } from '../../adapters/database/lease.ts';
import type { Commands } from '../../commands/catalogue.ts';
import { BusinessNumberAssigned } from '../../domain/businesses/events.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { platformTenant } from '../../domain/kernel/event.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import {
  A2pBrandReviewed,
  A2pBrandSubmitted,
  A2pCampaignReviewed,
  A2pCampaignSubmitted,
  A2pCanceled,
  A2pFeeFunded,
  A2pFeeUnfunded,
} from '../../domain/registrations/a2p/events.ts';
import type { Payer } from '../../domain/payments/payer.ts';
import {
  CreditGranted,
  DisputeClosed,
  FundsAdded,
  PostingReversed,
  WalletAdjusted,
} from '../../domain/wallets/events.ts';
import { pollLoop, whileLeased } from '../engine/poll-loop.ts';
import { createSetAside, type SetAside } from '../engine/set-aside.ts';
import type { Bell } from '../engine/wait.ts';
import type { Database, RecordingWorker } from '../engine/worker.ts';
import { checkOnce } from './checks.ts';

export interface RegistrarSettings {
  /** How often it is looked whether something is due, in ms. Default: 15 s. */
  readonly everyMs: number;
  /** How often the carrier is asked about a review, in ms: from the first to the longest, a quarter of the time it has taken. */
  readonly askMs: number;
  readonly longestMs: number;
  /** How often it is asked about what it has decided, in ms. Default: a day. */
  readonly checkMs: number;
}
export const defaultRegistrar: RegistrarSettings = {
  everyMs: 15_000,
  askMs: 60_000,
  longestMs: 4 * 3_600_000,
  checkMs: 86_400_000,
};

/** Businesses that one round goes on with. */
const batch = 20;
/** Between looks for what is to be asked about again, in ms. */
const checksEveryMs = 60_000;
/** The steps that one turn of a business takes, so that others have theirs. */
const stepsAtOnce = 40;

/** More can be spent of a wallet after these. What else frees money is noticed when the registration is looked at again. */
const fundsCame: ReadonlySet<string> = new Set(
  [FundsAdded, CreditGranted, WalletAdjusted, PostingReversed, DisputeClosed].map(({ type }) => type),
);

/** Notes that the registration of a business is to be gone on with. */
export function registrationLooks(wake: () => void): RecordingWorker {
  return {
    kind: 'recording',
    name: 'registration-looks',
    handles: [
      A2pBrandSubmitted.type,
      A2pBrandReviewed.type,
      A2pCampaignSubmitted.type,
      A2pCampaignReviewed.type,
      A2pFeeUnfunded.type,
      A2pFeeFunded.type,
      A2pCanceled.type,
      BusinessNumberAssigned.type,
      ...fundsCame,
    ],
    async record(events, trx) {
      await goOn(
        events.filter(({ type }) => !fundsCame.has(type)),
        trx,
      );
      await goOnWithFunds(
        events.filter(({ type }) => fundsCame.has(type)),
        trx,
      );
    },
    committed: wake,
  };
}

async function goOn(events: readonly StoredEvent[], trx: Database): Promise<void> {
  const due = new Map(
    events.map(({ data, metadata }) => [data['businessId'] as string, new Date(metadata.occurredAt)]),
  );
  const rows = [...due].toSorted(([one], [other]) => (one < other ? -1 : 1));
  if (rows.length === 0) return;
  await sql`insert into ops.registration_looks (business_id, due_at, since)
    select id, at, at from unnest(${rows.map(([id]) => id)}::uuid[], ${rows.map(([, at]) => at)}::timestamptz[]) as d (id, at)
    on conflict (business_id) do update set due_at = least(registration_looks.due_at, excluded.due_at),
      since = excluded.since`.execute(trx);
  const lacking = new Map(
    events.flatMap(({ type, data }) =>
      type === A2pFeeUnfunded.type || type === A2pFeeFunded.type ?
        [[data['businessId'] as string, type === A2pFeeUnfunded.type ? (data['payer'] as Payer).id : null] as const]
      : [],
    ),
  );
  if (lacking.size > 0)
    await sql`update ops.registration_looks l set lacking_payer_id = d.payer_id
      from unnest(${[...lacking.keys()]}::uuid[], ${[...lacking.values()]}::uuid[]) as d (id, payer_id)
      where d.id = l.business_id`.execute(trx);
}

async function goOnWithFunds(events: readonly StoredEvent[], trx: Database): Promise<void> {
  const last = events.at(-1);
  if (last === undefined) return;
  const payers = [...new Set(events.map(({ data }) => (data['payer'] as Payer).id as string))];
  const at = new Date(last.metadata.occurredAt);
  // In the order in which others lock them.
  await sql`update ops.registration_looks l set due_at = least(l.due_at, ${at}), since = ${at}
    from (select business_id from ops.registration_looks where lacking_payer_id = any(${payers}::uuid[])
      and isfinite(due_at) order by business_id for update) d where d.business_id = l.business_id`.execute(trx);
}

export interface Registrar {
  readonly db: Database;
  readonly commands: Commands;
  readonly now: () => Date;
  readonly settings: RegistrarSettings;
  readonly aside: SetAside;
}

function contextOf(businessId: string, ...purpose: readonly string[]) {
  const commandId = uuidV5(namespaces.command, 'registrar', businessId, ...purpose);
  return {
    caller: { role: 'system', actor: { kind: 'system', name: 'registrar' }, tenant: platformTenant },
    commandId,
    correlationId: commandId,
    causationId: null,
  } as const;
}

/** Goes on with every registration that is due. Answers whether there may be more. */
export async function registerOnce({ db, commands, now, settings, aside }: Registrar): Promise<boolean> {
  const { rows } = await sql<{ business_id: string; due_at: Date; since: Date }>`
    select business_id, due_at, since from ops.registration_looks where due_at <= ${now()}
    order by due_at limit ${batch}`.execute(db);
  for (const { business_id: businessId, due_at: due, since } of rows) {
    const attempt = await aside.attempt(businessId, { businessId }, async () => {
      for (let n = 0; n < stepsAtOnce; n += 1) {
        const { result } = await commands.registrations
          .advanceA2p(contextOf(businessId, due.toISOString(), String(n)), { businessId })
          .catch((error: unknown) => {
            if (!(error instanceof DomainError)) throw error;
            // A business that is gone has nothing to be registered, and a carrier that is away is asked later.
            if (error.code === 'not_found') return { result: { again: null } };
            if (error.code === 'provider_unavailable') return { result: { again: 'later' as const } };
            throw error;
          });
        if (result.again !== 'now') return result.again;
      }
      return 'now' as const;
    });
    const again = attempt.done ? attempt.value : 'resting';
    // What was noted meanwhile is gone on with at once.
    const same = sql`business_id = ${businessId} and due_at = ${due} and since = ${since}`;
    if (again === null) await sql`delete from ops.registration_looks where ${same}`.execute(db);
    else if (again !== 'now') {
      const waitMs =
        attempt.done ? untilNext(now().getTime() - since.getTime(), settings) : Math.max(attempt.restsMs, 1_000);
      await sql`update ops.registration_looks set due_at = ${new Date(now().getTime() + waitMs)}
        where ${same}`.execute(db);
    }
  }
  return rows.length === batch;
}

/** A review is asked about more rarely the longer it takes. */
const untilNext = (sinceMs: number, { askMs, longestMs }: RegistrarSettings): number =>
  Math.min(Math.max(sinceMs / 4, askMs), longestMs);

/** Hands registrations to the carrier and asks what became of them. One process at a time, by its lease. */
export async function runRegistrar(
  parts: Omit<Registrar, 'aside'> & {
    readonly leases: Leases;
    readonly clock: Clock;
    readonly log: Logger;
    readonly bell: Bell;
  },
  signal: AbortSignal,
): Promise<void> {
  const { leases, clock, log, bell, settings } = parts;
  const aside = createSetAside({ clock, log, part: 'registration' });
  let checkedAt = -checksEveryMs;
  // What is asked about once a day needs no look every few seconds.
  const check = async (): Promise<boolean> => {
    if (clock.elapsed() - checkedAt < checksEveryMs) return false;
    const isMore = await checkOnce({ ...parts, aside });
    if (!isMore) checkedAt = clock.elapsed();
    return isMore;
  };
  await whileLeased(leases, 'worker-registrations', signal, (either) =>
    pollLoop(
      {
        name: 'registrations',
        // What is under way goes before what is only asked about again.
        work: async () => ((await registerOnce({ ...parts, aside })) || (await check()) ? 0 : settings.everyMs),
        bell,
        clock,
        log,
      },
      either,
    ),
  );
}
