import { DomainError } from '../kernel/errors.ts';
import type { LimitedFeature, Need } from './fields.ts';
import type { BlockedReason } from '../subscriptions/fields.ts';
import type { Standing } from '../subscriptions/standing.ts';

/** Why something is refused until it is paid for. */
export type PaymentReason =
  Exclude<BlockedReason, 'no-number'> | LimitedFeature | 'mms' | 'contact-limit' | 'number-limit' | 'whitelabel';

/** Refused until it is paid for (402). `reason`: for programs; the message says what to do. */
export class PaymentRequired extends DomainError {
  readonly reason: PaymentReason;
  constructor(reason: PaymentReason, message: string = whatToDo[reason]) {
    super('payment_required', message);
    this.reason = reason;
  }
}

const whatToDo: Readonly<Record<PaymentReason, string>> = {
  'not-subscribed': 'You need a subscription for this. Choose a plan under Subscription.',
  'trial-ended': 'Your trial has ended. Choose a plan under Subscription.',
  'payment-incomplete': 'Your first payment isn’t complete. Finish it under Subscription.',
  'payment-failed': 'Your last payment failed. Update your card under Payment methods.',
  paused: 'Your subscription is paused. Resume it under Subscription.',
  'agency-not-subscribed': 'Your agency’s subscription isn’t active. Ask your agency to renew it.',
  livechat: 'Your plan doesn’t include live chat. Add it under Two-Way Texting, or ask your agency.',
  loop: 'Your plan doesn’t include loops. Add them under Loop Subscription, or ask your agency.',
  mms: 'Your plan doesn’t include picture messages. Choose a plan that does, or ask your agency.',
  'contact-limit': 'You have reached the contact limit of your plan.',
  whitelabel:
    'Your plan doesn’t include white label. Choose a plan that does under Subscription. What is set stays as it is.',
  'number-limit': 'You have reached the number limit of your plan. Choose a larger plan under Subscription.',
};

/** Why a tenant can't send, publish or buy; null: it can. A missing number holds back texts alone, and is bought. */
export const unpaid = ({ isBlocked }: Pick<Standing, 'isBlocked'>): Exclude<BlockedReason, 'no-number'> | null =>
  isBlocked === 'no-number' ? null : isBlocked;

/** What has to be paid before anything is sent, in words; null: nothing, or payments are off. */
export function unpaidNote(standing: Pick<Standing, 'isBlocked'> | null): string | null {
  const reason = standing === null ? null : unpaid(standing);
  return reason === null ? null : whatToDo[reason];
}

/** What is missing for a need; null: nothing. */
export function missingFor(need: Need, standing: Pick<Standing, 'isBlocked' | 'features'>): PaymentReason | null {
  if (need === 'nothing') return null;
  const blocked = unpaid(standing);
  if (blocked !== null || need === 'standing') return blocked;
  return standing.features[need] ? null : need;
}
