import { a2pLongest, type A2pCampaignContent } from './fields.ts';

/** A way in, with the exact words that people agree to; `consent` null: the keyword is its own consent. */
export interface WayOfJoining {
  readonly keyword: string;
  readonly pageUrl: string | null;
  readonly isPopup: boolean;
  readonly consent: string | null;
}
export interface ComposedFrom {
  readonly name: string;
  /** As people read it; null: the business has none yet. */
  readonly number: string | null;
  /** How to reach the business: an email, a phone number or a website. */
  readonly contact: string;
  readonly prefix: string | null;
  readonly evidenceUrl: string;
  readonly privacyUrl: string;
  readonly termsUrl: string;
  readonly ways: readonly WayOfJoining[];
}

const listed = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
const within = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`);

/** A campaign as reviewers want it, in the words of what the business really has. */
export function composeCampaign(from: ComposedFrom): Omit<A2pCampaignContent, 'useCase'> {
  const { name, number, contact, evidenceUrl, privacyUrl, termsUrl } = from;
  const start = from.prefix ?? name;
  const keywords = [...new Set(from.ways.map(({ keyword }) => keyword))].slice(0, 10);
  const pages = from.ways.filter(({ pageUrl, isPopup }) => pageUrl !== null && !isPopup);
  const popups = from.ways.filter(({ isPopup }) => isPopup);
  const words = from.ways.find(({ consent }) => consent !== null)?.consent ?? null;
  const ways = [
    ...(keywords.length > 0 && number !== null ?
      [`text ${listed(keywords.slice(0, 5))} to ${number} after seeing it in our store, on our website or in our ads`]
    : []),
    ...(pages.length > 0 ? [`enter their number on our page ${pages[0]!.pageUrl!}`] : []),
    ...(popups.length > 0 ? ['enter their number in the sign-up form on our website'] : []),
  ];
  const flow = [
    ways.length > 0 ?
      `People opt in to texts from ${name} themselves: they ${listed(ways)}.`
    : `People opt in to texts from ${name} by giving their number and consent to our staff or on our website.`,
    ...(words === null ? [] : [`They agree to these words: “${within(words, 600)}”`]),
    'Message frequency varies. Message and data rates may apply. Reply HELP for help, STOP to opt out.',
    `Privacy policy: ${privacyUrl} Terms: ${termsUrl}`,
    `Every way in with its exact words: ${evidenceUrl}`,
  ].join(' ');
  return {
    description: `${name} sends offers, news and answers to customers who opted in, and replies to their questions.`,
    flow: within(flow, a2pLongest.flow),
    samples: [
      `${start}: Thanks for joining! Show this text for 10% off your next visit. Reply STOP to opt out.`,
      `${start}: We are open until 8 PM today and have your favorites ready. Reply HELP for help, STOP to opt out.`,
    ],
    hasLinks: false,
    hasPhone: false,
    isAgeGated: false,
    isLending: false,
    optInKeywords: keywords,
    optInMessage: within(
      `${start}: You are in! Msg frequency varies. Msg & data rates may apply. Reply HELP for help, STOP to opt out.`,
      a2pLongest.answer,
    ),
    helpMessage: within(`${start}: For help write to ${contact}. Reply STOP to opt out.`, a2pLongest.answer),
    optOutMessage: within(`${start}: You are unsubscribed and will get no more texts from us.`, a2pLongest.answer),
    privacyUrl,
    termsUrl,
  };
}
