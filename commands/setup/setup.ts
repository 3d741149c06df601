import { z } from 'zod';
import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { Agency } from '../../domain/agencies/agency.ts';
import * as agencies from '../../domain/agencies/decide.ts';
import { agencyFields } from '../../domain/agencies/fields.ts';
import { Business } from '../../domain/businesses/business.ts';
import {
  claimKeyword,
  claimNumber,
  claimUniqueId,
  KeywordClaim,
  NumberClaim,
  UniqueIdClaim,
} from '../../domain/businesses/claims.ts';
import * as businesses from '../../domain/businesses/decide.ts';
import { NumberClaimed } from '../../domain/businesses/events.ts';
import { businessFields } from '../../domain/businesses/fields.ts';
import * as campaigns from '../../domain/campaigns/campaign.ts';
import { CampaignCreated } from '../../domain/campaigns/events.ts';
import { campaignFields } from '../../domain/campaigns/fields.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { is } from '../../domain/kernel/event.ts';
import { text } from '../../domain/kernel/fields.ts';
import { AgencyId, BusinessId, CampaignId } from '../../domain/kernel/ids.ts';
import { messageFields } from '../../domain/messages/fields.ts';
import { checkTemplate } from '../../domain/personalization/text-fields.ts';
import { defaultCountry, parsePhone } from '../../domain/sms/phone.ts';
import { streams } from '../../domain/streams.ts';
import { operators, peopleAndSystem, platform } from '../kernel/caller.ts';
import { command, decision } from '../kernel/command.ts';
import { allow, allowTenant, startUnitOfWork, furthest, stateOf } from '../kernel/unit-of-work.ts';
import { enlist, followNumber } from '../campaigns/campaigns-of-business.ts';
import { ownBusiness } from '../kernel/own-business.ts';

const { details, billing } = businessFields;
const uniqueId = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.string().regex(/^[a-z0-9-]{3,60}$/, 'The unique id has 3 to 60 letters a–z, digits and hyphens.'));

export const createAgency = decision({
  input: z.object({ agencyId: AgencyId, name: agencyFields.details.name, email: agencyFields.details.email }),
  by: platform,
  aggregate: Agency,
  at: (_, { agencyId }) => ({ stream: streams.agency(agencyId), tenant: { agencyId, businessId: null } }),
  decide: agencies.createAgency,
});

/** The unique id is claimed first; a command cut off after that goes on when repeated. */
export const createBusiness = command({
  input: z.object({
    businessId: BusinessId,
    agencyId: AgencyId.nullable(),
    name: details.name,
    uniqueId,
    currency: details.currency,
    timezone: details.timezone,
    dateFormat: details.dateFormat,
    monthlyMessages: billing.monthlyMessages,
    contactLimit: billing.contactLimit,
    isActiveMms: businessFields.features.isActiveMms.optional(),
  }),
  by: operators,
  async run({ world, context }, input) {
    const tenant = { agencyId: input.agencyId, businessId: input.businessId };
    if (input.agencyId !== null) {
      allowTenant(context.caller, tenant, 'This agency');
      if (stateOf(Agency, await world.events.read(streams.agency(input.agencyId))).status === 'none')
        throw new DomainError('not_found', 'This agency does not exist.');
    } else {
      allow(context.caller, ...platform);
    }
    const stream = streams.business(input.businessId);
    const seen = await world.events.read(stream);
    // An id of somebody else's business claims nothing.
    if (seen.length > 0 && seen[0]!.metadata.commandId !== context.commandId)
      businesses.createBusiness(input, stateOf(Business, seen));
    const work = startUnitOfWork(world, context, { tenant });
    await work.change({
      stream: streams.uniqueIdClaim(input.uniqueId),
      aggregate: UniqueIdClaim,
      decide: (claim) => claimUniqueId(input, claim),
    });
    await work.change({
      stream,
      aggregate: Business,
      seen,
      decide: (business) => businesses.createBusiness(input, business),
    });
    return work.outcome(undefined);
  },
});

/**
 * Two businesses that want one number meet at its claim: one has it, the other is told so. Keywords that waited for a
 * number are claimed on it.
 */
export const assignNumber = command({
  input: z.object({
    businessId: BusinessId,
    number: z.string().max(40),
    providerNumberId: text.nullable(),
    isTollFree: z.boolean(),
    /** The carrier account that holds the number, see `NumberClaimed`. */
    heldBy: NumberClaimed.schema.shape.heldBy,
  }),
  by: peopleAndSystem,
  async run(call, input) {
    const { world, context } = call;
    const { business, tenant, seen, stream } = await ownBusiness(call, input);
    const number = parsePhone(input.number, defaultCountry({ number: null, currency: business.currency }), 'number');
    const assignment = { number, providerNumberId: input.providerNumberId, isTollFree: input.isTollFree };
    businesses.assignNumber(assignment, business);
    const work = startUnitOfWork(world, context, { tenant });
    await work.change({
      stream: streams.numberClaim(number),
      aggregate: NumberClaim,
      decide: (claim) =>
        claimNumber({ number, ...tenant, ...(input.heldBy === undefined ? {} : { heldBy: input.heldBy }) }, claim),
    });
    await work.change({
      stream,
      aggregate: Business,
      seen,
      decide: (current) => businesses.assignNumber(assignment, current),
    });
    const followed = await followNumber(call, tenant, input.businessId, number);
    return { position: furthest(work.outcome(undefined), { position: followed }), result: undefined };
  },
});

/** Everything that could be refused is looked at before the keyword is claimed, so that a refusal leaves no claim behind. */
export const createCampaign = command({
  input: z.object({
    campaignId: CampaignId,
    businessId: BusinessId,
    name: campaignFields.name,
    type: campaignFields.type,
    keyword: campaignFields.keyword,
    reply: campaignFields.reply,
    replyMedia: messageFields.media,
  }),
  by: peopleAndSystem,
  async run(call, input) {
    const { world, context } = call;
    const { business, tenant } = await ownBusiness(call, input);
    const keyword = campaigns.chooseKeyword(input.keyword);
    checkTemplate(input.reply, 'reply');
    const stream = streams.campaign(input.campaignId);
    const seen = await world.events.read(stream);
    const number = stateOf(campaigns.Campaign, seen).status === 'none' ? business.number : createdOn(seen);
    if (number === null) {
      const message = 'This business has no number yet. Set one up first: keywords are texted to it.';
      throw new DomainError('validation_failed', message, { number: [message] });
    }
    const campaign = { ...input, replyMedia: [...input.replyMedia], keyword, number };
    if (seen[0]?.metadata.commandId !== context.commandId)
      campaigns.createCampaign(campaign, stateOf(campaigns.Campaign, seen));
    const work = startUnitOfWork(world, context, { tenant });
    await work.change({
      stream: streams.keywordClaim(number, keyword),
      aggregate: KeywordClaim,
      decide: (claim) => claimKeyword(campaign, claim),
    });
    await enlist(work, input.businessId, input.campaignId);
    await work.change({
      stream,
      aggregate: campaigns.Campaign,
      seen,
      decide: (current) => campaigns.createCampaign(campaign, current),
    });
    return work.outcome(undefined);
  },
});

/** The number that a campaign was made on: a repeat is on the same one, also when the business has another by now. */
function createdOn([first]: readonly StoredEvent[]) {
  return first !== undefined && is(first, CampaignCreated) ? first.data.number : null;
}
