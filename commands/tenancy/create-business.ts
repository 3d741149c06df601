import { Agency } from '../../domain/agency/agency.ts';
import { addSampleAccount, existing, working } from '../../domain/agency/decide.ts';
import { Business } from '../../domain/business/business.ts';
import { claimUniqueId, UniqueIdClaim } from '../../domain/business/claims.ts';
import { createBusiness, duplicateBusiness } from '../../domain/business/decide.ts';
import type { BusinessEvent } from '../../domain/business/events.ts';
import { chooseUniqueId, uniqueIdsFor } from '../../domain/business/unique-id.ts';
import { Campaign, chooseKeyword, draftCampaign, type CampaignDraft } from '../../domain/campaign/campaign.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { type AgencyId, type BusinessId, CampaignId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { allow, allowTenant, begin, parse, stateOf, type Work, type World } from '../kernel.ts';
import type { CommandContext, Commands } from '../types.ts';
import { campaignsOf, enlist, furthest } from './campaigns.ts';
import { Duplicate, NewBusiness, NewSample } from './inputs.ts';
import { checkOwner, claimAddress, makeOwner, type Owner } from './owner.ts';

type Own = 'createBusiness' | 'duplicateBusiness' | 'addSampleAccount';
interface Making {
  readonly owner: Owner & { readonly businessId: BusinessId };
  readonly name: string;
  /** Null: made of the name. */
  readonly uniqueId: string | null;
  readonly decide: (uniqueId: string, business: Business) => readonly BusinessEvent[];
  readonly campaigns: readonly CampaignDraft[];
}

