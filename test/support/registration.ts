import type { EventStore } from '../../adapters/event-store/port.ts';
import { type A2pBrandId, type A2pCampaignId, BusinessId } from '../../domain/kernel/ids.ts';
import { fold } from '../../domain/kernel/decider.ts';
import {
  type BrandReport,
  type CampaignReport,
  inSeconds,
  reportBrand,
  reportCampaign,
  reportNumber,
  submitBrand,
  submitCampaign,
} from '../../domain/registrations/a2p/decide.ts';
import type { A2pEvent } from '../../domain/registrations/a2p/events.ts';
import type { A2pNumberState } from '../../domain/registrations/a2p/fields.ts';
import { A2pRegistration } from '../../domain/registrations/a2p/registration.ts';
import { E164 } from '../../domain/sms/values.ts';
import { streams } from '../../domain/streams.ts';
import { brandForm, brandId, campaignContent, campaignId } from '../unit/domain/registrations/fixtures.ts';
import { said } from './said.ts';

export type Step = (state: A2pRegistration) => readonly A2pEvent[];

/** The steps of a registration, as the business asks for them and the carrier reports them. `at`: in ms. */
export function stepsOf(
  businessId: BusinessId,
  ids: { readonly brandId: A2pBrandId; readonly campaignId: A2pCampaignId } = { brandId, campaignId },
) {
  const report = (state: BrandReport['state'], at: number) => ({
    state,
    raw: state,
    problems: [],
    reportedAt: inSeconds(at),
    externalId: null,
  });
  return {
    submitBrand: ((state) => submitBrand({ businessId, brandId: ids.brandId, form: brandForm }, state)) as Step,
    brandIs:
      (is: BrandReport['state'], at: number): Step =>
      (state) =>
        reportBrand(
          { businessId, brandId: ids.brandId, report: { ...report(is, at), identity: null, score: null } },
          state,
        ),
    submitCampaign: ((state) => submitCampaign({ businessId, ...ids, content: campaignContent }, state)) as Step,
    campaignIs:
      (is: CampaignReport['state'], at: number, tier: Partial<CampaignReport> = {}): Step =>
      (state) =>
        reportCampaign(
          {
            businessId,
            campaignId: ids.campaignId,
            report: { ...report(is, at), attClass: null, attPerMinute: null, tmobileTier: null, ...tier },
          },
          state,
        ),
    numberIs:
      (number: string, is: A2pNumberState, at: number): Step =>
      (state) =>
        reportNumber(
          {
            businessId,
            campaignId: ids.campaignId,
            number: E164.parse(number),
            report: { state: is, raw: is, problems: [], reportedAt: inSeconds(at) },
          },
          state,
        ),
  };
}

/** What several steps one after the other append. */
export function happened(steps: readonly Step[], before: readonly A2pEvent[] = []): readonly A2pEvent[] {
  const events: A2pEvent[] = [];
  for (const step of steps) events.push(...step(fold(A2pRegistration, [...before, ...events])));
  return events;
}

/** The next steps of the registration of a business. */
export async function register(
  store: EventStore,
  tenant: { readonly businessId: string; readonly agencyId?: string | null },
  ...steps: readonly Step[]
): Promise<void> {
  const stream = streams.registrations(BusinessId.parse(tenant.businessId));
  const stored = await store.read(stream);
  const events = happened(steps, stored as unknown as readonly A2pEvent[]);
  const { businessId, agencyId = null } = tenant;
  const expected = stored.length === 0 ? 'noStream' : stored.at(-1)!.revision;
  await store.append(stream, expected, said(events, { agencyId, businessId }));
}
