import { z } from 'zod';
import { Agency, type ExistingAgency } from '../../domain/agencies/agency.ts';
import * as agencies from '../../domain/agencies/decide.ts';
import { withinGrants } from '../../domain/businesses/grants.ts';
import { Business } from '../../domain/businesses/business.ts';
import { claimUniqueId, UniqueIdClaim } from '../../domain/businesses/claims.ts';
import * as businesses from '../../domain/businesses/decide.ts';
import type { BusinessEvent } from '../../domain/businesses/events.ts';
import { businessFields } from '../../domain/businesses/fields.ts';
import { chooseUniqueId, uniqueIdsFor } from '../../domain/businesses/unique-id.ts';
import { Campaign, chooseKeyword, draftCampaign, type CampaignDraft } from '../../domain/campaigns/campaign.ts';
import { withBought } from '../directory/standing.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { optionalLine } from '../../domain/kernel/fields.ts';
import { AgencyId, BusinessId, CampaignId, namespaces, UserId, uuidV5 } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { operators, platform } from '../kernel/caller.ts';
import { type Call, command } from '../kernel/command.ts';
import { allow, allowTenant, startUnitOfWork, furthest, stateOf, type UnitOfWork } from '../kernel/unit-of-work.ts';
import { campaignsOf, enlist } from '../campaigns/campaigns-of-business.ts';
import { checkOwner, checkPassword, claimAddress, makeOwner, type Owner } from '../users/owner-accounts.ts';
import { ChosenPassword } from '../users/register.ts';

const { features, uniqueId } = businessFields;
const { logo: _, ...details } = businessFields.details;
const { monthlyMessages, contactLimit } = businessFields.billing;
const personName = optionalLine('The name', 100);

interface Making {
  readonly owner: Owner & { readonly businessId: BusinessId };
  readonly name: string;
  /** Null: made of the name. */
  readonly uniqueId: string | null;
  readonly decide: (uniqueId: string, business: Business) => readonly BusinessEvent[];
  readonly campaigns: readonly CampaignDraft[];
}

/**
 * Everything that could be refused is looked at first. Then the unique id and the address are claimed, the business
 * and its campaigns are there, and its owner is registered and invited. Cut off anywhere, repeating it goes on and
 * comes to the same.
 */
async function make(call: Call, { owner, name, uniqueId, decide, campaigns }: Making) {
  const { world, context } = call;
  const { businessId, agencyId } = owner;
  const wanted = uniqueId === null ? null : chooseUniqueId(uniqueId);
  const stream = streams.business(businessId);
  const seen = await world.events.read(stream);
  // What is refused, such as the id of somebody else's business, claims nothing.
  if (seen[0]?.metadata.commandId !== context.commandId) decide(wanted ?? 'unknown', stateOf(Business, seen));
  await checkOwner(call, owner);
  await checkPassword(call, owner, name);
  if (wanted !== null)
    claimUniqueId(
      { uniqueId: wanted, businessId },
      stateOf(UniqueIdClaim, await world.events.read(streams.uniqueIdClaim(wanted))),
    );
  for (const campaign of campaigns) if (seen.length === 0) draftCampaign(campaign, Campaign.initial);

  const work = startUnitOfWork(world, context, { tenant: { agencyId, businessId } });
  const claimed = await claimOne(work, wanted === null ? uniqueIdsFor(name, businessId) : [wanted], businessId);
  await claimAddress(world, work, owner);
  await work.change({ stream, aggregate: Business, seen, decide: (business) => decide(claimed, business) });
  for (const campaign of campaigns) {
    // Listed one after another in commands of their own: a command decides once on a stream.
    await enlist(
      startUnitOfWork(world, context, {
        tenant: { agencyId, businessId },
        commandId: uuidV5(namespaces.command, context.commandId, 'list', campaign.campaignId),
      }),
      businessId,
      campaign.campaignId,
    );
    await work.change({
      stream: streams.campaign(campaign.campaignId),
      aggregate: Campaign,
      decide: (current) => draftCampaign(campaign, current),
    });
  }
  const registered = await makeOwner(call, owner);
  return { position: furthest(work.outcome(undefined), { position: registered }), result: { uniqueId: claimed } };
}

export const createBusiness = command({
  input: z.object({
    businessId: BusinessId,
    ownerId: UserId,
    agencyId: AgencyId.nullable(),
    uniqueId: uniqueId.nullable(),
    password: ChosenPassword.nullable(),
    ...details,
    ...features,
    monthlyMessages,
    contactLimit,
  }),
  by: operators,
  async run(call, { businessId, ownerId, agencyId, uniqueId: wanted, password, ...fields }) {
    const giver = await giverOf(call, agencyId);
    const { email, firstName, lastName } = fields;
    return make(call, {
      owner: { ownerId, role: 'Business', agencyId, businessId, email, firstName, lastName, password },
      name: fields.name,
      uniqueId: wanted,
      campaigns: [],
      decide: (claimed, business) =>
        businesses.createBusiness(
          { businessId, agencyId, ownerId, uniqueId: claimed, ...fields, freeFee: false, useBandwidth: false },
          business,
          giver,
        ),
    });
  },
});

