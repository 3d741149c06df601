import { IANAZone } from 'luxon';
import { z } from 'zod';
import { Agency } from '../../domain/agency/agency.ts';
import { createAgency } from '../../domain/agency/decide.ts';
import { Business } from '../../domain/business/business.ts';
import {
  claimKeyword,
  claimNumber,
  claimUniqueId,
  KeywordClaim,
  NumberClaim,
  UniqueIdClaim,
} from '../../domain/business/claims.ts';
import { assignNumber, createBusiness } from '../../domain/business/decide.ts';
import { NumberClaimed } from '../../domain/business/events.ts';
import { Campaign, chooseKeyword, createCampaign } from '../../domain/campaign/campaign.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { AgencyId, BusinessId, CampaignId } from '../../domain/kernel/ids.ts';
import { checkTemplate } from '../../domain/sms/merge-fields.ts';
import { defaultCountry, parsePhone } from '../../domain/sms/phone.ts';
import { streams } from '../../domain/streams.ts';
import { Line, StorableMedia, Text } from '../inputs.ts';
import { allow, allowTenant, begin, parse, stateOf, type World } from '../kernel.ts';
import { enlist, followNumber, furthest } from '../tenancy/campaigns.ts';
import type { CommandContext, Commands } from '../types.ts';

const NewAgency = z.object({
  agencyId: AgencyId,
  name: Line('The name', 120),
  email: z.email('Enter a valid e-mail address.').max(254),
});
const limit = (what: string) =>
  z.number().int().positive(`${what} must be more than nothing, or left out for no limit.`).nullable();
const NewBusiness = z.object({
  businessId: BusinessId,
  agencyId: AgencyId.nullable(),
  name: Line('The name', 120),
  uniqueId: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9-]{3,60}$/, 'The unique id has 3 to 60 letters a–z, digits and hyphens.'),
  currency: z.enum(['USD', 'EUR', 'GBP', 'ZAR'], 'Choose one of the currencies USD, EUR, GBP and ZAR.'),
  timezone: z.string().refine((zone) => IANAZone.isValidZone(zone), 'This is not a known time zone.'),
  dateFormat: z.enum(['MM/DD/YYYY', 'DD/MM/YYYY', 'YYYY/MM/DD'], 'This date format is not known.'),
  monthlyMessages: limit('The limit of messages'),
  contactLimit: limit('The limit of contacts'),
});
const NewNumber = z.object({
  businessId: BusinessId,
  number: z.string().max(40),
  providerNumberId: Text.nullable(),
  isTollFree: z.boolean(),
  heldBy: NumberClaimed.schema.shape.heldBy,
});
const NewCampaign = z.object({
  campaignId: CampaignId,
  businessId: BusinessId,
  name: Line('The name', 120),
  type: z.enum(
    ['landing', 'loop', 'vote', 'popup', 'cms', 'goto', 'api', 'fb', 'text'],
    'This type of campaign is not known.',
  ),
  keyword: z.string().max(200, 'A keyword needs 1 to 40 letters or digits.'),
  reply: Text.pipe(z.string().max(1600, 'A text can have at most 1,600 characters.')),
  replyMedia: z.array(StorableMedia).max(10, 'A message can have at most 10 pictures.'),
});

