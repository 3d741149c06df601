import { z } from 'zod';
import { existing } from '../../domain/businesses/decide.ts';
import { Business } from '../../domain/businesses/business.ts';
import { claimKeyword, KeywordClaim } from '../../domain/businesses/claims.ts';
import {
  Campaign,
  type CampaignDraft,
  chooseKeyword,
  createCampaign as decideCreated,
  draftCampaign,
} from '../../domain/campaigns/campaign.ts';
import { campaignFields, type CampaignType } from '../../domain/campaigns/fields.ts';
import { CampaignId } from '../../domain/kernel/ids.ts';
import { messageFields } from '../../domain/messages/fields.ts';
import type { PageKind } from '../../domain/pages/model.ts';
import { PageState, startPage } from '../../domain/pages/page.ts';
import { streams } from '../../domain/streams.ts';
import { people } from '../kernel/caller.ts';
import { type Call, command } from '../kernel/command.ts';
import { type BusinessUser, businessUserOf } from '../kernel/business-user.ts';
import { startUnitOfWork, furthest, stateOf } from '../kernel/unit-of-work.ts';
import { enlist } from './campaigns-of-business.ts';

/** What the public sees of a campaign of this type. A text campaign's page is its coupon. */
export const pageKindOf = (type: CampaignType): PageKind =>
  type === 'landing' || type === 'vote' || type === 'loop' || type === 'popup' ? type : 'coupon';

export interface NewCampaign extends CampaignDraft {
  readonly page: { readonly template: string | null; readonly sections: Readonly<Record<string, unknown>> };
  /** Its keyword claims nothing yet, also where the business has a number. */
  readonly waits?: boolean;
}

/**
 * Everything that could be refused is looked at before the keyword is claimed, so that a refusal leaves no claim
 * behind. A business without a number gets its campaign all the same: its keyword waits, its page works.
 */
export async function makeCampaign({ world, context }: Call, { businessId, tenant }: BusinessUser, made: NewCampaign) {
  const { page, waits = false, ...campaign } = made;
  const { campaignId, keyword, type } = campaign;
  const business = existing(stateOf(Business, await world.events.read(streams.business(businessId))));
  const stream = streams.campaign(campaignId);
  const seen = await world.events.read(stream);
  const started = { campaignId, businessId, kind: pageKindOf(type), ...page };
  const fresh = seen[0]?.metadata.commandId !== context.commandId;
  // A repeat is on the number that it was made on, also when the business has another by now.
  const held = stateOf(Campaign, seen);
  const number =
    waits ? null
    : fresh ? business.number
    : held.status === 'active' ? held.number
    : null;
  if (fresh) {
    draftCampaign(campaign, held);
    startPage(started, PageState.initial);
  }
  const work = startUnitOfWork(world, context, { tenant });
  if (number !== null)
    await work.change({
      stream: streams.keywordClaim(number, keyword),
      aggregate: KeywordClaim,
      decide: (claim) => claimKeyword({ number, keyword, businessId, campaignId }, claim),
    });
  await enlist(work, businessId, campaignId);
  await work.change({
    stream,
    aggregate: Campaign,
    seen,
    decide: (current) =>
      number === null ? draftCampaign(campaign, current) : decideCreated({ ...campaign, number }, current),
  });
  await work.change({
    stream: streams.page(campaignId),
    aggregate: PageState,
    decide: (current) => startPage(started, current),
  });
  return furthest(work.outcome(undefined));
}

export const createCampaign = command({
  input: z.object({
    campaignId: CampaignId,
    name: campaignFields.name,
    type: campaignFields.type,
    keyword: campaignFields.keyword,
    reply: campaignFields.reply,
    replyMedia: messageFields.media,
    /** What the page begins as: a template's name, and the sections that differ from an empty page. */
    template: z.string().max(60).nullable(),
    sections: z.record(z.string(), z.unknown()),
  }),
  by: people,
  async run(call, { keyword, replyMedia, template, sections, ...given }) {
    const desk = businessUserOf(call.context);
    const position = await makeCampaign(call, desk, {
      ...given,
      businessId: desk.businessId,
      keyword: chooseKeyword(keyword),
      replyMedia: [...replyMedia],
      page: { template, sections },
    });
    return { position, result: undefined };
  },
});
