import { randomInt } from 'node:crypto';
import type { Logger } from 'pino';
import type { EventStore } from '../../adapters/event-store/port.ts';
import type { AskedReport } from '../../api/routes/report-exports.ts';
import type { HookCall } from '../../api/webhooks/hook-calls.ts';
import type { Identifiers } from '../../adapters/identifiers/port.ts';
import type { Vault } from '../../adapters/vault/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import type { CommandDependencies } from '../../commands/kernel/dependencies.ts';
import type { ProjectionRunner } from '../../projections/index.ts';
import { AgencyId } from '../../domain/kernel/ids.ts';
import type { CarrierHandle, ServicesHandle } from '../../sandbox/index.ts';
import { brandDemo } from './brand.ts';
import { cardDemo, type Till } from './cards.ts';
import { connectWebinars } from './integrations.ts';
import { helpDemo } from './help.ts';
import { orderDemo } from './orders.ts';
import { payerNumbers } from './payers.ts';
import { planDemo } from './plans.ts';
import { context, id } from './names.ts';
import { livePast } from './past.ts';
import type { DemoFiles, Shop } from './scene.ts';
import { walletDemo } from './wallet.ts';
import { listenForEvents } from './webhooks.ts';
import { teammateIdOf } from '../../commands/team/invite.ts';
import type { MemberRole } from '../../domain/team/fields.ts';
import { admin, agencies, agencyId, businesses, colleagues, mobiles, others, plan, rights, staff } from './tenants.ts';
import { neighbourNumbers } from './neighbours.ts';

export interface DemoOptions {
  readonly commandsWith: (world: Partial<CommandDependencies>) => Commands;
  /** With the codec on. */
  readonly store: EventStore;
  readonly identifiers: Identifiers;
  readonly vault: Vault;
  readonly runner: ProjectionRunner;
  /** Null: random at the first start, kept for the next. */
  readonly password: string | null;
  /** Whether contacts and conversations are wanted as well, or the sign-ins and nothing in them. */
  readonly past: boolean;
  readonly now: () => Date;
  readonly sandbox: {
    readonly url: string;
    readonly carrier: CarrierHandle;
    readonly services?: ServicesHandle;
  } | null;
  /** The sandbox takes cards; left out: there are none. */
  readonly cards?: Till | null;
  /** Where files of contacts are kept; left out: none is imported. */
  readonly files?: DemoFiles;
  /** Writes down what came of a call of a webhook; left out: nobody does. */
  readonly noteCall?: (call: HookCall) => Promise<void>;
  /** Has a report written to a file once the workers run; left out: nobody does. */
  readonly askReport?: (asked: AskedReport) => Promise<unknown>;
  /** Where texts to the demo numbers go. */
  readonly smsUrl: string;
  readonly accountSid: string;
  readonly log: Logger;
}

const signIns = [
  admin,
  { role: 'Agency', email: agencies[0].email },
  { role: 'Business', email: businesses[0].email },
] as const;

/** Somebody who works for a business. */
interface Invited {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: MemberRole;
}

/** How long the tenants of a demo have been customers when it is made, in ms. */
const age = 200 * 86_400_000;

const colleagueOf = (uniqueId: keyof typeof colleagues): string =>
  teammateIdOf(context('invite', colleagues[uniqueId].email).commandId);
const shops = businesses.map(({ businessId, uniqueId, number, timezone, keyword, email }): Shop => ({
  businessId,
  agencyId,
  uniqueId,
  number,
  timezone,
  keyword,
  ownerId: id('user', email),
  colleagueId: colleagueOf(uniqueId),
}));

const stateRef = 'demo/state';
interface DemoState {
  readonly password: string;
  readonly done: boolean;
  /** When it was made, ISO 8601; its past ends there. */
  readonly since?: string;
  /** Whether its businesses have a past by now. Left out: they shall have none. */
  readonly past?: 'to come' | 'lived';
}

