import type { EventStore } from '../../adapters/event-store/port.ts';
import { AgencyId, BusinessId, PlanId } from '../../domain/kernel/ids.ts';
import type { Payer } from '../../domain/payments/payer.ts';
import type { PlanTerms } from '../../domain/plans/fields.ts';
import { streams } from '../../domain/streams.ts';
import { SubscriptionStarted } from '../../domain/subscriptions/events.ts';
import { said } from './said.ts';

/** What a plan of tests includes; no more is sold. */
export const planTerms: PlanTerms = {
  name: 'Growth',
  description: '',
  amount: 9900,
  currency: 'USD',
  interval: 'month',
  trialDays: 0,
  messages: 1000,
  mms: 100,
  emails: 1000,
  contacts: 2,
  numbers: 1,
  minutes: 0,
  overageMessages: null,
  overageMms: null,
  overageEmails: null,
  overageContacts: null,
  overageNumbers: null,
  overageMinutes: null,
  features: [],
};

/** An agency, or a business, on a plan of its own that the payment provider says this of. */
export async function subscribed(
  store: EventStore,
  of: { readonly businessId: string } | { readonly agencyId: string },
  { status = 'active', ...more }: { readonly status?: string } & Partial<PlanTerms> = {},
): Promise<void> {
  const isAgency = !('businessId' in of);
  const id = isAgency ? AgencyId.parse(of.agencyId) : BusinessId.parse(of.businessId);
  const payer = isAgency ? { kind: 'agency', id: id as AgencyId } : { kind: 'business', id: id as BusinessId };
  const tenant = isAgency ? { agencyId: id, businessId: null } : { agencyId: null, businessId: id };
  const at = '2026-10-01T00:00:00.000Z';
  const started = SubscriptionStarted.create({
    payer: payer as Payer,
    subscriptionId: `sub_${id.slice(0, 8)}`,
    section: 'plan',
    planId: PlanId.parse('00000000-0000-4000-8000-0000000000aa'),
    version: 1,
    terms: { ...planTerms, ...more },
    priceId: 'price_1',
    itemId: 'si_1',
    status,
    requestId: null,
    startedAt: at,
    periodStart: at,
    periodEnd: '2099-11-01T00:00:00.000Z',
    trialEnd: null,
    cancelAt: null,
    endedAt: null,
  });
  await store.append(streams.subscriptions(id), 'noStream', said([started], tenant, at));
}
