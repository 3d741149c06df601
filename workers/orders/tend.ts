import type { Commands } from '../../commands/catalogue.ts';
import { OrderPaymentStarted, OrderStarted } from '../../domain/orders/events.ts';
import { is } from '../../domain/kernel/event.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { platformTenant } from '../../domain/kernel/event.ts';
import { setTimers, type Timer, type TimerHandler } from '../engine/timers.ts';
import type { Database, RecordingWorker } from '../engine/worker.ts';

/** The timer that looks after an order. */
export const orderTimer = 'tend-order';
/** After a card was given, and from then on while the order is not at its end, in ms. */
const soonMs = 60_000;
const nextMs = 5 * 60_000;
/** When an order that no one went on with has expired. */
const lateMs = 2 * 3_600_000 + 60_000;

const timer = (orderId: string, cause: string, dueAt: Date): Timer => ({
  id: uuidV5(namespaces.command, orderTimer, orderId, cause),
  kind: orderTimer,
  dueAt,
  payload: { orderId },
});

/** Every order is looked after: soon when a card was given, and late in any case. */
export function orderFeed(): RecordingWorker {
  return {
    kind: 'recording',
    name: 'orders',
    handles: [OrderStarted.type, OrderPaymentStarted.type],
    async record(events, trx) {
      const timers = events.flatMap((event) => {
        const at = Date.parse(event.metadata.occurredAt);
        if (is(event, OrderStarted)) return [timer(event.data.orderId, 'late', new Date(at + lateMs))];
        if (!is(event, OrderPaymentStarted)) return [];
        const { orderId, attempt } = event.data;
        return [timer(orderId, `soon/${attempt}`, new Date(at + soonMs))];
      });
      await setTimers(trx, timers);
    },
  };
}

/**
 * Takes an order on, and looks again while it is not at its end. A provider that is away is asked again as long as it
 * takes: a paid order ends in an account or in a refund.
 */
export const tendOrders =
  ({
    commands,
    db,
    now,
  }: {
    readonly commands: Commands;
    readonly db: Database;
    readonly now: () => Date;
  }): TimerHandler =>
  async ({ id, payload }) => {
    const { orderId } = payload as { readonly orderId: string };
    const context = {
      caller: { role: 'system', actor: { kind: 'system', name: 'orders' }, tenant: platformTenant },
      commandId: uuidV5(namespaces.command, id, 'tend'),
      correlationId: orderId,
      causationId: null,
    } as const;
    const again = await commands.orders.tend(context, { orderId }).then(
      ({ result }) => result.again,
      (error: unknown) => {
        if ((error as { readonly code?: unknown }).code === 'provider_unavailable') return true;
        throw error;
      },
    );
    if (again) await setTimers(db, [timer(orderId, id, new Date(now().getTime() + nextMs))]);
  };
