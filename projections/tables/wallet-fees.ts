import { type RawBuilder, sql } from 'kysely';
import { FeeCharged, PostingReversed } from '../../domain/wallets/events.ts';
import { tablesIn } from '../engine/query.ts';
import { businessModel, businessTable } from './businesses.ts';
import { walletLineTable, walletModel } from './wallets.ts';

const lines = tablesIn(walletModel)(walletLineTable);
const businesses = tablesIn(businessModel)(businessTable);
const [charged, reversed] = [sql.lit(FeeCharged.type), sql.lit(PostingReversed.type)];

/**
 * The fees that a wallet was charged, and those that were booked back (`units` below 0), on their days in the zone of the
 * business: `id`, `position`, `business_id`, `what`, `day`, `units`. Both are read by indexes of their own.
 */
export const feesOf = (walletId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select f.id, f.position, f.business_id, f.what, f.units,
    (f.at at time zone coalesce((select b.zone from ${businesses} b where b.id = f.business_id), 'UTC'))::date as day
  from (
    select l.id, l.position, l.at, (l.cause ->> 'businessId')::uuid as business_id, l.cause ->> 'fee' as what,
      -l.units as units
    from ${lines} l where l.wallet_id = ${walletId} and l.type = ${charged}
    union all
    select r.id, r.position, r.at, (l.cause ->> 'businessId')::uuid, l.cause ->> 'fee', -r.units
    from ${lines} r join ${lines} l on l.wallet_id = r.wallet_id and l.type = ${charged}
      and l.id = (r.cause ->> 'reversedEventId')::uuid
    where r.wallet_id = ${walletId} and r.type = ${reversed}
  ) f`;
