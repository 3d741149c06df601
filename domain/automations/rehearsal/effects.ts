import type { Campaign, ExistingCampaign } from '../../campaigns/campaign.ts';
import type { ExistingBusiness } from '../../businesses/business.ts';
import { takePlace } from '../../contacts/choose.ts';
import { issueCoupon } from '../../coupons/coupon.ts';
import { monthOf } from '../../delivery/allowance.ts';
import { emailDelivery } from '../../delivery/channels/email.ts';
import { textDelivery } from '../../delivery/channels/text.ts';
import type { Situation } from '../../delivery/delivery.ts';
import { emailVerdict, textVerdict } from '../../delivery/verdict.ts';
import { fold } from '../../kernel/decider.ts';
import { CampaignId, CouponId, MessageId, namespaces, uuidV5 } from '../../kernel/ids.ts';
import { sampleLink, shortenLinks } from '../../links/shorten.ts';
import { ContactEmail, isQueued } from '../../emails/contact-email.ts';
import { EmailQueued } from '../../emails/events.ts';
import { type CouponWords, goodThrough } from '../../personalization/coupon-words.ts';
import type { CampaignWords } from '../../personalization/loop-words.ts';
import { fill, readTemplate } from '../../personalization/template.ts';
import { measured, quantityOf } from '../../messages/measure.ts';
import { isOutgoing, Message } from '../../messages/message.ts';
import { withPrefix } from '../../sms/prefix.ts';
import { queue } from '../../messages/queue.ts';
import { hold } from '../../messages/record.ts';
import { alertedBy } from '../runs/alert-recipients.ts';
import { changeOf } from '../runs/changes.ts';
import type { Outcome } from '../runs/decide.ts';
import { isAnswering, type RunningRun } from '../runs/run.ts';
import { alertWords, filled, valuesOf, whyNotQueued, whyNotRegistered } from '../runs/words.ts';
import type { Effect, EffectKind, EffectOf } from '../steps/step.ts';
import type { History } from './history.ts';
import type { Sending, Stage } from './played.ts';

/** A text that waits for its time. */
export interface HeldText {
  readonly message: Message;
  /** Its place among the sendings. */
  readonly index: number;
}
/** How an effect would have gone. */
export type Rehearsed = Outcome | { readonly kind: 'held'; readonly until: string; readonly text: HeldText };

/** A step whose effects are listed in place of carrying them out. */
export interface RehearsedStep {
  readonly stage: Stage;
  readonly business: ExistingBusiness;
  readonly history: History;
  /** They stand on the business's blacklist, today. */
  readonly blacklisted: boolean;
  readonly run: RunningRun;
  readonly node: string;
  readonly effectId: string;
  /** What the run came of. */
  readonly cause: string;
  readonly now: string;
  /** What the run would have sent so far. */
  readonly sendings: Sending[];
  /** The text of this effect, where it has been held before. */
  readonly held: HeldText | null;
}

/** Does nothing, and says how it would have gone. */
export const rehearseEffect = (step: RehearsedStep, effect: Effect): Rehearsed =>
  (effects[effect.kind] as (step: RehearsedStep, effect: Effect) => Rehearsed)(step, effect);

const done: Outcome = { kind: 'done' };
const refused = (reason: string): Outcome => ({ kind: 'refused', reason });

const effects: { readonly [Kind in EffectKind]: (step: RehearsedStep, effect: EffectOf<Kind>) => Rehearsed } = {
  text,
  mail: rehearseEmail,
  coupon,
  alert,
  change: ({ stage, history, now, cause }, { change }) => {
    const how = changeOf(change, stage.campaigns, stage.businessId);
    if (how === null) return refused('no-campaign');
    history.suppose(`contact-${history.known.contactId}`, how(history.contact), now, cause);
    return done;
  },
  assign: () => done,
  call: (step, { url }) => {
    say(step, { channel: 'call', sentAt: step.now, words: url, credits: 0 });
    return done;
  },
  registration: ({ history }) => {
    const why = whyNotRegistered(history.known);
    return why === null ? done : refused(why);
  },
};

function say(
  { node, now, sendings, business }: RehearsedStep,
  sending: Pick<Sending, 'channel' | 'sentAt' | 'words' | 'credits'> & Partial<Sending>,
): number {
  const { sentAt } = sending;
  const month = sentAt === null ? null : monthOf(business, new Date(sentAt));
  return sendings.push({ node, dueAt: now, heldBy: null, heldUntil: null, refused: null, month, ...sending }) - 1;
}