export const setup = (world: World): Commands['setup'] => ({
  async createAgency(context, given) {
    allow(context.caller, 'admin', 'system');
    const input = parse(NewAgency, given);
    const work = begin(world, context, { tenant: { agencyId: input.agencyId, businessId: null } });
    await work.change({
      stream: streams.agency(input.agencyId),
      aggregate: Agency,
      decide: (agency) => createAgency(input, agency),
    });
    return work.outcome(undefined);
  },

  /** The unique id is claimed first; a command cut off after that goes on when repeated. */
  async createBusiness(context, given) {
    allow(context.caller, 'admin', 'system', 'agency');
    const input = parse(NewBusiness, given);
    const tenant = { agencyId: input.agencyId, businessId: input.businessId };
    if (input.agencyId !== null) {
      allowTenant(context.caller, tenant, 'This agency');
      if (stateOf(Agency, await world.events.read(streams.agency(input.agencyId))).status === 'none')
        throw new DomainError('not_found', 'This agency does not exist.');
    } else {
      allow(context.caller, 'admin', 'system');
    }
    const stream = streams.business(input.businessId);
    const seen = await world.events.read(stream);
    // An id of somebody else's business claims nothing.
    if (seen.length > 0 && seen[0]!.metadata.commandId !== context.commandId)
      createBusiness(input, stateOf(Business, seen));
    const work = begin(world, context, { tenant });
    await work.change({
      stream: streams.uniqueIdClaim(input.uniqueId),
      aggregate: UniqueIdClaim,
      decide: (claim) => claimUniqueId(input, claim),
    });
    await work.change({ stream, aggregate: Business, seen, decide: (business) => createBusiness(input, business) });
    return work.outcome(undefined);
  },

  /** Two businesses that want one number meet at its claim: one has it, the other is told so. Keywords that waited for a number are claimed on it. */
  async assignNumber(context, given) {
    allow(context.caller, 'admin', 'system', 'agency', 'business');
    const input = parse(NewNumber, given);
    const { business, tenant, seen } = await loadBusiness(world, context, input.businessId);
    const number = parsePhone(input.number, defaultCountry({ number: null, currency: business.currency }), 'number');
    const assignment = { number, providerNumberId: input.providerNumberId, isTollFree: input.isTollFree };
    assignNumber(assignment, business);
    const work = begin(world, context, { tenant });
    await work.change({
      stream: streams.numberClaim(number),
      aggregate: NumberClaim,
      decide: (claim) =>
        claimNumber({ number, ...tenant, ...(input.heldBy === undefined ? {} : { heldBy: input.heldBy }) }, claim),
    });
    await work.change({
      stream: streams.business(input.businessId),
      aggregate: Business,
      seen,
      decide: (current) => assignNumber(assignment, current),
    });
    const followed = await followNumber(world, context, tenant, input.businessId, number);
    return { position: furthest(work.outcome(undefined), { position: followed }), result: undefined };
  },

  /** Everything that could be refused is looked at before the keyword is claimed, so that a refusal leaves no claim behind. */
  async createCampaign(context, given) {
    allow(context.caller, 'admin', 'system', 'agency', 'business');
    const input = parse(NewCampaign, given);
    const { business, tenant } = await loadBusiness(world, context, input.businessId);
    const keyword = chooseKeyword(input.keyword);
    checkTemplate(input.reply, 'reply');
    const stream = streams.campaign(input.campaignId);
    const seen = await world.events.read(stream);
    const number =
      stateOf(Campaign, seen).status === 'none' ?
        business.number
      : ((seen[0]!.data as { number?: typeof business.number }).number ?? null);
    if (number === null) {
      const message = 'This business has no number yet. Set one up first: keywords are texted to it.';
      throw new DomainError('validation_failed', message, { number: [message] });
    }
    const campaign = { ...input, keyword, number };
    if (seen[0]?.metadata.commandId !== context.commandId) createCampaign(campaign, stateOf(Campaign, seen));
    const work = begin(world, context, { tenant });
    await work.change({
      stream: streams.keywordClaim(number, keyword),
      aggregate: KeywordClaim,
      decide: (claim) => claimKeyword(campaign, claim),
    });
    await enlist(work, input.businessId, input.campaignId);
    await work.change({ stream, aggregate: Campaign, seen, decide: (current) => createCampaign(campaign, current) });
    return work.outcome(undefined);
  },
});

/** The business, if the caller may know of it. */
async function loadBusiness(world: World, context: CommandContext, businessId: BusinessId) {
  const seen = await world.events.read(streams.business(businessId));
  const business = stateOf(Business, seen);
  if (business.status === 'none') throw new DomainError('not_found', 'This business does not exist.');
  const tenant = { agencyId: business.agencyId, businessId: business.businessId };
  allowTenant(context.caller, tenant, 'This business');
  return { business, tenant, seen };
}
