import { z } from 'zod';
import { Campaign, chooseKeyword, editCampaign, existingCampaign } from '../../domain/campaigns/campaign.ts';
import { campaignFields, noNotifications } from '../../domain/campaigns/fields.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { CampaignId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { PageState } from '../../domain/pages/page.ts';
import { streams } from '../../domain/streams.ts';
import { people } from '../kernel/caller.ts';
import { type Call, command } from '../kernel/command.ts';
import { type BusinessUser, businessUserOf } from '../kernel/business-user.ts';
import { startUnitOfWork, furthest, stateOf } from '../kernel/unit-of-work.ts';
import { makeCampaign } from './create.ts';
import { ownCampaign } from './own-campaign.ts';

const input = z.object({
  /** What is copied. */
  sourceId: CampaignId,
  campaignId: CampaignId,
  name: campaignFields.name,
  keyword: campaignFields.keyword,
});

/** Page, reply and offer come along; members, coupons, votes and the people who are told do not. */
async function copy(call: Call, desk: BusinessUser, { sourceId, campaignId, name, keyword }: z.output<typeof input>) {
  const { world, context } = call;
  const source = existingCampaign(stateOf(Campaign, await world.events.read(streams.campaign(sourceId))));
  const page = stateOf(PageState, await world.events.read(streams.page(sourceId)));
  const made = await makeCampaign(call, desk, {
    campaignId,
    businessId: desk.businessId,
    name,
    type: source.type,
    keyword: chooseKeyword(keyword),
    reply: source.reply,
    replyMedia: source.replyMedia,
    page: { template: null, sections: page.status === 'none' ? {} : page.draft },
  });
  const work = startUnitOfWork(world, context, {
    tenant: desk.tenant,
    commandId: uuidV5(namespaces.command, context.commandId, 'terms'),
  });
  await work.change({
    stream: streams.campaign(campaignId),
    aggregate: Campaign,
    decide: (campaign) =>
      editCampaign(
        {
          details: null,
          offer: source.offer,
          notifications:
            source.businessId === desk.businessId ?
              source.notifications
            : { ...noNotifications, contact: source.notifications.contact },
          settings: { ...source.settings, endsAt: null },
        },
        campaign,
      ),
  });
  return { position: furthest({ position: made }, work.outcome(undefined)), result: undefined };
}

export const duplicateCampaign = command({
  input,
  by: people,
  async run(call, given) {
    await ownCampaign(call, { campaignId: given.sourceId });
    return copy(call, businessUserOf(call.context), given);
  },
});

/** A campaign that another business shared by its unique id (`GET /coupons/{id}/unique-id`): whoever has that may take a copy. */
export const cloneCampaign = command({
  input: z.object({ ...input.omit({ sourceId: true }).shape, uniqueId: z.string().max(60) }),
  by: people,
  async run(call, { uniqueId, ...given }) {
    const shared = call.world.identifiers.idOf('share', uniqueId);
    if (shared === null) throw new DomainError('not_found', 'There is no shared campaign with this id.');
    return copy(call, businessUserOf(call.context), { ...given, sourceId: CampaignId.parse(shared) });
  },
});