function text(step: RehearsedStep, { template, media, campaignId }: EffectOf<'text'>): Rehearsed {
  const { history, now, cause, sendings, business, run } = step;
  const queued = step.held ?? queuedText(step, wordsFor(step, template, campaignId), media, campaignId);
  if ('kind' in queued) return queued;
  const { message, index } = queued;
  if (!isOutgoing(message)) return refused('blocked');
  const decided = textVerdict({ ...situationOf(step), delivery: textDelivery(message) });
  const change = (is: Partial<Sending>): void => {
    sendings[index] = { ...sendings[index]!, ...is };
  };
  switch (decided.kind) {
    case 'hold': {
      const { reason, until } = decided;
      if (reason !== 'quiet-hours') return { kind: 'held', until, text: queued };
      change({ heldBy: 'quiet-hours', heldUntil: until });
      const held = hold({ reason: 'quiet-hours', until, errorCode: null }, message);
      return { kind: 'held', until, text: { message: fold(Message, held, message), index } };
    }
    case 'suppress':
      change({ refused: decided.reason, heldUntil: null });
      return refused(decided.reason);
    case 'send': {
      if (!isAnswering(run, now)) {
        const why =
          history.isSaidByAnother(cause, now) ? 'same-cause'
          : history.isFull('text', now) ? 'daily-limit'
          : null;
        if (why !== null) {
          change({ refused: why, heldUntil: null });
          return refused(why);
        }
        history.reach('text', now);
      }
      takesPlace(step, 'text', message.message.campaignId, message.message.messageId);
      change({ sentAt: now, month: monthOf(business, new Date(now)) });
      history.sent('text', now);
      return done;
    }
    // Of broadcasts alone.
    case 'park':
    case 'over':
    case 'done':
      return done;
    default:
      return decided satisfies never;
  }
}

const situationOf = ({ history, stage, now, blacklisted }: RehearsedStep): Omit<Situation, 'delivery'> => ({
  contact: history.known,
  sender: stage.around,
  now: new Date(now),
  blacklisted,
});

function queuedText(
  step: RehearsedStep,
  body: string,
  media: EffectOf<'text'>['media'],
  campaign: string | null,
): HeldText | Outcome {
  const { history, effectId, run, node, stage, business } = step;
  const { businessId, version, automationId } = stage;
  const contact = history.known;
  const why = whyNotQueued(body, media, { contact, business });
  const { segments, mms } = quantityOf(measured({ body, media }));
  const said = {
    channel: 'text' as const,
    sentAt: null,
    words: body,
    credits: segments + mms,
    ...(mms > 0 ? { isMms: true as const } : {}),
  };
  if (why !== null) {
    say(step, { ...said, refused: why });
    return refused(why);
  }
  const queued = queue(
    {
      messageId: MessageId.parse(effectId),
      businessId,
      contactId: contact.contactId,
      body,
      media,
      from: business.number!,
      to: contact.phone!,
      purpose: 'automation' as const,
      notBefore: null,
      campaignId: campaign === null ? null : CampaignId.parse(campaign),
      automation: { automationId, runId: run.runId, node, version },
    },
    Message.initial,
  );
  return { message: fold(Message, queued), index: say(step, said) };
}

/** It takes its place in what the contact wants to hear of in a week. */
function takesPlace(
  { history, now, cause }: RehearsedStep,
  channel: 'text' | 'mail',
  campaignId: CampaignId | null,
  what: string,
): void {
  const contact = history.known;
  const places = takePlace({ channel, campaignId, what }, new Date(now), contact);
  history.suppose(`contact-${contact.contactId}`, places, now, cause);
}

function rehearseEmail(
  step: RehearsedStep,
  { subject: template, designId, campaignId: campaign }: EffectOf<'mail'>,
): Rehearsed {
  const { history, stage, business, effectId, now } = step;
  const contact = history.known;
  const values = valuesOf({
    contact,
    business,
    custom: stage.custom,
    coupon: couponWords(step, campaign),
    campaign: campaignWords(step, campaign),
  });
  const subject = fill(readTemplate(template).parts, values).trim();
  const to = contact.details.email;
  const campaignId = campaign === null ? null : CampaignId.parse(campaign);
  const not = (why: string): Outcome => {
    say(step, { channel: 'mail', sentAt: null, words: subject, credits: 0, refused: why });
    return refused(why);
  };
  if (to === null || to === '') return not('no-address');
  if (designId === null) return not('no-design');
  if (subject === '') return not('missing-value');
  const queued = {
    mailId: effectId,
    businessId: stage.businessId,
    contactId: contact.contactId,
    purpose: 'automation' as const,
    campaignId,
    to,
    subject,
    body: null,
    button: null,
    content: null,
  };
  const email = fold(ContactEmail, [EmailQueued.create(queued)]);
  if (!isQueued(email)) return refused('blocked');
  const decided = emailVerdict({ ...situationOf(step), delivery: emailDelivery(email) });
  if (decided.kind === 'suppress') return not(decided.reason);
  if (history.isFull('mail', now)) return not('daily-limit');
  history.reach('mail', now);
  takesPlace(step, 'mail', campaignId, effectId);
  say(step, { channel: 'mail', sentAt: now, words: subject, credits: 0 });
  history.sent('mail', now);
  return done;
}

