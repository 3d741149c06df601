import type { Commands } from '../../commands/catalogue.ts';
import type { CommandContext, Caller } from '../../commands/kernel/caller.ts';
import { initialSettings, noOffer, type CampaignSettings, type Offer } from '../../domain/campaigns/fields.ts';
import type { LoopRule } from '../../domain/loops/fields.ts';
import type { Chance } from './engine/chance.ts';

/** A published page of a business of the story. */
export interface SimulatedPage {
  readonly campaignId: string;
  readonly shop: number;
  readonly kind: 'landing' | 'vote' | 'loop';
  readonly keyword: string;
  readonly offer: Offer | null;
  readonly settings: CampaignSettings;
  /** Of a loop, by their ids. */
  readonly rules: readonly { readonly rewardId: string; readonly rule: LoopRule }[];
}

/** Somebody in front of a page. The same person may give a number, an address, or both. */
export interface Visitor {
  readonly name: string;
  /** Nth of the cast's phones; null: no number. */
  readonly phone: number | null;
  readonly email: string;
}
export const visitors: readonly Visitor[] = [
  { name: 'Ada', phone: 0, email: 'ada@example.test' },
  { name: 'Bo', phone: 1, email: 'bo@example.test' },
  { name: 'Cy', phone: 2, email: 'cy@example.test' },
  { name: 'Di', phone: 3, email: 'di@example.test' },
  { name: 'Ed', phone: null, email: 'ed@example.test' },
];

/** Mostly the same two, so that something comes of it. */
export const someVisitor = (chance: Chance): number =>
  chance.is(0.6) ? chance.int(0, 1) : chance.int(0, visitors.length - 1);

/** Coupons that can be used in all, of the page that limits them. */
export const useLimit = 2;
const soon: Offer = {
  ...noOffer,
  discountType: 'free',
  title: 'A coffee',
  // A reminder within the days that a story is given to come to its end.
  dayToExpire: 2,
  reminders: [1],
  reminderMessage: '{{coupon_code}} is good until {{coupon_expires}}.',
};
const rulesOf = (chance: Chance): SimulatedPage['rules'] =>
  (
    [
      { kind: 'action', action: 'join', title: 'You are in', points: 10, url: null },
      { kind: 'action', action: 'referral', title: 'A friend joins', points: 20, url: null },
      { kind: 'action', action: 'share-text', title: 'Text it', points: 5, url: null },
      { kind: 'reward', title: 'A coffee', description: '', points: 15 },
      { kind: 'reward', title: 'Dinner', description: '', points: 45 },
    ] as const
  ).map((rule) => ({ rewardId: chance.uuid(), rule }));

/** Chooses the pages of a story from its seed. */
export const createPages = (chance: Chance): readonly SimulatedPage[] => {
  const page = (given: Partial<SimulatedPage> & Pick<SimulatedPage, 'kind' | 'keyword'>): SimulatedPage => ({
    campaignId: chance.uuid(),
    shop: 0,
    offer: null,
    settings: initialSettings,
    rules: [],
    ...given,
  });
  return [
    page({ kind: 'landing', keyword: 'CLUB', offer: { ...soon, useLimit } }),
    page({ kind: 'vote', keyword: 'BEST', offer: soon }),
    page({ kind: 'loop', keyword: 'FRIENDS', rules: rulesOf(chance) }),
    page({ kind: 'landing', keyword: 'TRIAL', shop: 1, settings: { ...initialSettings, doubleOptIn: true } }),
  ];
};

/** Makes them, before anything can go wrong. */
export async function settlePages(
  { campaigns, loops }: Commands,
  pages: readonly SimulatedPage[],
  people: readonly Caller[],
  context: (caller: Caller) => CommandContext,
): Promise<void> {
  for (const { campaignId, shop, kind, keyword, offer, settings, rules } of pages) {
    const person = people[shop]!;
    await campaigns.create(context(person), {
      campaignId,
      name: keyword,
      type: kind,
      keyword,
      reply: kind === 'loop' ? `${keyword} it is: {{loop_link}}` : `${keyword} it is.`,
      replyMedia: [],
      template: null,
      sections: {
        inputs: { ShowEmail: true, EmailRequired: false, ShowPhone: true, PhoneRequired: false, ShowName: true },
      },
    });
    await campaigns.edit(context(person), {
      campaignId,
      revision: null,
      details: null,
      notifications: null,
      offer: offer === null ? null : { ...offer, reminders: [...offer.reminders] },
      settings,
    });
    for (const { rewardId, rule } of rules)
      await loops.setRule(context(person), { campaignId, rewardId, rule, isNew: true });
    await campaigns.publishPage(context(person), { campaignId });
  }
}

/** What a visitor types. Without the box their number stays with them. */
export const answersOf = ({ name, email }: Visitor, phone: string | null, choice: number | null) => ({
  name,
  ...(phone === null ? { email } : { phone }),
  consent: true,
  ...(choice === null ? {} : { choices: [`opt${choice}`] }),
});
