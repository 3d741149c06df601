import { type ActiveCampaign, replyOf } from '../campaigns/campaign.ts';
import { Contact, type PendingOptIn } from '../contacts/contact.ts';
import { type CouponWords, memberValues } from '../personalization/coupon-words.ts';
import type { CampaignWords } from '../personalization/loop-words.ts';
import { discover } from '../contacts/discover.ts';
import type { KeptSuppression } from '../contacts/erase.ts';
import type { ContactEvent } from '../contacts/events.ts';
import { optIn } from '../contacts/opt-in.ts';
import { optOut } from '../contacts/opt-out.ts';
import { keepSubscribed, suspectOptOut } from '../contacts/suspect.ts';
import type { MessagePurpose } from '../messages/events.ts';
import type { AnsweringRule } from '../messages/fields.ts';
import type { Legible, ReceivedData } from '../messages/message.ts';
import { helpAnswer, optInConfirmation, optOutConfirmation } from '../sms/compliance-texts.ts';
import { renderTemplate } from '../personalization/text-fields.ts';
import { formatPhone } from '../sms/phone.ts';
import type { OptOutLook } from '../sms/looks-like-opt-out.ts';
import type { Meaning } from '../sms/reserved-words.ts';
import { countSegments } from '../sms/segments.ts';
import { preview } from '../kernel/text.ts';
import { type Media, maxTextLength } from '../sms/values.ts';

/** A text that came in, with what was found out about it. */
export interface Inbound {
  readonly message: Legible<ReceivedData>;
  readonly businessName: string;
  /** What it means by the rules of sending (reserved-words). */
  readonly meaning: Meaning | null;
  /** Whose keyword it is, or whose page asked for the yes; null for none, or when another meaning goes first. */
  readonly campaign: ActiveCampaign | null;
  /** The coupon that the sender has, or gets with this text, from that campaign; null: it gives none. */
  readonly coupon: CouponWords | null;
  /** Its page, and the sender's own link in its loop, which they are a member of with this text. */
  readonly words: CampaignWords | null;
  /** What whoever had the sender's number before had said no to, and was erased. */
  readonly kept: KeptSuppression;
  /** Whether it looks like an opt-out where it means nothing else (looks-like-opt-out). */
  readonly look: OptOutLook | null;
  /** Someone of the business has the conversation in hand. */
  readonly inDialogue: boolean;
  /** What is answered to a vote, in place of the campaign's reply; null: the text is none. */
  readonly vote: string | null;
  /** A broadcaster sends from their phone, and is told this at once (null: later). Null: the text is no such thing. */
  readonly texted: { readonly reply: string | null } | null;
}

export interface Reply {
  readonly purpose: Extract<
    MessagePurpose,
    'keyword-reply' | 'opt-in-confirmation' | 'opt-out-confirmation' | 'help' | 'broadcaster-reply'
  >;
  readonly body: string;
  readonly media: readonly Media[];
}

/** Everything that a text sets off. */
export interface Reaction {
  /** The rule that dealt with it; null: people are to, and hear of it by their bell. */
  readonly rule: AnsweringRule | null;
  readonly contact: readonly ContactEvent[];
  /** In the order they are to arrive. */
  readonly replies: readonly Reply[];
}

/**
 * The first that applies: stop, start, help, a broadcaster, a campaign's keyword, an ordinary text. The words that belong
 * to the person who texts are dealt with by their rule also where nothing changes (a stop after a stop): there is
 * nothing for anybody to answer.
 */
export function react(inbound: Inbound, contact: Contact): Reaction {
  if (inbound.texted !== null) return broadcaster(inbound, inbound.texted, contact);
  switch (inbound.meaning) {
    case 'stop':
      return stop(inbound, contact);
    case 'start':
      return start(inbound, contact);
    // “Yes” is what a page's double opt-in asked for, and opts in again who has opted out. From anybody else it answers
    // a question, and an answer is no consent.
    case 'yes':
      if (contact.status !== 'none' && contact.status !== 'subscribed' && contact.pending !== null)
        return confirm(inbound, contact, contact.pending);
      return contact.status === 'optedOut' ? start(inbound, contact) : ordinary(inbound, contact);
    case 'help':
      return help(inbound, contact);
    case null:
      return inbound.campaign === null ? ordinary(inbound, contact) : keyword(inbound, inbound.campaign, contact);
    default:
      return inbound.meaning satisfies never;
  }
}

/** Out at once, confirmed once. Whoever is out already gets no second text, which the carrier would refuse anyway (21610). */
function stop(inbound: Inbound, contact: Contact): Reaction {
  const { contactId, businessId, body, providerMessageId } = inbound.message;
  const out = optOut({ contactId, businessId, via: 'message', words: body, providerMessageId }, contact);
  return {
    rule: 'opt-out',
    contact: [...known(inbound, contact), ...out],
    replies:
      out.length === 0 ?
        []
      : [{ purpose: 'opt-out-confirmation', body: optOutConfirmation({ name: inbound.businessName }), media: [] }],
  };
}

/** In at once, confirmed once. */
function start(inbound: Inbound, contact: Contact): Reaction {
  if (contact.status === 'subscribed')
    return { rule: 'opt-in', contact: keepSubscribed({ via: 'start' }, contact), replies: [] };
  const { contactId, businessId, from, providerMessageId } = inbound.message;
  const consent = { text: null, pageVersion: null, checkboxTicked: null, providerMessageId };
  return {
    rule: 'opt-in',
    contact: [
      ...known(inbound, contact),
      ...optIn(
        { contactId, businessId, phone: from, campaign: null, source: 'start', consent, ipAddress: null },
        contact,
      ),
    ],
    replies: [{ purpose: 'opt-in-confirmation', body: optInConfirmation({ name: inbound.businessName }), media: [] }],
  };
}

