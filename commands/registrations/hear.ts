import { z } from 'zod';
import type { RegistrationEvent } from '../../adapters/registrations/port.ts';
import { Business } from '../../domain/businesses/business.ts';
import { NumberClaim } from '../../domain/businesses/claims.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { BusinessId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import * as a2p from '../../domain/registrations/a2p/decide.ts';
import type { A2pEvent } from '../../domain/registrations/a2p/events.ts';
import { A2pRegistration } from '../../domain/registrations/a2p/registration.ts';
import { E164 } from '../../domain/sms/values.ts';
import { streams } from '../../domain/streams.ts';
import { command, question } from '../kernel/command.ts';
import { type CommandServices, startUnitOfWork, stateOf } from '../kernel/unit-of-work.ts';
import { deskOf } from './account.ts';

/** What was told of a business here, and the token of the account that has to have signed it. */
export interface ToldA2p {
  readonly businessId: BusinessId;
  readonly authToken: string;
  readonly event: RegistrationEvent;
}

/** What a body that came in tells of businesses here. Nothing of it is believed before its signature was checked. */
export const a2pTold = question(async (world: CommandServices, body: unknown): Promise<readonly ToldA2p[]> => {
  const events = world.registrations?.read(body) ?? [];
  const told: ToldA2p[] = [];
  for (const event of events) {
    const businessId = await ownerOf(world, event);
    if (businessId === null) continue;
    const business = stateOf(Business, await world.events.read(streams.business(businessId)));
    if (business.status === 'none') continue;
    const desk = await deskOf(world, business).catch((error: unknown) => {
      if (error instanceof DomainError) return null;
      throw error;
    });
    if (desk !== null) told.push({ businessId, authToken: desk.account.authToken, event });
  }
  return told;
});

async function ownerOf(world: CommandServices, { kind, reference }: RegistrationEvent): Promise<BusinessId | null> {
  if (kind !== 'number') {
    const found = (await world.registrationOf?.(reference)) ?? null;
    return found === null ? null : BusinessId.parse(found);
  }
  const claim = stateOf(NumberClaim, await world.events.read(streams.numberClaim(E164.parse(reference))));
  return claim.status === 'claimed' ? claim.businessId : null;
}

const Told = z.custom<RegistrationEvent>((given) => typeof given === 'object' && given !== null);

/** Notes what the carrier told of a business. Late, twice or out of order it changes nothing that is newer. */
export const hearA2p = command({
  input: z.object({ businessId: BusinessId, event: Told }),
  by: ['system'],
  async run({ world, context }, { businessId, event }) {
    const business = stateOf(Business, await world.events.read(streams.business(businessId)));
    const agencyId = business.status === 'none' ? null : business.agencyId;
    const { kind, reference, report } = event;
    const commandId = uuidV5(namespaces.command, 'a2p-told', businessId, reference, report.reportedAt, report.raw);
    const work = startUnitOfWork(world, context, { tenant: { agencyId, businessId }, commandId });
    const { events } = await work.change({
      stream: streams.registrations(businessId),
      aggregate: A2pRegistration,
      decide: (state): readonly A2pEvent[] => {
        if (kind === 'brand')
          return state.brand?.references['brand'] === reference ?
              a2p.reportBrand({ businessId, brandId: state.brand.id, report: event.report }, state)
            : [];
        const campaigns = [...state.campaigns.values()];
        if (kind === 'campaign') {
          const campaign = campaigns.find(({ references }) => references['service'] === reference);
          if (campaign === undefined) return [];
          // The event says less than the campaign itself: its tiers are asked for.
          return a2p.reportCampaign({ businessId, campaignId: campaign.id, report: event.report }, state);
        }
        const number = E164.parse(reference);
        const campaignId = state.numbers.get(number)?.campaignId ?? campaigns.at(-1)?.id;
        if (campaignId === undefined) return [];
        return a2p.reportNumber({ businessId, campaignId, number, report: event.report }, state);
      },
    });
    return work.outcome({ isNews: events.length > 0 });
  },
});