export function businessMakers(world: World, identity: Commands['identity']): Pick<Commands['tenancy'], Own> {
  /**
   * Everything that could be refused is looked at first. Then the unique id and the address are claimed, the business and its campaigns are there, and its owner is
   * registered and invited. Cut off anywhere, repeating it goes on and comes to the same.
   */
  async function make(context: CommandContext, { owner, name, uniqueId, decide, campaigns }: Making) {
    const { businessId, agencyId } = owner;
    const wanted = uniqueId === null ? null : chooseUniqueId(uniqueId);
    const stream = streams.business(businessId);
    const seen = await world.events.read(stream);
    // An id of somebody else's business claims nothing.
    if (seen.length > 0 && seen[0]!.metadata.commandId !== context.commandId)
      decide(wanted ?? 'unknown', stateOf(Business, seen));
    await checkOwner(world, context, owner);
    if (wanted !== null)
      claimUniqueId(
        { uniqueId: wanted, businessId },
        stateOf(UniqueIdClaim, await world.events.read(streams.uniqueIdClaim(wanted))),
      );
    for (const campaign of campaigns) if (seen.length === 0) draftCampaign(campaign, Campaign.initial);

    const work = begin(world, context, { tenant: { agencyId, businessId } });
    const claimed = await claimOne(work, wanted === null ? uniqueIdsFor(name, businessId) : [wanted], businessId);
    await claimAddress(world, work, owner);
    await work.change({ stream, aggregate: Business, seen, decide: (business) => decide(claimed, business) });
    for (const campaign of campaigns) {
      // Listed one after another in commands of their own: a command decides once on a stream.
      await enlist(
        begin(world, context, {
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
    const registered = await makeOwner(identity, context, owner);
    return { position: furthest(work.outcome(undefined), { position: registered }), result: { uniqueId: claimed } };
  }

  return {
    async createBusiness(context, given) {
      allow(context.caller, 'admin', 'system', 'agency');
      const { businessId, ownerId, agencyId, uniqueId, password, ...fields } = parse(NewBusiness, given);
      await checkAgency(world, context, agencyId);
      const { email, firstName, lastName } = fields;
      return make(context, {
        owner: { ownerId, role: 'Business', agencyId, businessId, email, firstName, lastName, password },
        name: fields.name,
        uniqueId,
        campaigns: [],
        decide: (claimed, business) =>
          createBusiness(
            { businessId, agencyId, ownerId, uniqueId: claimed, ...fields, freeFee: false, useBandwidth: false },
            business,
          ),
      });
    },

    /** An agency copies its own businesses, and the platform's templates into its own. */
    async duplicateBusiness(context, given) {
      allow(context.caller, 'admin', 'system', 'agency');
      const { sourceId, businessId, ownerId, uniqueId, name, email, firstName, lastName } = parse(Duplicate, given);
      const source = stateOf(Business, await world.events.read(streams.business(sourceId)));
      if (source.status === 'none') throw new DomainError('not_found', 'This business does not exist.');
      const forAll = source.agencyId === null && source.isTemplate && source.status === 'active';
      if (!(context.caller.role === 'agency' && forAll))
        allowTenant(context.caller, { agencyId: source.agencyId, businessId: sourceId }, 'This business');
      const agencyId =
        context.caller.role === 'agency' ? (context.caller.tenant.agencyId as AgencyId) : source.agencyId;
      await checkAgency(world, context, agencyId);
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
        lastName: lastName ?? (firstName === null ? source.lastName : ''),
      };
      return make(context, {
        owner: { ownerId, role: 'Business', agencyId, businessId, ...person, password: null },
        name,
        uniqueId,
        campaigns,
        decide: (claimed, business) =>
          duplicateBusiness(
            {
              created: { businessId, agencyId, ownerId, name, uniqueId: claimed, ...person },
              byOperator: context.caller.role !== 'agency',
            },
            source,
            business,
          ),
      });
    },

    /** The agency's record says first which business it will be, so that there is one only; a making that was cut off is completed by asking again. */
    async addSampleAccount(context, given) {
      allow(context.caller, 'admin', 'system', 'agency');
      const { agencyId, businessId: offered, ownerId } = parse(NewSample, given);
      const tenant = { agencyId, businessId: null };
      allowTenant(context.caller, tenant, 'This agency');
      const stream = streams.agency(agencyId);
      const seen = await world.events.read(stream);
      const agency = existing(stateOf(Agency, seen));
      const begun = agency.sampleBusinessId;
      const unfinished =
        begun !== null &&
        begun !== offered &&
        stateOf(Business, await world.events.read(streams.business(begun))).status === 'none';
      const businessId = unfinished ? begun : offered;
      const work = begin(world, context, { tenant });
      await work.change({
        stream,
        aggregate: Agency,
        seen,
        decide: (current) => addSampleAccount({ businessId }, current),
      });
      const name = 'Demo account';
      const email = `sample-${ownerId}@demo.invalid`;
      const made = await make(context, {
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
          createBusiness(
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
              monthlyMessages: 100,
              contactLimit: 100,
              isEnabledLivechat: true,
              isActiveLivechat: true,
              isEnabledLoop: true,
              isActiveLoop: true,
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
  };
}

/** Where the new business belongs: the caller's own agency, which must be at work. Standalone ones are the operator's to make. */
async function checkAgency(world: World, context: CommandContext, agencyId: AgencyId | null): Promise<void> {
  if (agencyId === null) {
    allow(context.caller, 'admin', 'system');
    return;
  }
  allowTenant(context.caller, { agencyId, businessId: null }, 'This agency');
  working(stateOf(Agency, await world.events.read(streams.agency(agencyId))));
}

/** The first of these that is free, or the business's own already. */
async function claimOne(work: Work, candidates: readonly string[], businessId: BusinessId): Promise<string> {
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
  throw new DomainError('unique_id_taken', 'Choose a unique id.', { unique_id: ['Choose a unique id.'] });
}

const sampleCampaign = (businessId: BusinessId): CampaignDraft => ({
  campaignId: CampaignId.parse(uuidV5(namespaces.campaign, businessId, 'sample')),
  businessId,
  name: 'Welcome offer',
  type: 'text',
  keyword: chooseKeyword('WELCOME'),
  reply: 'Hi {{first_name|there}}! Thanks for joining. Show this text on your next visit for 10% off.',
  replyMedia: [],
});
