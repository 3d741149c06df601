import type { NodeOf } from '../../../domain/automation/fields.ts';
import { isAnswering } from '../../../domain/automation/run.ts';
import { filled, whyNotQueued } from '../../../domain/automation/words.ts';
import { Campaign } from '../../../domain/campaign/campaign.ts';
import { Coupon } from '../../../domain/coupon/coupon.ts';
import { asksOfCampaign, type CampaignWords } from '../../../domain/merge/loop-words.ts';
import type { CouponWords } from '../../../domain/merge/coupon-words.ts';
import { CampaignId, MessageId } from '../../../domain/kernel/ids.ts';
import { Message } from '../../../domain/message/message.ts';
import { queue } from '../../../domain/message/queue.ts';
import { linksIn, linkUrl, shortenLinks } from '../../../domain/link/shorten.ts';
import { streams } from '../../../domain/streams.ts';
import { couponFor, couponIdOf } from '../../coupons/issue.ts';
import { customMergeFields } from '../../custom-fields/merge.ts';
import { stateOf } from '../../kernel/unit-of-work.ts';
import { campaignWords } from '../../directory/campaign-words.ts';
import { publicAddress } from '../../directory/public-address.ts';
import { type Doing, type Done, originOf, refused } from './doing.ts';
import { linksOfStep } from './links.ts';

type Media = NodeOf<'Notification'>['media'];

/** A text to the contact, from the business's number, under the effect's name. */
export async function text(doing: Doing, { body, media, campaignId }: NodeOf<'Notification'>): Promise<Done> {
  const words = await wordsFor(doing, body, await heldCoupon(doing, campaignId), campaignId);
  return queued(doing, words, media, campaignId);
}

/** A question; where the answer was not understood, what is said then. */
export async function ask(
  doing: Doing,
  { body, again }: NodeOf<'CollectContactData'> | NodeOf<'ImageUpload'>,
): Promise<Done> {
  const template = doing.round > 1 && again.trim() !== '' ? again : body;
  return queued(doing, await wordsFor(doing, template, null, null), [], null);
}

/** What merging needs of the coupon that the contact has of a campaign; null: it has none. */
export async function heldCoupon(
  { call: { world }, run, business }: Doing,
  campaign: string | null,
): Promise<CouponWords | null> {
  if (campaign === null) return null;
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
export async function wordsFor(
  doing: Doing,
  template: string,
  coupon: CouponWords | null,
  campaignId: string | null,
): Promise<string> {
  const { call, run, contact, business } = doing;
  const custom = await customMergeFields(call.world, run.businessId);
  const campaign = await wordsOfCampaign(doing, campaignId, [template]);
  return filled(await shortened(doing, template), { contact, business, custom, coupon, campaign });
}

/** What merging needs of the campaign that a step is about; null: nothing is asked of it. */
export async function wordsOfCampaign(
  { call: { world }, run, business }: Doing,
  campaignId: string | null,
  templates: readonly string[],
): Promise<CampaignWords | null> {
  if (campaignId === null || !asksOfCampaign(...templates)) return null;
  const campaign = await world.folded(streams.campaign(CampaignId.parse(campaignId)), Campaign);
  if (campaign.status === 'none' || campaign.businessId !== run.businessId) return null;
  return campaignWords(world, campaign, run.contactId, business, templates);
}

async function shortened(doing: Doing, template: string): Promise<string> {
  const urls = linksIn(template);
  if (urls.length === 0) return template;
  const { call, run, business } = doing;
  const { world } = call;
  const { contactId } = run;
  const { numbers } = await linksOfStep(doing, urls);
  const base = await publicAddress(world, business.agencyId);
  return shortenLinks(template, (url) => {
    const number = numbers.get(url);
    return number === undefined ? null : linkUrl(base, world.identifiers.linkCode(number, contactId));
  });
}

/** Says what is to be sent; whether it may be is asked when it leaves. */
export async function queued(doing: Doing, body: string, media: Media, campaign: string | null): Promise<Done> {
  const { call, work, effectId, run, contact, business } = doing;
  const { businessId, contactId } = run;
  const why = whyNotQueued(body, media, doing);
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
    automation: { ...originOf(doing), ...(answers && { answers }) },
    campaignId: campaign === null ? null : CampaignId.parse(campaign),
    notBefore: null,
    purpose: 'automation' as const,
  };
  // Nearly always it is the first time: another is found by the conflict.
  await work.change({ stream, aggregate: Message, seen: [], decide: (message) => queue(text, message) });
  return { kind: 'awaits', stream };
}
