import type { Payer } from '../../domain/payments/payer.ts';
import { PayerAlertsChanged, payerAlertEvents } from '../../domain/limits/events.ts';
import { held } from '../../domain/kernel/edit.ts';
import {
  planMoveEvents,
  PlanMoveStarted,
  SubscriptionChanged,
  SubscriptionEnded,
  subscriptionEvents,
  SubscriptionMoved,
  SubscriptionMoveRequested,
  SubscriptionMoveSkipped,
  SubscriptionStarted,
  storedSubscription,
  TrialGranted,
} from '../../domain/subscriptions/events.ts';
import { announceStanding } from '../announcements.ts';
import { perSchema } from '../engine/arrays.ts';
import { is, typesOf } from '../engine/events.ts';
import { createAll } from '../engine/table.ts';
import type { Projector } from '../engine-types.ts';
import {
  grantedTrialTable,
  payerAlertTable,
  planMoveOutcomeTable,
  planMoveTable,
  subscriptionIndexes,
  subscriptionModel,
  subscriptionTable,
} from '../tables/subscriptions.ts';

const upserts = perSchema((schema) => ({
  subscriptions: subscriptionTable.upsert(schema, 's'),
  trials: grantedTrialTable.upsert(schema, 'g'),
  alerts: payerAlertTable.upsert(schema, 'a'),
  moves: planMoveTable.upsert(schema, 'm'),
  outcomes: planMoveOutcomeTable.upsert(schema, 'o'),
}));

const ownerOf = ({ kind, id }: Payer) => ({
  payerId: id,
  agencyId: kind === 'agency' ? id : null,
  businessId: kind === 'business' ? id : null,
});

/** What payers subscribe to. */
export const subscriptions: Projector = {
  ...subscriptionModel,
  handles: [...typesOf(subscriptionEvents), ...typesOf(planMoveEvents), ...typesOf(payerAlertEvents)],
  create: createAll(subscriptionTable, grantedTrialTable, payerAlertTable, planMoveTable, planMoveOutcomeTable),
  index: subscriptionIndexes,
  announce: announceStanding,
  fold: (events, schema) => {
    const [rows, trials] = [subscriptionTable.rows(), grantedTrialTable.rows()];
    const alerts = payerAlertTable.rows();
    const [moves, outcomes] = [planMoveTable.rows(), planMoveOutcomeTable.rows()];
    for (const event of events) {
      if (is(event, SubscriptionStarted) || is(event, SubscriptionChanged) || is(event, SubscriptionEnded)) {
        const { subscriptionId: id, ...said } = held(event.data, storedSubscription);
        rows.merge({ id, ...ownerOf(event.data.payer), ...said });
      } else if (is(event, TrialGranted)) trials.merge({ ...ownerOf(event.data.payer), endsAt: event.data.endsAt });
      else if (is(event, PayerAlertsChanged))
        alerts.merge({ ...ownerOf(event.data.payer), thresholds: event.data.thresholds });
      else if (is(event, PlanMoveStarted)) {
        const { moveId: id, planId, fromVersions, version, when, subscribers } = event.data;
        moves.merge({
          id,
          planId,
          fromVersions,
          version,
          moment: when,
          subscribers,
          startedAt: event.metadata.occurredAt,
        });
      } else if (
        is(event, SubscriptionMoveRequested) ||
        is(event, SubscriptionMoved) ||
        is(event, SubscriptionMoveSkipped)
      ) {
        const { moveId, payer } = event.data;
        outcomes.merge({
          moveId,
          payerId: payer.id,
          payerKind: payer.kind,
          state:
            is(event, SubscriptionMoved) ? 'moved'
            : is(event, SubscriptionMoveRequested) ? 'requested'
            : 'skipped',
          reason: is(event, SubscriptionMoveSkipped) ? event.data.reason : null,
          at: event.metadata.occurredAt,
        });
      }
    }
    const into = upserts(schema);
    return [
      ...rows.toStatements(into.subscriptions),
      ...trials.toStatements(into.trials),
      ...alerts.toStatements(into.alerts),
      ...moves.toStatements(into.moves),
      ...outcomes.toStatements(into.outcomes),
    ];
  },
};
