import { z } from 'zod';
import { byAnswer } from '../../domain/pages/answers.ts';
import { calls } from './calls.ts';
import { Success } from './common.ts';

const aKey = 'AZqoV0LxcYqP1kR7m2Jt9wQ4uBn6sXcE8dFg';
const token = z.object({ token: z.string().max(200) });
const typed = (most: number, example?: string) => {
  const field = z.string().max(most);
  return (example === undefined ? field : field.meta({ examples: [example] })).optional();
};
/** What a page's form holds, as it was typed. `key`: from GET /pages/{id}; sent again with the same key it is the same entry. */
export const SendContact = z.object({
  key: z
    .string({ error: 'The key of the form is missing.' })
    .max(100)
    .meta({ examples: [aKey] }),
  version: z.number().int().min(1),
  name: typed(400),
  phone: typed(100),
  ...byAnswer((_, { max, sample }) => typed(Math.max(40, max * 3), sample)),
  /** Answers to the page's own questions, by their ids. */
  custom: z.record(z.string().max(40), z.string().max(8_000)).optional(),
  /** The options voted for. */
  choices: z
    .array(
      z
        .string()
        .max(40)
        .meta({ examples: ['opt1'] }),
    )
    .max(30)
    .optional(),
  /** The box under the words of consent. */
  consent: z.boolean().optional(),
  utm_source: typed(100, 'newsletter'),
  utm_medium: typed(100, 'email'),
  utm_campaign: typed(100, 'autumn'),
  /** The token of the member whose link was followed. */
  referral: typed(60, 'bxx6UjsOTY-aZCxdHot_kJ2vQm0c5s1T'),
});
export const SentContact = z.object({
  success: z.literal(true),
  data: z.object({ token: z.string(), url: z.string() }),
});

const votes = z.object({ total: z.number().int(), options: z.record(z.string(), z.number().int()) }).nullable();
export const PublicPage = z.object({
  id: z.string(),
  type: z.enum(['landing', 'vote', 'loop']),
  version: z.number().int(),
  business: z.object({ id: z.string(), name: z.string(), unique_id: z.string() }),
  url: z.string(),
  /** In the specification's nested form. */
  sections: z.record(z.string(), z.unknown()),
  /** The words that are agreed to, with the company's name; null: the page asks for nothing to agree to. */
  consent: z
    .string()
    .meta({ examples: ['I agree to get marketing texts from Bella’s Pizzeria.'] })
    .nullable(),
  /** Names the entry that will be sent: a new one each time the page is asked for. */
  key: z.string().meta({ examples: [aKey] }),
  result: votes,
});
const standing = z
  .object({
    points: z.number().int(),
    referrals: z.number().int(),
    ranking: z.number().int().nullable(),
    unlocked: z.number().int(),
    link: z.string(),
  })
  .nullable();
export const Thanks = z.object({
  page: z.object({ id: z.string(), type: z.enum(['landing', 'vote', 'loop']), url: z.string() }),
  business: z.object({ id: z.string(), name: z.string() }),
  sections: z.record(z.string(), z.unknown()),
  /** Its email address was proved; null: the page does not ask for that. */
  email_verified: z.boolean().nullable(),
  choices: z.array(z.string().meta({ examples: ['opt1'] })).nullable(),
  result: votes,
  coupon_url: z
    .string()
    .meta({ examples: ['/t/bxx6UjsOTY-aZCxdHot_kJ2vQm0c5s1T'] })
    .nullable(),
  loop: standing,
});

export const PublicPageReply = z.object({ data: PublicPage });
export const ThanksReply = z.object({ data: Thanks });
export const Unsubscribe = z.object({
  token: z.string({ error: 'The link is not complete.' }).max(200),
  /** The email whose link it is. */
  id: z.string().max(60).nullable().default(null),
  all: z.boolean().default(false),
});

/** What the public asks for without signing in. */
export const publicPageCalls = calls('Public pages', {
  'GET /pages/{id}': {
    id: 'getPublicPage',
    who: 'public',
    summary: 'A published page of a business, with the key that its form is sent with.',
    params: z.object({ id: z.string().max(100) }),
    query: z.object({ business_id: z.string().max(100) }),
    reply: PublicPageReply,
  },
  'POST /landings/{id}/send-contact': {
    id: 'sendContact',
    who: 'public',
    summary: 'Send the form of a landing or vote page: the contact, what they agreed to, and their vote.',
    params: z.object({ id: z.uuid() }),
    body: SendContact,
    reply: SentContact,
  },
  'POST /loops/{id}/send-contact': {
    id: 'sendLoopContact',
    who: 'public',
    summary: 'Send the form of a loop page; `referral` is the token of whose link was followed.',
    params: z.object({ id: z.uuid() }),
    body: SendContact,
    reply: SentContact,
  },
  'GET /thanks/{token}': {
    id: 'getThanks',
    who: 'public',
    summary: 'What a visitor sees after submitting a form.',
    params: token,
    reply: ThanksReply,
  },
  'GET /loop/{token}': {
    id: 'getLoopPage',
    who: 'public',
    summary: 'The loop page behind a member’s link.',
    params: token,
    reply: PublicPageReply,
  },
  'GET /contact/verify/email/{token}': {
    id: 'verifyContactEmail',
    who: 'public',
    summary: 'The link of an email was followed: the address is its holder’s. Once or ten times is the same.',
    params: token,
    reply: SentContact,
  },
  'POST /unsubscribe': {
    id: 'unsubscribe',
    who: 'public',
    summary: 'No more emails to the holder of this link; `all`: no texts either.',
    body: Unsubscribe,
    reply: Success,
  },
});
