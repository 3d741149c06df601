import type { Caller, CommandContext } from '../../commands/kernel/caller.ts';
import type { Commands } from '../../commands/catalogue.ts';
import { noNotifications } from '../../domain/campaigns/fields.ts';
import { AgencyId, BusinessId, RateId } from '../../domain/kernel/ids.ts';
import { usd } from '../../domain/kernel/money.ts';
import { rateFields } from '../../domain/rates/fields.ts';
import type { Payer } from '../../domain/payments/payer.ts';
import { personOf } from '../support/callers.ts';
import { everyBlock } from '../support/email-designs.ts';
import type { Chance } from './engine/chance.ts';
import { createPages, settlePages, type SimulatedPage } from './pages.ts';
import { createMarket, type Market, settleMarket } from './market.ts';

/** A business of the story. */
export interface Shop {
  readonly businessId: string;
  readonly agencyId: string;
  readonly name: string;
  readonly zone: string;
  /** The number it begins with. */
  readonly number: string;
  readonly keywords: readonly string[];
  /** The campaigns of its keywords. */
  readonly campaignIds: readonly string[];
  /** Of two automations that it may draw. */
  readonly automationIds: readonly string[];
  /** Where other systems tell of people. */
  readonly hookId: string;
  /** What its emails to many look like. */
  readonly designId: string;
  /** What its plan allows in a month; null: as many as it likes. */
  readonly monthlyMessages: number | null;
  readonly person: Caller;
}

/** Who pays the platform. */
export interface SimulatedPayer {
  readonly payer: Payer;
  readonly name: string;
  readonly person: Caller;
}

/** Who writes with whom: mostly the same two, so that there is something between them. */
export function pair(chance: Chance, cast: Cast): { readonly shop: number; readonly phone: string } {
  const nth = chance.int(0, cast.phones.length - 1);
  const shop = chance.is(0.8) ? nth % cast.shops.length : chance.int(0, cast.shops.length - 1);
  return { shop, phone: cast.phones[nth]! };
}

/** A business whose contacts are counted. */
export type Counted = Pick<Shop, 'businessId' | 'agencyId' | 'name' | 'zone' | 'person'>;
/** The shops, whose agency pays, and the business that pays for itself. */
export const countedOf = ({ shops, payers }: Pick<Cast, 'shops' | 'payers'>): readonly Counted[] => [
  ...shops,
  ...payers.flatMap(({ payer, name, person }) =>
    payer.kind === 'business' ? [{ businessId: payer.id, agencyId: payer.id, name, zone: zoneOfBakery, person }] : [],
  ),
];
const zoneOfBakery = 'America/New_York';

export interface Cast {
  readonly start: Date;
  readonly agencyId: string;
  readonly shops: readonly Shop[];
  /** What visitors see of them. */
  readonly pages: readonly SimulatedPage[];
  /** What this story is mostly about: which page, and who comes to it. */
  readonly favourite: number;
  /**
   * Actions that this story is full of, by their names: what its page is about, texts and crashes, erasures, broadcasts,
   * a shared live chat, many people at once, or automations; most have some.
   */
  readonly theme: readonly string[];
  /** Numbers of phones, in several zones. */
  readonly phones: readonly string[];
  /** People of whom businesses have files, and who never write. */
  readonly strangers: readonly string[];
  /** Many more, whom the file of a story of broadcasts brings at its beginning. */
  readonly crowd: readonly string[];
  /** Of all of these those that are switched off: what the carrier takes for them does not arrive, whatever the weather. */
  readonly switchedOff: ReadonlySet<string>;
  /** Numbers that nobody has at the beginning. */
  readonly spareNumbers: readonly string[];
  /** Those who pay in a story of money; none: payments are off. */
  readonly payers: readonly SimulatedPayer[];
  readonly users: readonly { readonly userId: string; readonly email: string }[];
  /** Its businesses may be registered with the carriers. */
  readonly registers: boolean;
  /** What is sold in a story of subscriptions; null: nobody has to buy anything. */
  readonly market: Market | null;
  /** Sets it all up, before anything can go wrong. */
  settle(commands: Commands, context: () => CommandContext): Promise<void>;
}

/**
 * A day of work; and evenings that reach into quiet hours and over midnight, the nights the clocks change, new year, a
 * leap day: when time goes wrong.
 */
