import { randomInt } from 'node:crypto';
import type { Logger } from 'pino';
import type { EventStore } from '../adapters/event-store/port.ts';
import type { Vault } from '../adapters/vault/port.ts';
import type { CommandContext } from '../commands/caller.ts';
import type { Commands } from '../commands/catalogue.ts';
import { namespaces, uuidV5 } from '../domain/kernel/ids.ts';
import type { ProjectionRunner } from '../projections/index.ts';
import type { CarrierHandle } from '../sandbox/index.ts';
import { brandDemo } from './demo-brand.ts';

export interface DemoOptions {
  readonly commands: Commands;
  readonly store: EventStore;
  readonly vault: Vault;
  readonly runner: ProjectionRunner;
  /** Null: random at the first start, kept for the next. */
  readonly password: string | null;
  readonly sandbox: { readonly carrier: CarrierHandle } | null;
  /** Where texts to the demo numbers go. */
  readonly smsUrl: string;
  readonly accountSid: string;
  readonly log: Logger;
}

const id = (...name: string[]): string => uuidV5(namespaces.demo, ...name);
const agencyId = id('agency', 'northwind');

const lakesideId = id('agency', 'lakeside');

const businesses = [
  {
    businessId: id('business', 'bellas'),
    name: "Bella's Pizzeria",
    uniqueId: 'bellas-pizzeria',
    number: '+14155550100',
    timezone: 'America/Los_Angeles',
    keyword: 'PIZZA',
    campaign: 'Free garlic bread',
    reply: 'Hi {{first_name|there}}! Show this text for a free garlic bread with any large pizza. Code BELLA-10.',
    email: 'business@demo.test',
    firstName: 'Bella',
    lastName: 'Russo',
    address: '2200 Chestnut Street',
    city: 'San Francisco',
    state: 'CA',
    postalCode: '94123',
  },
  {
    businessId: id('business', 'harbor'),
    name: 'Harbor Fitness',
    uniqueId: 'harbor-fitness',
    number: '+14155550101',
    timezone: 'America/New_York',
    keyword: 'FIT',
    campaign: 'Seven days free',
    reply: 'Welcome {{first_name|there}}! Show this text at the front desk for seven free days at Harbor Fitness.',
    email: 'harbor@demo.test',
    firstName: 'Marcus',
    lastName: 'Webb',
    address: '18 Harbor Row',
    city: 'Boston',
    state: 'MA',
    postalCode: '02110',
  },
] as const;
/** What else the lists show: a business that is switched off, one that is archived, and one of an archived agency. */
const others = [
  {
    businessId: id('business', 'maple'),
    agencyId,
    name: 'Maple Street Books',
    uniqueId: 'maple-street-books',
    timezone: 'America/Chicago',
    email: 'books@demo.test',
    firstName: 'Priya',
    lastName: 'Shah',
    then: 'inactive',
  },
  {
    businessId: id('business', 'sunset'),
    agencyId,
    name: 'Sunset Cinema',
    uniqueId: 'sunset-cinema',
    timezone: 'America/Denver',
    email: 'cinema@demo.test',
    firstName: 'Tom',
    lastName: 'Okafor',
    then: 'archived',
  },
  {
    businessId: id('business', 'boats'),
    agencyId: lakesideId,
    name: 'Lakeside Boats',
    uniqueId: 'lakeside-boats',
    timezone: 'America/Chicago',
    email: 'boats@demo.test',
    firstName: 'Ines',
    lastName: 'Costa',
    then: null,
  },
] as const;

const admin = {
  role: 'Admin',
  email: 'admin@demo.test',
  firstName: 'Ada',
  lastName: 'Admin',
  agencyId: null,
  businessId: null,
} as const;
const agencies = [
  {
    agencyId,
    name: 'Northwind Marketing',
    email: 'agency@demo.test',
    firstName: 'Noor',
    lastName: 'Northwind',
    phone: '+14155550199',
    website: 'https://northwind.test',
    timezone: 'America/Los_Angeles',
    archived: false,
  },
  {
    agencyId: lakesideId,
    name: 'Lakeside Media',
    email: 'lakeside@demo.test',
    firstName: 'Liam',
    lastName: 'Lake',
    phone: null,
    website: null,
    timezone: 'America/Chicago',
    archived: true,
  },
] as const;
const signIns = [
  admin,
  { role: 'Agency', email: agencies[0].email },
  { role: 'Business', email: businesses[0].email },
] as const;

const stateRef = 'demo/state';
interface DemoState {
  readonly password: string;
  readonly done: boolean;
}

/** The demo can't be made until a person changes something. The message says what. */
export class DemoRefused extends Error {
  override readonly name = 'DemoRefused';
}

/**
 * Fills an empty system: an administrator, an agency with two businesses at work (a number and a keyword campaign
 * each), and an agency and businesses that are
 * archived or switched off. All ids are fixed, so that a seeding that was cut off is simply done again. Where the
 * system has lived without a demo,
 * nothing happens. Answers the lines that say the sign-ins, which work from then on.
 */
