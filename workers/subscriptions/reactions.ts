import { reactions } from '../engine/reactions.ts';
import { archivePrices, archivePricesTimer, planPrices } from './prices.ts';
import { defaultReconcile, type ReconcileSettings, runReconciler, subscriptionLooks } from './reconcile.ts';
import { subscriptionNotices } from './notices.ts';

interface Needs {
  /** How often the payment provider is asked what no webhook told. */
  readonly config: { readonly reconcile?: Partial<ReconcileSettings> };
}

export const subscriptionReactions = reactions<Needs>(
  'subscriptions',
  ({ store, db, commands, now, clock, log, leases, bells, config }) => {
    const settings = { ...defaultReconcile, ...config.reconcile };
    return {
      follows: [subscriptionLooks(settings), planPrices(() => bells.timers.ring()), subscriptionNotices(commands)],
      timers: { [archivePricesTimer]: archivePrices({ commands, db, now }) },
      loops: [({ stopping }) => runReconciler({ store, db, commands, now, clock, log, leases, settings }, stopping)],
    };
  },
);