const beginnings = [
  '2027-05-04T16:30:00Z',
  '2027-05-04T16:30:00Z',
  '2026-11-20T23:30:00Z',
  '2026-11-01T03:40:00Z',
  '2027-03-14T04:30:00Z',
  '2027-01-01T01:10:00Z',
  '2028-02-29T02:00:00Z',
  '2026-07-03T20:15:00Z',
];

const walletTheme = ['card', 'funds', 'ledger', 'recharge', 'stall', 'stripe weather'];
/** Where a plan charges for contacts, they come and go while months end. */
const contactsTheme = ['contacts', 'import', 'merge'];
const marketTheme = ['card', 'subscription', 'order', 'sign in', 'stall', 'stripe weather'];

const agencyAsPayer = (agencyId: string, userId: string): SimulatedPayer => ({
  payer: { kind: 'agency', id: AgencyId.parse(agencyId) },
  name: 'Northwind',
  person: { ...personOf('', agencyId, userId), role: 'agency', tenant: { agencyId, businessId: null } },
});

/** In one of six stories money matters: the agency pays for its businesses, and a business without one for itself. */
function createPayers(chance: Chance, agencyId: string): readonly SimulatedPayer[] {
  if (!chance.is(1 / 6)) return [];
  const alone = chance.uuid();
  return [
    agencyAsPayer(agencyId, chance.uuid()),
    {
      payer: { kind: 'business', id: BusinessId.parse(alone) },
      name: 'Solo Bakery',
      person: personOf(alone, null, chance.uuid()),
    },
  ];
}

/** What a segment costs in a story of money, from when on. */
export const textRate = (start: Date) => ({
  from: `${start.toISOString().slice(0, 8)}01`,
  carrier: rateFields.carrier.parse(4_000),
  price: rateFields.price.parse(7_900),
});