/** The second half of a double opt-in: what was agreed to on the page, said once more from the number itself. */
function confirm(inbound: Inbound, contact: Contact, pending: PendingOptIn): Reaction {
  const { contactId, businessId, from, providerMessageId } = inbound.message;
  const { campaignId, keyword: word, consent, ipAddress } = pending;
  const campaign = { campaignId, keyword: word };
  const proof = { ...consent, providerMessageId };
  const confirmation = optInConfirmation({ name: inbound.businessName });
  const known = inbound.campaign;
  return {
    rule: 'opt-in',
    contact: optIn(
      { contactId, businessId, phone: from, campaign, source: 'form', consent: proof, ipAddress },
      contact,
    ),
    replies:
      known === null ?
        [{ purpose: 'opt-in-confirmation', body: confirmation, media: [] }]
      : withConfirmation(
          { purpose: 'keyword-reply', body: campaignReply(inbound, known, contact), media: known.replyMedia },
          confirmation,
        ),
  };
}

const help = (inbound: Inbound, contact: Contact): Reaction => ({
  rule: 'help',
  contact: known(inbound, contact),
  replies: [{ purpose: 'help', body: helpAnswer({ name: inbound.businessName }), media: [] }],
});

/** Sending from a phone says nothing about what the broadcaster wants to get. */
const broadcaster = (inbound: Inbound, { reply }: NonNullable<Inbound['texted']>, contact: Contact): Reaction => ({
  rule: 'broadcaster',
  contact: known(inbound, contact),
  replies: reply === null ? [] : [{ purpose: 'broadcaster-reply', body: reply, media: [] }],
});

/**
 * A keyword is an opt-in of the person's own, also after a stop. Who is in the campaign gets its reply again, without the confirmation;
 * where the campaign has nothing to say, nobody has answered, and people see it.
 */
function keyword(inbound: Inbound, campaign: ActiveCampaign, contact: Contact): Reaction {
  const { contactId, businessId, from, providerMessageId } = inbound.message;
  const consent = { text: null, pageVersion: null, checkboxTicked: null, providerMessageId };
  const joined = optIn(
    { contactId, businessId, phone: from, campaign, source: 'keyword', consent, ipAddress: null },
    contact,
  );
  const reply: Reply = {
    purpose: 'keyword-reply',
    body: inbound.vote ?? campaignReply(inbound, campaign, contact),
    media: inbound.vote === null ? campaign.replyMedia : [],
  };
  if (joined.length === 0) {
    if (isBlank(reply)) return ordinary(inbound, contact);
    const kept = keepSubscribed({ via: 'keyword' }, contact);
    return { rule: 'keyword', contact: [...known(inbound, contact), ...kept], replies: [reply] };
  }
  return {
    rule: 'keyword',
    contact: [...known(inbound, contact), ...joined],
    replies: withConfirmation(reply, optInConfirmation({ name: inbound.businessName })),
  };
}

/** No rule applies: it is for people to answer, and to look at where it looks like an opt-out. */
function ordinary(inbound: Inbound, contact: Contact): Reaction {
  const discovered = known(inbound, contact);
  const { look, inDialogue, message } = inbound;
  const { contactId, businessId, messageId } = message;
  const suspected = suspectOptOut(
    { contactId, businessId, messageId, look, inDialogue },
    discovered.reduce(Contact.evolve, contact),
  );
  return { rule: null, contact: [...discovered, ...suspected], replies: [] };
}

/** What the bell says of a text, without who wrote it: that is looked up when the bell is looked at. */
export const bellContent = ({ body, media }: Legible<ReceivedData>): string =>
  body.trim() !== '' ? preview(body, 80)
  : media.length > 0 ? 'Sent a picture'
  : 'Sent an empty message';

const known = ({ message, kept }: Inbound, contact: Contact): readonly ContactEvent[] => {
  const { contactId, businessId, from: phone } = message;
  return discover({ contactId, businessId, phone, via: 'inbound-message', kept }, contact);
};

const who = ({ message }: Inbound): string => formatPhone(message.from);

const campaignReply = (inbound: Inbound, campaign: ActiveCampaign, contact: Contact): string =>
  fitted(
    renderTemplate(
      replyOf(campaign),
      memberValues({
        contact,
        phone: who(inbound),
        businessName: inbound.businessName,
        keyword: campaign.keyword,
        coupon: inbound.coupon,
        campaign: inbound.words,
      }),
    ),
  );

/** Cut to what carriers take, never through a character. */
export const fitted = (text: string): string =>
  text.length <= maxTextLength ?
    text
  : text
      .slice(0, maxTextLength)
      .toWellFormed()
      .replace(/\ufffd$/u, '');

const isBlank = (reply: Reply): boolean => reply.body.trim() === '' && reply.media.length === 0;

/** One text where that costs no more segments than two, otherwise the reply first and the confirmation after it. */
export function withConfirmation(reply: Reply, confirmation: string): readonly Reply[] {
  const body = reply.body.trim() === '' ? confirmation : `${reply.body}\n\n${confirmation}`;
  const apart = Math.max(1, countSegments(reply.body).segments) + countSegments(confirmation).segments;
  return body.length <= maxTextLength && countSegments(body).segments <= apart ?
      [{ ...reply, body }]
    : [reply, { purpose: 'opt-in-confirmation', body: confirmation, media: [] }];
}