/** An agency copies its own businesses, and the platform's templates into its own. */
export const duplicateBusiness = command({
  input: z.object({
    sourceId: BusinessId,
    businessId: BusinessId,
    ownerId: UserId,
    name: details.name,
    email: details.email,
    firstName: personName.nullable(),
    lastName: personName.nullable(),
    uniqueId: uniqueId.nullable(),
  }),
  by: operators,
  async run(call, { sourceId, businessId, ownerId, uniqueId: wanted, name, email, firstName, lastName }) {
    const { world, context } = call;
    const source = stateOf(Business, await world.events.read(streams.business(sourceId)));
    if (source.status === 'none') throw new DomainError('not_found', 'This business does not exist.');
    const forAll = source.agencyId === null && source.isTemplate && source.status === 'active';
    if (!(context.caller.role === 'agency' && forAll))
      allowTenant(context.caller, { agencyId: source.agencyId, businessId: sourceId }, 'This business');
    const agencyId = context.caller.role === 'agency' ? (context.caller.tenant.agencyId as AgencyId) : source.agencyId;
    const giver = await giverOf(call, agencyId);
    const campaigns = (await campaignsOf(world, sourceId)).map(
      ({ campaignId, name: called, type, keyword, reply, replyMedia }): CampaignDraft => ({
        campaignId: CampaignId.parse(uuidV5(namespaces.campaign, businessId, 'copy-of', campaignId)),
        businessId,
        name: called,
        type,
        keyword,
        reply,
        replyMedia,
      }),
    );
    const person = {
      email,
      firstName: firstName ?? (source.firstName || name.slice(0, 100)),
      lastName: lastName ?? (firstName === null ? (source.lastName ?? '') : ''),
    };
    return make(call, {
      owner: { ownerId, role: 'Business', agencyId, businessId, ...person, password: null },
      name,
      uniqueId: wanted,
      campaigns,
      decide: (claimed, business) =>
        businesses.duplicateBusiness(
          { created: { businessId, agencyId, ownerId, name, uniqueId: claimed, ...person }, giver },
          source,
          business,
        ),
    });
  },
});

/**
 * The agency's record says first which business it will be, so that there is one only; a making that was cut off is
 * completed by asking again.
 */
export const addSampleAccount = command({
  input: z.object({ agencyId: AgencyId, businessId: BusinessId, ownerId: UserId }),
  by: operators,
  async run(call, { agencyId, businessId: offered, ownerId }) {
    const { world, context } = call;
    const tenant = { agencyId, businessId: null };
    allowTenant(context.caller, tenant, 'This agency');
    const stream = streams.agency(agencyId);
    const seen = await world.events.read(stream);
    const agency = agencies.existing(stateOf(Agency, seen));
    const giver = await withBought(world, agency);
    const begun = agency.sampleBusinessId;
    const unfinished =
      begun !== null &&
      begun !== offered &&
      stateOf(Business, await world.events.read(streams.business(begun))).status === 'none';
    const businessId = unfinished ? begun : offered;
    const work = startUnitOfWork(world, context, { tenant });
    await work.change({
      stream,
      aggregate: Agency,
      seen,
      decide: (current) => agencies.addSampleAccount({ businessId }, current),
    });
    const name = 'Demo account';
    const email = `sample-${ownerId}@demo.invalid`;
    const made = await make(call, {
      owner: {
        ownerId,
        role: 'Business',
        agencyId,
        businessId,
        email,
        firstName: 'Demo',
        lastName: 'Account',
        password: null,
      },
      name,
      uniqueId: null,
      campaigns: [sampleCampaign(businessId)],
      decide: (claimed, business) =>
        businesses.createBusiness(
          {
            businessId,
            agencyId,
            ownerId,
            name,
            uniqueId: claimed,
            email,
            firstName: 'Demo',
            lastName: 'Account',
            currency: 'USD',
            timezone: agency.timezone,
            dateFormat: 'MM/DD/YYYY',
            contactLimit: 100,
            ...withinGrants(giver, sampleFeatures),
            isActiveMms: false,
            isTemplate: false,
            templateContent: null,
            freeFee: true,
            useBandwidth: false,
          },
          business,
        ),
    });
    return { position: furthest(work.outcome(undefined), made), result: { businessId } };
  },
});

/**
 * Where the new business belongs: the caller's own agency, which must be at work. Standalone ones are the operator's to make. Answers the
 * agency that gives, null when an operator does.
 */
async function giverOf({ world, context }: Call, agencyId: AgencyId | null): Promise<ExistingAgency | null> {
  if (agencyId === null) {
    allow(context.caller, ...platform);
    return null;
  }
  allowTenant(context.caller, { agencyId, businessId: null }, 'This agency');
  const agency = agencies.working(stateOf(Agency, await world.events.read(streams.agency(agencyId))));
  return context.caller.role === 'agency' ? withBought(world, agency) : null;
}

/** The first of these that is free, or the business's own already. */
async function claimOne(work: UnitOfWork, candidates: readonly string[], businessId: BusinessId): Promise<string> {
  for (const [index, uniqueId] of candidates.entries()) {
    try {
      await work.change({
        stream: streams.uniqueIdClaim(uniqueId),
        aggregate: UniqueIdClaim,
        decide: (claim) => claimUniqueId({ uniqueId, businessId }, claim),
      });
      return uniqueId;
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'unique_id_taken') || index === candidates.length - 1)
        throw error;
    }
  }
  throw new DomainError('unique_id_taken', 'Choose a unique id.', { uniqueId: ['Choose a unique id.'] });
}

/** As far as its agency has them. */
const sampleFeatures = {
  monthlyMessages: 100,
  isEnabledLivechat: true,
  isActiveLivechat: true,
  isEnabledLoop: true,
  isActiveLoop: true,
};
const sampleCampaign = (businessId: BusinessId): CampaignDraft => ({
  campaignId: CampaignId.parse(uuidV5(namespaces.campaign, businessId, 'sample')),
  businessId,
  name: 'Welcome offer',
  type: 'text',
  keyword: chooseKeyword('WELCOME'),
  reply: 'Hi {{first_name|there}}! Thanks for joining. Show this text on your next visit for 10% off.',
  replyMedia: [],
});
