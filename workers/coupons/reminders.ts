import type { StoredEvent } from '../../adapters/event-store/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import { reminderTimes } from '../../domain/coupons/coupon.ts';
import { CouponExtended, CouponIssued } from '../../domain/coupons/events.ts';
import { is } from '../../domain/kernel/event.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { workerContext } from '../context.ts';
import { setTimers, type Timer, type TimerHandler } from '../engine/timers.ts';
import type { RecordingWorker } from '../engine/worker.ts';

export const couponReminderTimer = 'reminder-of-coupon';

/**
 * Sets the reminders of a coupon when it is issued and, for its new expiry, when it is extended. Those of the former
 * expiry fire too: the command sees that they are over.
 */
export const couponReminders = (): RecordingWorker => ({
  kind: 'recording',
  name: 'coupon-reminders',
  handles: [CouponIssued.type, CouponExtended.type],
  record: (events, trx) => setTimers(trx, events.flatMap(timersOf)),
});

function timersOf(event: StoredEvent): readonly Timer[] {
  if (!is(event, CouponIssued) && !is(event, CouponExtended)) return [];
  const { couponId, contactId, businessId, expiresAt, timezone, reminders } = event.data;
  if (contactId === null || expiresAt === null) return [];
  return reminderTimes({ expiresAt, timezone, reminders }, event.metadata.occurredAt).map(({ days, at }) => ({
    id: uuidV5(namespaces.command, couponReminderTimer, couponId, expiresAt, String(days)),
    kind: couponReminderTimer,
    dueAt: at,
    payload: { couponId, businessId, agencyId: event.metadata.tenant.agencyId, expiresAt, days },
  }));
}

/** Looks at everything again: see commands/coupons/remind. */
export const remindOfCoupon =
  (commands: Commands): TimerHandler =>
  async ({ payload }) => {
    const { couponId, businessId, agencyId, expiresAt, days } = payload as {
      couponId: string;
      businessId: string;
      agencyId: string | null;
      expiresAt: string;
      days: number;
    };
    const context = workerContext(
      'coupon-reminders',
      { agencyId, businessId },
      'remind-of-coupon',
      [couponId, expiresAt, String(days)],
      { correlationId: couponId, causationId: null },
    );
    await commands.coupons.remind(context, { couponId, expiresAt, days });
  };
