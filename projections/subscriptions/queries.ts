import { sql } from 'kysely';
import type { Payer } from '../../domain/payments/payer.ts';
import type { StandingFacts } from '../../domain/subscriptions/standing.ts';
import { entitledStatuses, type Subscription } from '../../domain/subscriptions/subscriptions.ts';
import { dated, query, type ReadDatabase, tablesIn } from '../engine/query.ts';
import type { SelectedOf } from '../engine/table.ts';
import { agencyModel, agencyTable } from '../tables/agencies.ts';
import { businessModel, businessTable } from '../tables/businesses.ts';
import { planModel, planTable } from '../tables/plans.ts';
import { grantedTrialTable, subscriptionModel, subscriptionTable } from '../tables/subscriptions.ts';

const t = tablesIn(subscriptionModel);
const agencies = tablesIn(agencyModel)(agencyTable);
const businesses = tablesIn(businessModel)(businessTable);
const plans = tablesIn(planModel)(planTable);

const columns = subscriptionTable.select(
  's',
  'section',
  'planId',
  'version',
  'terms',
  'priceId',
  'itemId',
  'status',
  'requestId',
  'startedAt',
  'periodStart',
  'periodEnd',
  'trialEnd',
  'cancelAt',
  'endedAt',
);
type Row = SelectedOf<typeof columns> & { readonly subscriptionId: string };

const scopeOf = (payer: Payer) => (payer.kind === 'agency' ? { agencyId: payer.id } : { businessId: payer.id });

const ofPayer = async (db: ReadDatabase, payerId: string): Promise<readonly Subscription[]> => {
  const rows = await db.ask(
    sql<Row>`select s.id as "subscriptionId", ${columns} from ${t(subscriptionTable)} s
      where s.payer_id = ${payerId} order by s.started_at, s.id`,
  );
  return rows.map((row) => dated(row) as Subscription);
};

/** The records of the row, as `row_to_json` names their columns. */
interface Facts {
  readonly agency: StandingFacts['agency'];
  readonly business: StandingFacts['business'];
  readonly trialEndsAt: Date | null;
  readonly isA2pForSale: boolean;
}

const agencyFacts = sql`case when a.id is not null then json_build_object('freeFee', a.free_fee, 'isTemplate', a.is_template,
  'isActiveLivechat', a.is_active_livechat, 'isActiveLoop', a.is_active_loop,
  'freeMessages', coalesce(a.free_messages, 0), 'freeNumbers', coalesce(a.free_numbers, 0),
  'freeCalls', coalesce(a.free_calls, 0)) end`;
const businessFacts = sql`case when b.id is not null then json_build_object('freeFee', b.free_fee, 'isTemplate', b.is_template,
  'useBandwidth', b.use_bandwidth, 'isActiveMms', b.is_active_mms, 'isEnabledLivechat', b.is_enabled_livechat,
  'isActiveLivechat', b.is_active_livechat, 'isEnabledLoop', b.is_enabled_loop, 'isActiveLoop', b.is_active_loop,
  'hasNumber', b.number is not null) end`;

export const subscriptionQueries = {
  /** Which of these payers have a plan, or a trial that was granted to them, at an instant. */
  subscribedPayers: query({
    reads: 'operator',
    run: async (db, payerIds: readonly string[], now: Date): Promise<ReadonlySet<string>> => {
      const rows = await db.ask(
        sql<{ readonly id: string }>`
          select s.payer_id as id from ${t(subscriptionTable)} s
            where s.payer_id = any(${payerIds}::uuid[]) and s.section = 'plan' and s.status = any(${entitledStatuses})
          union select g.payer_id from ${t(grantedTrialTable)} g
            where g.payer_id = any(${payerIds}::uuid[]) and g.ends_at > ${now}`,
      );
      return new Set(rows.map(({ id }) => id));
    },
  }),

  /** What a payer subscribes to and did, the oldest first. */
  subscriptionsOf: query({ reads: scopeOf, run: (db, payer: Payer) => ofPayer(db, payer.id) }),

  /**
   * What decides how a tenant stands: a business through its agency, if it has one, or an agency. For `standing`. A
   * business is told what its agency's subscriptions give it, so there is no wall here.
   */
  standingFacts: query({
    reads: 'owner',
    run: async (db, agencyId: string | null, businessId: string | null): Promise<StandingFacts> => {
      const payerId = agencyId ?? businessId;
      if (payerId === null)
        return { agency: null, business: null, subscriptions: [], trialEndsAt: null, isA2pForSale: false };
      const kind = agencyId === null ? 'business' : 'agency';
      const [[facts], subscriptions] = await Promise.all([
        db.ask(sql<Facts>`
          select ${agencyFacts} as agency, ${businessFacts} as business, g.ends_at as "trialEndsAt",
            exists (select from ${plans} p where p.kind = ${kind} and p.section = 'a2p' and p.deleted_at is null)
              as "isA2pForSale"
          from (values (${agencyId}::uuid, ${businessId}::uuid)) as asked(agency_id, business_id)
          left join ${agencies} a on a.id = asked.agency_id
          left join ${businesses} b on b.id = asked.business_id
          left join ${t(grantedTrialTable)} g on g.payer_id = coalesce(asked.agency_id, asked.business_id)`),
        ofPayer(db, payerId),
      ]);
      return {
        agency: facts?.agency ?? null,
        business: facts?.business ?? null,
        subscriptions,
        trialEndsAt: facts?.trialEndsAt?.toISOString() ?? null,
        isA2pForSale: facts?.isA2pForSale ?? false,
      };
    },
  }),
};