/** What was made, and what is still to be done while people sign in already. */
export interface Demo {
  /** Say the sign-ins, which work from now on. */
  readonly lines: readonly string[];
  /** Fills the businesses with what brought them here; null: done, or not wanted. Cut off by the signal it is due again. */
  readonly past: ((signal: AbortSignal) => Promise<void>) | null;
}

/** The demo can't be made until a person changes something. The message says what. */
export class DemoRefused extends Error {
  override readonly name = 'DemoRefused';
}

/**
 * Fills an empty system: an administrator, an agency with two businesses at work (a number and a keyword campaign
 * each), and an agency and businesses that are archived or switched off. All ids are fixed, so that a seeding that was
 * cut off is simply done again. Where the system has lived without a demo, nothing happens. What takes longer, the past
 * of the businesses at work, is left to the caller.
 */
export async function seedDemo(options: DemoOptions): Promise<Demo> {
  const { vault, store, sandbox, now } = options;
  const kept = await vault.get(stateRef);
  if (kept === null && (await store.head()) > 0n) {
    const wanted = options.password !== null;
    return {
      lines: wanted ? ['No demo: it fills an empty system only, and this one has been in use.'] : [],
      past: null,
    };
  }
  if (kept === null && options.password !== null) {
    const asked = { password: options.password, userId: null, token: null, about: ['demo.test', 'Northwind'] };
    const { message } = await options.commandsWith({}).users.judgePassword(asked);
    if (message !== null) throw new DemoRefused(`DEMO_PASSWORD: ${message}`);
  }
  const fresh: DemoState = {
    password: options.password ?? pronounceable(),
    done: false,
    since: now().toISOString(),
    ...(options.past ? { past: 'to come' } : {}),
  };
  const state = JSON.parse(kept ?? (await vault.putIfAbsent(stateRef, JSON.stringify(fresh)))) as DemoState;
  const since = state.since === undefined ? now() : new Date(state.since);
  if (!state.done) {
    await seed(options, state.password, new Date(since.getTime() - age));
    await vault.put(stateRef, JSON.stringify({ ...state, done: true }));
  }
  if (sandbox) {
    for (const { number, name, keyword } of [...businesses, ...neighbourNumbers, ...payerNumbers]) {
      sandbox.carrier.addNumber({
        number,
        accountSid: options.accountSid,
        smsUrl: options.smsUrl,
        label: name,
        keywords: keyword === null ? [] : [keyword],
      });
    }
  }
  return {
    lines: [
      '\nSign in (demo):',
      ...signIns.map(({ role, email }) => `  ${role.padEnd(8)} ${email.padEnd(18)}  ${state.password}`),
      ...(options.password !== null && options.password !== state.password ?
        ['  (DEMO_PASSWORD was given, but these were made earlier with the password above.)']
      : []),
      `\nTry it: text ${businesses[0].keyword} to ${businesses[0].number} (${businesses[0].name}) from the phone simulator.\n`,
    ],
    past:
      state.past !== 'to come' ?
        null
      : async (signal) => {
          const picturesAt = sandbox?.url ?? null;
          const noteCall = options.noteCall ?? (() => Promise.resolve());
          const askReport = options.askReport ?? (() => Promise.resolve());
          if (
            await livePast(
              {
                files: null,
                ...options,
                till: options.cards ?? null,
                noteCall,
                askReport,
                password: state.password,
                picturesAt,
                shops,
                since,
              },
              signal,
            )
          )
            await vault.put(stateRef, JSON.stringify({ ...state, done: true, past: 'lived' }));
        },
  };
}

