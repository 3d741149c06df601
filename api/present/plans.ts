import type { z } from 'zod';
import type { PlanVersionView, PlanView } from '../../projections/plans/queries.ts';
import type { MovePreview as MovePreviewRowView } from '../../commands/subscriptions/moves.ts';
import type { Sold } from '../../commands/subscriptions/prices.ts';
import type { MoveCandidate, PlanMoveView, SkippedPayer } from '../../projections/subscriptions/moves.ts';
import {
  type MovePreview,
  Plan,
  PlanMove,
  type PlanMoveReply,
  PlanVersion,
  type Price,
  type PlanRecord,
} from '../contract/plans.ts';
import { as } from './as.ts';

const plan = as(Plan);
const version = as(PlanVersion);

export const presentPlan = ({ terms, ...view }: PlanView): Plan => plan({ ...terms, ...view });
export const presentPlanRecord = (view: PlanView, versions: readonly PlanVersionView[]): PlanRecord => ({
  ...presentPlan(view),
  revision: view.revision,
  versions: versions.map(({ terms, ...of }) => version({ ...terms, ...of })),
});
export const presentPrice = ({ id, section, terms }: PlanView): z.output<typeof Price> => ({
  plan_id: id,
  name: terms.name,
  section,
  amount: terms.amount,
  currency: terms.currency,
  interval: terms.interval,
  trial_days: terms.trialDays,
});

const move = as(PlanMove);
export const presentMove = (view: PlanMoveView): PlanMove => move({ ...view, fromVersions: [...view.fromVersions] });
export const presentMoveRecord = (
  view: PlanMoveView,
  skips: readonly SkippedPayer[],
): z.output<typeof PlanMoveReply>['data'] => ({
  ...presentMove(view),
  skips: skips.map(({ id, kind, name, reason, at }) => ({ payer: { kind, id, name }, reason, at })),
});
/** `found`: the page that is shown, and what all of them pay. */
export function presentMovePreview(
  { sold, rows }: { readonly sold: Sold; readonly rows: readonly MovePreviewRowView[] },
  found: {
    readonly rows: readonly MoveCandidate[];
    readonly total: number;
    readonly movable: number;
    readonly amount: number;
  },
  prorationDate: Date,
): MovePreview {
  const names = new Map(found.rows.map(({ id, name }) => [id, name]));
  const { amount, currency, interval } = sold.terms;
  return {
    version: sold.version,
    currency,
    interval,
    proration_date: prorationDate.toISOString(),
    subscribers: found.total,
    movable: found.movable,
    from_total: found.amount,
    total: found.movable * amount,
    rows: rows.map((row) => ({
      payer: { kind: row.payer.kind, id: row.payer.id, name: names.get(row.payer.id) ?? '' },
      from_version: row.fromVersion,
      from_amount: row.fromAmount,
      amount: row.amount,
      at: row.at?.toISOString() ?? null,
      due_now: row.dueNow,
      skip: row.skip,
    })),
  };
}