export async function seedDemo(options: DemoOptions): Promise<readonly string[]> {
  const { vault, store, sandbox } = options;
  const kept = await vault.get(stateRef);
  if (kept === null && (await store.head()) > 0n) {
    const wanted = options.password !== null;
    return wanted ? ['No demo: it fills an empty system only, and this one has been in use.'] : [];
  }
  if (kept === null && options.password !== null) {
    const asked = { password: options.password, userId: null, token: null, about: ['demo.test', 'Northwind'] };
    const { message } = await options.commands.identity.judgePassword(asked);
    if (message !== null) throw new DemoRefused(`DEMO_PASSWORD: ${message}`);
  }
  const state: DemoState =
    kept === null ?
      (JSON.parse(
        await vault.putIfAbsent(
          stateRef,
          JSON.stringify({ password: options.password ?? pronounceable(), done: false }),
        ),
      ) as DemoState)
    : (JSON.parse(kept) as DemoState);
  if (!state.done) {
    await seed(options, state.password);
    await vault.put(stateRef, JSON.stringify({ ...state, done: true }));
  }
  if (sandbox) {
    for (const { number, name, keyword } of businesses) {
      sandbox.carrier.addNumber({
        number,
        accountSid: options.accountSid,
        smsUrl: options.smsUrl,
        label: name,
        keywords: [keyword],
      });
    }
  }
  return [
    '\nSign in (demo):',
    ...signIns.map(({ role, email }) => `  ${role.padEnd(8)} ${email.padEnd(18)}  ${state.password}`),
    ...(options.password !== null && options.password !== state.password ?
      ['  (DEMO_PASSWORD was given, but these were made earlier with the password above.)']
    : []),
    `\nTry it: text ${businesses[0].keyword} to ${businesses[0].number} (${businesses[0].name}) from the phone simulator.\n`,
  ];
}

async function seed({ commands, runner, log }: DemoOptions, password: string): Promise<void> {
  const { tenancy, setup } = commands;
  const plan = {
    currency: 'USD' as const,
    dateFormat: 'MM/DD/YYYY' as const,
    monthlyMessages: 1000,
    contactLimit: 500,
    isEnabledLivechat: true,
    isActiveLivechat: true,
    isEnabledLoop: true,
    isActiveLoop: true,
    isActiveMms: true,
    isTemplate: false,
    templateContent: null,
    password,
  };
  const houses = await Promise.all(
    agencies.map(({ archived: _, ...agency }) =>
      tenancy.createAgency(context('agency', agency.email), {
        ...agency,
        ownerId: id('user', agency.email),
        password,
        isTemplate: false,
        isActiveLivechat: true,
        isActiveLoop: true,
        freeFee: true,
        freeNumbers: 5,
        freeMessages: 5000,
        freeCalls: 500,
      }),
    ),
  );
  const brand = await brandDemo(commands, context('brand'), agencyId);
  const shops = await Promise.all(
    businesses.map(async ({ number, keyword, campaign, reply, address, city, state, postalCode, ...business }) => {
      const { businessId, uniqueId, email } = business;
      return [
        await tenancy.createBusiness(context('business', uniqueId), {
          ...plan,
          ...business,
          agencyId,
          ownerId: id('user', email),
        }),
        await setup.assignNumber(context('number', uniqueId), {
          businessId,
          number,
          providerNumberId: null,
          isTollFree: false,
        }),
        await setup.createCampaign(context('campaign', uniqueId), {
          campaignId: id('campaign', uniqueId),
          businessId,
          name: campaign,
          type: 'text',
          keyword,
          reply,
          replyMedia: [],
        }),
        await tenancy.setContactInfo(context('contact-info', uniqueId), {
          businessId,
          phone: number,
          email,
          website: `https://${uniqueId}.test`,
          address,
          city,
          state,
          postalCode,
          country: 'US',
          revision: 0,
        }),
      ];
    }),
  );
  const quiet = await Promise.all(
    others.map(async ({ then, ...business }) => {
      const { businessId, uniqueId, email } = business;
      const created = await tenancy.createBusiness(context('business', uniqueId), {
        ...plan,
        ...business,
        ownerId: id('user', email),
      });
      if (then === 'inactive')
        return [created, await tenancy.setBusinessActive(context('inactive', uniqueId), { businessId, active: false })];
      return then === 'archived' ?
          [created, await tenancy.archiveBusiness(context('archived', uniqueId), { businessId })]
        : [created];
    }),
  );
  const settled = [
    await tenancy.setAgencyNew(context('onboarded'), { agencyId, isNew: false }),
    ...(await Promise.all(
      agencies
        .filter(({ archived }) => archived)
        .map((agency) => tenancy.archiveAgency(context('archived', agency.email), { agencyId: agency.agencyId })),
    )),
    await commands.identity.registerUser(context('user', admin.email), {
      ...admin,
      userId: id('user', admin.email),
      password,
    }),
  ];
  const positions = [...houses, brand, ...shops.flat(), ...quiet.flat(), ...settled].flatMap(({ position }) =>
    position === null ? [] : [position],
  );
  const last = positions.reduce((most, position) => (position > most ? position : most), 0n);
  // The screens of a sign-in are read from the read models.
  await runner.waitFor(last, { timeoutMs: 30_000 });
  log.info('The demo has been set up.');
}

function context(...purpose: string[]): CommandContext {
  return {
    caller: { role: 'system', actor: { kind: 'system', name: 'demo' }, tenant: { agencyId: null, businessId: null } },
    commandId: uuidV5(namespaces.command, 'demo', ...purpose),
    correlationId: id('seed'),
    causationId: null,
  };
}

/** Easy to type from a screen, 12 syllables of 75: over 74 bits. */
function pronounceable(): string {
  const syllable = (): string => `${'bdfgklmnprstvwz'[randomInt(15)]}${'aeiou'[randomInt(5)]}`;
  return Array.from({ length: 4 }, () => syllable() + syllable() + syllable()).join('-');
}
