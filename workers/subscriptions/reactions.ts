import { reactions } from '../engine/reactions.ts';
import {
  moveNotices,
  moveOneTimer,
  moveSubscriber,
  moveSubscribers,
  moveTimer,
  planMoves,
  type SubscribersOfVersions,
} from './moves.ts';
import { archivePrices, archivePricesTimer, planPrices } from './prices.ts';
import { defaultReconcile, type ReconcileSettings, runReconciler, subscriptionLooks } from './reconcile.ts';
import { subscriptionNotices } from './notices.ts';

interface Needs {
  readonly subscribersOfVersions: SubscribersOfVersions;
  /** How often the payment provider is asked what no webhook told. */
  readonly config: { readonly reconcile?: Partial<ReconcileSettings> };
}

export const subscriptionReactions = reactions<Needs>(
  'subscriptions',
  ({ store, db, commands, now, clock, log, leases, bells, config, subscribersOfVersions }) => {
    const settings = { ...defaultReconcile, ...config.reconcile };
    const moving = { commands, db, now, log, subscribersOfVersions };
    return {
      follows: [
        subscriptionLooks(settings),
        planPrices(() => bells.timers.ring()),
        planMoves(() => bells.timers.ring()),
        moveNotices(commands),
        subscriptionNotices(commands),
      ],
      timers: {
        [archivePricesTimer]: archivePrices({ commands, db, now }),
        [moveTimer]: moveSubscribers(moving),
        [moveOneTimer]: moveSubscriber(moving),
      },
      loops: [({ stopping }) => runReconciler({ store, db, commands, now, clock, log, leases, settings }, stopping)],
    };
  },
);