export function createCast(chance: Chance): Cast {
  const agencyId = chance.uuid();
  const plans = chance.fork();
  const shopOf = (name: string, zone: string, number: string, keywords: readonly string[]): Shop => {
    const businessId = chance.uuid();
    return {
      businessId,
      agencyId,
      name,
      zone,
      number,
      keywords,
      campaignIds: keywords.map(() => plans.uuid()),
      automationIds: [plans.uuid(), plans.uuid()],
      designId: plans.uuid(),
      hookId: plans.uuid(),
      monthlyMessages: plans.one([null, null, null, 6]),
      person: personOf(businessId, agencyId, chance.uuid()),
    };
  };
  const shops = [
    shopOf("Bella's Pizzeria", 'America/New_York', '+12125550100', ['PIZZA', 'SLICE']),
    shopOf('Harbor Fitness', 'America/Los_Angeles', '+14155550101', ['GYM']),
  ];
  const users = ['ann', 'bob', 'cleo'].map((name) => ({ userId: chance.uuid(), email: `${name}@example.test` }));
  const pages = createPages(chance.fork());
  const favourite = chance.fork().int(0, pages.length - 1);
  const about = { landing: 'coupon', vote: 'ballot', loop: 'loop' } as const;
  const ofPage = ['entry', about[pages[favourite]!.kind]];
  const many = ['broadcast', 'import', 'merge'];
  const chat = ['text', 'team', 'scheduled', 'hook'];
  const inside = ['automation', 'run', 'crash', 'rehearsal'];
  const worded = ['text', 'broadcast', 'opt-out in any wording'];
  const themed = chance
    .fork()
    .one([
      ofPage,
      ofPage,
      ['text', 'crash'],
      ['text', 'erasure'],
      ['text', 'broadcast'],
      worded,
      chat,
      many,
      inside,
      ['segment', 'import'],
      ['foreign webhook', 'text'],
      ['call', 'text', 'crash'],
      [],
    ]);
  const phones = ['+12125550111', '+14155550112', '+13125550113', '+18085550114'];
  const strangers = ['+12125550131', '+14155550132', '+13125550133'];
  const crowd = ['212', '646', '415', '312', '303', '808', '213', '617'].map((area, nth) => `+1${area}555014${nth}`);
  const off = chance.fork();
  const start = new Date(chance.one(beginnings));
  const ofMoney = createPayers(chance.fork(), agencyId);
  const beside = ofMoney.length === 0 ? [] : [chance.fork().one(['crash', 'text', 'broadcast'])];
  const hasMarket = ofMoney.length > 0 && chance.fork().is(0.6);
  const ofMarket = hasMarket ? chance.fork() : null;
  const included = hasMarket && chance.fork().is(0.3) ? 2 : null;
  const market = ofMarket === null ? null : createMarket(ofMarket, included);
  const registers = ofMoney.length === 0 && chance.fork().is(0.12);
  const theme =
    registers ? ['registration', 'text', 'broadcast', 'number']
    : ofMoney.length === 0 ? themed
    : market === null ? [...walletTheme, ...beside]
    : included !== null ? contactsTheme
    : [...marketTheme, ...beside];
  // In half of them the agency pays the fees of registrations, and the texts.
  const fees = chance.fork();
  const payers = registers && fees.is(0.5) ? [agencyAsPayer(agencyId, fees.uuid())] : ofMoney;
  return {
    start,
    agencyId,
    shops,
    pages,
    favourite,
    theme,
    phones,
    strangers,
    crowd,
    switchedOff: new Set([...phones, ...strangers, ...crowd].filter(() => off.is(0.35))),
    payers,
    registers,
    market,
    spareNumbers: ['+13105550120', '+16465550121'],
    users,
    async settle(commands, context) {
      const { setup, campaigns, businesses, emailTemplates, rates } = commands;
      await setup.createAgency(context(), { agencyId, name: 'Northwind', email: 'agency@example.test' });
      if (registers && payers.length > 0)
        await commands.agencies.setBilling(context(), {
          agencyId,
          revision: null,
          freeFee: false,
          freeNumbers: 0,
          freeMessages: 0,
          freeCalls: 0,
        });
      for (const [
        nth,
        { businessId, name, zone, number, keywords, campaignIds, designId, monthlyMessages, person },
      ] of shops.entries()) {
        await setup.createBusiness(context(), {
          businessId,
          agencyId,
          name,
          uniqueId: `shop-${nth}`,
          currency: 'USD',
          timezone: zone,
          dateFormat: 'MM/DD/YYYY',
          monthlyMessages,
          contactLimit: null,
        });
        await setup.assignNumber(context(), { businessId, number, providerNumberId: null, isTollFree: false });
        for (const [index, keyword] of keywords.entries())
          await setup.createCampaign(context(), {
            campaignId: campaignIds[index]!,
            businessId,
            name: keyword,
            type: 'text',
            keyword,
            reply: `Hi {{first_name|there}}, your ${keyword} is waiting.`,
            replyMedia: [],
          });
        // The owner hears by email of whoever joins by the first keyword.
        const at = { ...context(), caller: person };
        // Emails to many say where they come from.
        await businesses.setContactInfo(at, {
          businessId,
          revision: 0,
          phone: null,
          email: `shop-${nth}@example.test`,
          website: null,
          address: '1 Pine Street',
          city: 'Oakland',
          state: 'CA',
          postalCode: '94601',
          country: 'US',
        });
        const design = everyBlock(['heading', 'text', 'button']);
        await emailTemplates.create(at, { templateId: designId, kind: 'mail', name: 'News', subject: '', design });
        const nothing = { revision: null, details: null, offer: null, settings: null };
        const told = { ...noNotifications.owner, enabled: true, emails: [`owner-${nth}@example.test`] };
        await campaigns.edit(at, {
          ...nothing,
          campaignId: campaignIds[0]!,
          notifications: { ...noNotifications, owner: told },
        });
      }
      const people = shops.map(({ person }) => person);
      await settlePages(commands, pages, people, (caller) => ({ ...context(), caller }));
      for (const { userId, email } of users)
        await commands.users.registerUser(context(), {
          userId,
          role: 'Business',
          agencyId,
          businessId: shops[0]!.businessId,
          email,
          firstName: email.split('@')[0]!,
          lastName: 'Lee',
          password: null,
        });
      if (payers.length > 0)
        await rates.addRate(context(), {
          agencyId: null,
          businessId: null,
          rateId: RateId.parse(context().commandId),
          channel: 'sms',
          direction: 'out',
          country: null,
          carrierClass: null,
          currency: usd,
          ...textRate(start),
        });
      for (const { payer, name } of payers)
        if (payer.kind === 'business')
          await setup.createBusiness(context(), {
            businessId: payer.id,
            agencyId: null,
            name,
            uniqueId: 'alone',
            currency: 'USD',
            timezone: zoneOfBakery,
            dateFormat: 'MM/DD/YYYY',
            monthlyMessages: null,
            contactLimit: null,
          });
      if (market !== null) await settleMarket(commands, market, payers, context);
    },
  };
}