/** `began`: when all of it came into being. */
async function seed(
  { commandsWith, runner, log, sandbox, now, cards = null }: DemoOptions,
  password: string,
  began: Date,
): Promise<void> {
  const commands = commandsWith({ now: () => began });
  const { agencies: agencyCommands, businesses: businessCommands, setup } = commands;
  const houses = await Promise.all(
    agencies.map(({ archived: _, ...agency }) =>
      agencyCommands.create(context('agency', agency.email), {
        ...agency,
        ownerId: id('user', agency.email),
        password,
        ...rights,
      }),
    ),
  );
  const hasMobile = (
    { firstName, lastName, email }: Readonly<Record<'firstName' | 'lastName' | 'email', string>>,
    phone: string,
    userId: string = id('user', email),
  ) => commands.users.changeProfile(context('mobile', email), { userId, firstName, lastName, email, phone });
  /** Their owner invites somebody, and the agency gives them the password of the demo. */
  const invited = async (
    { businessId, email }: { readonly businessId: string; readonly email: string },
    { role, ...person }: Invited,
  ) => {
    const by = (purpose: string, role: 'business' | 'agency', userId: string) => ({
      ...context(purpose, person.email),
      caller: {
        role,
        actor: { kind: 'user' as const, userId, impersonatorId: null },
        tenant: { agencyId, businessId: role === 'business' ? businessId : null },
      },
    });
    const { position, result } = await commands.team.invite(by('invite', 'business', id('user', email)), {
      ...person,
      role,
    });
    return [
      { position },
      await commands.users.setPasswordOf(by('password', 'agency', id('user', agencies[0].email)), {
        userId: result.userId,
        password,
        ipAddress: null,
      }),
    ];
  };
  const brand = await brandDemo(commands, context('brand'), agencyId);
  const shops = await Promise.all(
    businesses.map(async ({ number, keyword, campaign, reply, address, city, state, postalCode, ...business }) => {
      const { businessId, uniqueId, email } = business;
      return [
        await businessCommands.create(context('business', uniqueId), {
          ...plan,
          password,
          ...business,
          agencyId,
          ownerId: id('user', email),
        }),
        ...(await invited(business, colleagues[uniqueId])),
        ...(await Promise.all(staff[uniqueId].map((person) => invited(business, person)))).flat(),
        ...(await Promise.all([
          hasMobile({ firstName: business.firstName, lastName: business.lastName, email }, mobiles[uniqueId].owner),
          hasMobile(colleagues[uniqueId], mobiles[uniqueId].colleague, colleagueOf(uniqueId)),
        ])),
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
        await businessCommands.setContactInfo(context('contact-info', uniqueId), {
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
      const created = await businessCommands.create(context('business', uniqueId), {
        ...plan,
        password,
        ...business,
        ownerId: id('user', email),
      });
      if (then === 'inactive')
        return [
          created,
          await businessCommands.setActive(context('inactive', uniqueId), { businessId, active: false }),
        ];
      return then === 'archived' ?
          [created, await businessCommands.archive(context('archived', uniqueId), { businessId })]
        : [created];
    }),
  );
  const settled = [
    await agencyCommands.setNew(context('onboarded'), { agencyId, isNew: false }),
    ...(await Promise.all(
      agencies
        .filter(({ archived }) => archived)
        .map((agency) => agencyCommands.archive(context('archived', agency.email), { agencyId: agency.agencyId })),
    )),
    ...(await helpDemo(commandsWith, context, began)),
    ...(await planDemo(commandsWith, context, began)),
    ...(await orderDemo(commands, context, agencyId)),
    ...(cards === null ? [] : await cardDemo(commands, context, AgencyId.parse(agencyId), cards)),
    ...(cards === null ?
      []
    : await walletDemo(commands, context, AgencyId.parse(agencyId), `${began.toISOString().slice(0, 8)}01`)),
    ...(sandbox?.services === undefined ?
      []
    : await connectWebinars(commandsWith({}), sandbox.services, { agencyId, ...businesses[0] })),
    ...(sandbox === null ?
      []
    : await listenForEvents(
        commandsWith({}),
        sandbox.url,
        { agencyId, ...businesses[0] },
        new Date(now().getTime() - 7 * 24 * 3_600_000),
      )),
    await commands.users.registerUser(context('user', admin.email), {
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

/** Easy to type from a screen, 12 syllables of 75: over 74 bits. */
function pronounceable(): string {
  const syllable = (): string => `${'bdfgklmnprstvwz'[randomInt(15)]}${'aeiou'[randomInt(5)]}`;
  return Array.from({ length: 4 }, () => syllable() + syllable() + syllable()).join('-');
}
