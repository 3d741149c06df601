import type { Commands } from '../../commands/catalogue.ts';
import { is } from '../../domain/kernel/event.ts';
import { SubscriptionChanged, SubscriptionEnded, TrialGranted } from '../../domain/subscriptions/events.ts';
import { payerContext } from '../engine/payer-context.ts';
import type { CommandingWorker } from '../engine/worker.ts';

/** Its checkpoint, which stays. */
const name = 'trial-notices';

const troubles: ReadonlySet<string> = new Set(['past_due', 'unpaid', 'canceled']);

/** Tells the people of a payer of its trial, of a payment that failed, and of what has ended. */
export function subscriptionNotices(commands: Commands): CommandingWorker {
  return {
    kind: 'commanding',
    name,
    handles: [TrialGranted.type, SubscriptionChanged.type, SubscriptionEnded.type],
    async issue(events) {
      for (const event of events)
        if (is(event, TrialGranted)) {
          const { payer, endsAt } = event.data;
          const context = payerContext(name, payer, 'trial-notice', [event.id], event.id);
          await commands.notifications.trialGranted(context, { payer, endsAt });
        } else if (is(event, SubscriptionChanged) || is(event, SubscriptionEnded)) {
          const { payer, subscriptionId, status } = event.data;
          if (!troubles.has(status)) continue;
          const context = payerContext(name, payer, 'subscription-trouble', [event.id], event.id);
          const refusal = status === 'canceled' ? null : await commands.subscriptions.latestRefusal(subscriptionId);
          await commands.notifications.subscriptionTrouble(context, { payer, subscriptionId, refusal });
        }
    },
  };
}
