import type { EffectOf } from '../../../domain/automations/steps/step.ts';
import { isAnswering } from '../../../domain/automations/runs/run.ts';
import { filled, whyNotQueued } from '../../../domain/automations/runs/words.ts';
import { Campaign } from '../../../domain/campaigns/campaign.ts';
import { Coupon } from '../../../domain/coupons/coupon.ts';
import { asksOfCampaign, type CampaignWords } from '../../../domain/personalization/loop-words.ts';
import type { CouponWords } from '../../../domain/personalization/coupon-words.ts';
import { CampaignId, MessageId } from '../../../domain/kernel/ids.ts';
import { Message } from '../../../domain/messages/message.ts';
import { withPrefix } from '../../../domain/sms/prefix.ts';
import { queue } from '../../../domain/messages/queue.ts';
import { linksIn, linkUrl, shortenLinks } from '../../../domain/links/shorten.ts';
import { streams } from '../../../domain/streams.ts';
import { couponFor, couponIdOf } from '../../coupons/issue.ts';
import { customMergeFields } from '../../custom-fields/merge.ts';
import { stateOf } from '../../kernel/unit-of-work.ts';
import { campaignWords } from '../../directory/campaign-words.ts';
import { publicAddress } from '../../directory/public-address.ts';
import { type StepContext, type StepResult, originOf, refused } from './step-context.ts';
import { linksOfStep } from './links.ts';

type Media = EffectOf<'text'>['media'];

/** A text to the contact, from the business's number, under the effect's name. */
export async function text(step: StepContext, { template, media, campaignId }: EffectOf<'text'>): Promise<StepResult> {
  const words = await wordsFor(step, template, await heldCoupon(step, campaignId), campaignId);
  return queued(step, words, media, campaignId);
}

/** What merging needs of the coupon that the contact has of a campaign; null: it has none. */
export async function heldCoupon(
  { call: { world }, run, business, issued }: StepContext,
  campaign: string | null,
): Promise<CouponWords | null> {
  if (campaign === null) return null;
  if (issued !== undefined) return (await couponFor(world, issued, run.contactId, business))?.words ?? null;
  const campaignId = CampaignId.parse(campaign);
  const names = {
    campaign: streams.campaign(campaignId),
    coupon: streams.coupon(couponIdOf(campaignId, run.contactId)),
  };
  const found = await world.events.readMany(Object.values(names));
  const known = stateOf(Campaign, found.get(names.campaign));
  if (known.status === 'none' || stateOf(Coupon, found.get(names.coupon)).status === 'none') return null;
  return (await couponFor(world, known, run.contactId, business))?.words ?? null;
}

/** A template for one contact: links are shortened first, so that nothing that somebody is called is taken for one. */
async function wordsFor(
  step: StepContext,
  template: string,
  coupon: CouponWords | null,
  campaignId: string | null,
): Promise<string> {
  const { call, run, contact, business } = step;
  const custom = await customMergeFields(call.world, run.businessId);
  const campaign = await wordsOfCampaign(step, campaignId, [template]);
  const words = filled(await shortened(step, template), { contact, business, custom, coupon, campaign });
  return withPrefix(step.around.prefix, words);
}

/** What merging needs of the campaign that a step is about; null: nothing is asked of it. */
export async function wordsOfCampaign(
  { call: { world }, run, business }: StepContext,
  campaignId: string | null,
  templates: readonly string[],
): Promise<CampaignWords | null> {
  if (campaignId === null || !asksOfCampaign(...templates)) return null;
  const campaign = await world.loadState(streams.campaign(CampaignId.parse(campaignId)), Campaign);
  if (campaign.status === 'none' || campaign.businessId !== run.businessId) return null;
  return campaignWords(world, campaign, run.contactId, business, templates);
}

async function shortened(step: StepContext, template: string): Promise<string> {
  const urls = linksIn(template);
  if (urls.length === 0) return template;
  const { call, run, business } = step;
  const { world } = call;
  const { contactId } = run;
  const { numbers } = await linksOfStep(step, urls);
  const base = await publicAddress(world, business.agencyId);
  return shortenLinks(template, (url) => {
    const number = numbers.get(url);
    return number === undefined ? null : linkUrl(base, world.identifiers.linkCode(number, contactId));
  });
}

/** Says what is to be sent; whether it may be is asked when it leaves. */
async function queued(step: StepContext, body: string, media: Media, campaign: string | null): Promise<StepResult> {
  const { call, work, effectId, run, contact, business } = step;
  const { businessId, contactId } = run;
  const why = whyNotQueued(body, media, step);
  if (why !== null) return refused(why);
  const [from, to] = [business.number!, contact.phone!];
  const answers = isAnswering(run, call.world.now().toISOString());
  const messageId = MessageId.parse(effectId);
  const stream = streams.message(messageId);
  const text = {
    messageId,
    businessId,
    contactId,
    from,
    to,
    body,
    media,
    automation: { ...originOf(step), ...(answers && { answers }) },
    campaignId: campaign === null ? null : CampaignId.parse(campaign),
    notBefore: null,
    purpose: 'automation' as const,
  };
  // Nearly always it is the first time: another is found by the conflict.
  await work.change({ stream, aggregate: Message, seen: [], decide: (message) => queue(text, message) });
  return { kind: 'awaits', stream };
}
