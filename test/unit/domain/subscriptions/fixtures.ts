import { AgencyId, PlanId } from '../../../../domain/kernel/ids.ts';
import type { Payer } from '../../../../domain/payments/payer.ts';
import type { PlanTerms } from '../../../../domain/plans/fields.ts';
import type { Subscription } from '../../../../domain/subscriptions/subscriptions.ts';

export const terms: PlanTerms = {
  name: 'Growth',
  description: '',
  amount: 9900,
  currency: 'USD',
  interval: 'month',
  trialDays: 14,
  messages: 5000,
  mms: 0,
  emails: null,
  contacts: 10_000,
  numbers: 1,
  minutes: 0,
  overageMessages: 15_000,
  overageMms: null,
  overageEmails: null,
  overageContacts: null,
  overageNumbers: null,
  overageMinutes: null,
  features: ['livechat'],
};

export const payer: Payer = { kind: 'agency', id: AgencyId.parse('7d9f7c1e-55f0-4f0e-8a7b-0c1f5e1b0001') };
export const planId = PlanId.parse('2b1f0c5a-6a0e-5f4e-9d7e-0c9f6f5d0001');

export const subscription = (given: Partial<Subscription> = {}): Subscription => ({
  subscriptionId: 'sub_1',
  section: 'plan',
  planId,
  version: 1,
  terms,
  priceId: 'price_1',
  itemId: 'si_1',
  status: 'active',
  requestId: null,
  startedAt: '2026-11-01T00:00:00.000Z',
  periodStart: '2026-11-01T00:00:00.000Z',
  periodEnd: '2026-12-01T00:00:00.000Z',
  trialEnd: null,
  cancelAt: null,
  endedAt: null,
  ...given,
});