function coupon(
  { stage, business, history, now, cause }: RehearsedStep,
  { campaignId }: EffectOf<'coupon'>,
): Rehearsed {
  const campaign = campaignOf(stage, campaignId);
  if (campaign === null) return refused('no-campaign');
  if (campaign.offer.discountType === 'none') return refused('no-offer');
  const { contactId } = history.known;
  const couponId = CouponId.parse(uuidV5(namespaces.coupon, campaign.campaignId, contactId));
  const issuing = {
    couponId,
    campaignId: campaign.campaignId,
    businessId: campaign.businessId,
    contactId,
    offer: campaign.offer,
    // Their own, where they really got it later.
    code: history.codeOf(couponId) ?? 'SAMPLE99',
    timezone: business.timezone,
    now,
  };
  const events = issueCoupon({ ...issuing, because: 'automation' }, history.couponOf(campaign.campaignId));
  history.suppose(`coupon-${couponId}`, events, now, cause);
  if (events.length > 0) history.engaged({ did: 'coupon-issued', at: now, channel: null, of: campaign.campaignId });
  return done;
}

/** How it reaches each of the business's people is not the run's: it does not wait for it. */
function alert(step: RehearsedStep, effect: EffectOf<'alert'>): Rehearsed {
  const { stage, history, now } = step;
  const words = alertWords(effect.template, history.known);
  if (words.trim() === '') return refused('missing-value');
  const { phones, emails, passedOver } = alertedBy(effect, (one) => stage.members.get(one) ?? null);
  const note = passedOver.join(',');
  if (phones.length === 0 && emails.length === 0) return refused(note === '' ? 'no-address' : note);
  const { segments } = measured({ body: words, media: [] });
  say(step, { channel: 'alert', sentAt: now, words, credits: segments * phones.length });
  return note === '' ? done : { kind: 'done', note };
}

function campaignOf(
  { campaigns, businessId }: Stage,
  id: string | null,
): Exclude<ExistingCampaign, { status: 'archived' }> | null {
  const found = campaigns.find((one: Campaign) => one.status !== 'none' && one.campaignId === id);
  if (found === undefined || found.status === 'none' || found.status === 'archived') return null;
  return found.businessId === businessId ? found : null;
}

/** Their own coupon, in words; the code is a sample where none was really issued. */
function couponWords({ stage, business, history }: RehearsedStep, campaignId: string | null): CouponWords | null {
  const coupon = campaignId === null ? null : history.couponOf(campaignId);
  if (coupon === null || coupon.status === 'none') return null;
  return { code: coupon.code, link: `${stage.base}/t/${'x'.repeat(24)}`, expires: goodThrough(coupon, business) };
}
/** Its page, and their own links in its loop: samples, since no token is made here. */
function campaignWords({ stage, history }: RehearsedStep, campaignId: string | null): CampaignWords | null {
  const campaign = campaignOf(stage, campaignId);
  if (campaign === null) return null;
  const sample = 'x'.repeat(32);
  const { base } = stage;
  return {
    page: `${base}/pages/${campaign.campaignId}/${sample}`,
    loop:
      campaign.type === 'loop' ?
        { link: `${base}/l/${sample}`, page: `${base}/t/${sample}`, points: history.pointsIn(campaign.campaignId) }
      : null,
  };
}
function wordsFor(step: RehearsedStep, template: string, campaignId: string | null): string {
  const { stage, business, history } = step;
  const words = filled(
    shortenLinks(template, () => sampleLink(stage.base)),
    {
      contact: history.known,
      business,
      custom: stage.custom,
      coupon: couponWords(step, campaignId),
      campaign: campaignWords(step, campaignId),
    },
  );
  return withPrefix(stage.around.prefix, words);
}
