import { reactions } from '../engine/reactions.ts';
import { couponReminders, couponReminderTimer, remindOfCoupon } from './reminders.ts';

export const couponReactions = reactions('coupons', ({ commands }) => ({
  follows: [couponReminders()],
  timers: { [couponReminderTimer]: remindOfCoupon(commands) },
}));
