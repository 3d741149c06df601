import type { Payer } from '../../domain/payments/payer.ts';
import { held } from '../../domain/kernel/edit.ts';
import {
  SubscriptionChanged,
  SubscriptionEnded,
  subscriptionEvents,
  SubscriptionStarted,
  storedSubscription,
  TrialGranted,
} from '../../domain/subscriptions/events.ts';
import { announceBilling } from '../announcements.ts';
import { perSchema } from '../engine/arrays.ts';
import { is, typesOf } from '../engine/events.ts';
import { createAll } from '../engine/table.ts';
import type { Projector } from '../engine-types.ts';
import {
  grantedTrialTable,
  subscriptionIndexes,
  subscriptionModel,
  subscriptionTable,
} from '../tables/subscriptions.ts';

const upserts = perSchema((schema) => ({
  subscriptions: subscriptionTable.upsert(schema, 's'),
  trials: grantedTrialTable.upsert(schema, 'g'),
}));

const ownerOf = ({ kind, id }: Payer) => ({
  payerId: id,
  agencyId: kind === 'agency' ? id : null,
  businessId: kind === 'business' ? id : null,
});

/** What payers subscribe to. */
export const subscriptions: Projector = {
  ...subscriptionModel,
  handles: typesOf(subscriptionEvents),
  create: createAll(subscriptionTable, grantedTrialTable),
  index: subscriptionIndexes,
  announce: announceBilling,
  fold: (events, schema) => {
    const [rows, trials] = [subscriptionTable.rows(), grantedTrialTable.rows()];
    for (const event of events) {
      if (is(event, SubscriptionStarted) || is(event, SubscriptionChanged) || is(event, SubscriptionEnded)) {
        const { subscriptionId: id, ...said } = held(event.data, storedSubscription);
        rows.merge({ id, ...ownerOf(event.data.payer), ...said });
      } else if (is(event, TrialGranted)) trials.merge({ ...ownerOf(event.data.payer), endsAt: event.data.endsAt });
    }
    const into = upserts(schema);
    return [...rows.toStatements(into.subscriptions), ...trials.toStatements(into.trials)];
  },
};
