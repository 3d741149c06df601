import { randomInt } from 'node:crypto';
import type { Logger } from 'pino';
import type { EventStore } from '../adapters/event-store/port.ts';
import type { Vault } from '../adapters/vault/port.ts';
import type { CommandContext, Commands } from '../commands/types.ts';
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
  readonly say: (line: string) => void;
  readonly log: Logger;
}

const id = (...name: string[]): string => uuidV5(namespaces.demo, ...name);
const agencyId = id('agency', 'northwind');

const businesses = [
  {
    businessId: id('business', 'bellas'), name: 'Bella\'s Pizzeria', uniqueId: 'bellas-pizzeria', number: '+14155550100', timezone: 'America/Los_Angeles',
    keyword: 'PIZZA', campaign: 'Free garlic bread', reply: 'Hi {{first_name|there}}! Show this text for a free garlic bread with any large pizza. Code BELLA-10.',
  },
  {
    businessId: id('business', 'harbor'), name: 'Harbor Fitness', uniqueId: 'harbor-fitness', number: '+14155550101', timezone: 'America/New_York',
    keyword: 'FIT', campaign: 'Seven days free', reply: 'Welcome {{first_name|there}}! Show this text at the front desk for seven free days at Harbor Fitness.',
  },
] as const;

const users = [
  { role: 'Admin', email: 'admin@demo.test', firstName: 'Ada', lastName: 'Admin', agencyId: null, businessId: null },
  { role: 'Agency', email: 'agency@demo.test', firstName: 'Noor', lastName: 'Northwind', agencyId, businessId: null },
  { role: 'Business', email: 'business@demo.test', firstName: 'Bella', lastName: 'Russo', agencyId, businessId: businesses[0].businessId },
] as const;

const stateRef = 'demo/state';
interface DemoState { readonly password: string; readonly done: boolean }

/**
 * Fills an empty system: an administrator, an agency, two businesses with a number and a keyword campaign each. All ids are fixed, so that a
 * seeding that was cut off is simply done again. Where the system has lived without a demo, nothing happens. Says the sign-ins.
 */
export async function seedDemo(options: DemoOptions): Promise<void> {
  const { vault, store, say, sandbox } = options;
  const kept = await vault.get(stateRef);
  if (kept === null && await store.head() > 0n) return;
  const state: DemoState = kept === null
    ? JSON.parse(await vault.putIfAbsent(stateRef, JSON.stringify({ password: options.password ?? pronounceable(), done: false }))) as DemoState
    : JSON.parse(kept) as DemoState;
  if (!state.done) {
    await seed(options, state.password);
    await vault.put(stateRef, JSON.stringify({ ...state, done: true }));
  }
  if (sandbox) {
    for (const { number, name, keyword } of businesses) {
      sandbox.carrier.addNumber({ number, accountSid: options.accountSid, smsUrl: options.smsUrl, label: name, keywords: [keyword] });
    }
  }
  say('\nSign in (demo):');
  for (const { role, email } of users) say(`  ${role.padEnd(8)} ${email.padEnd(18)}  ${state.password}`);
  if (options.password !== null && options.password !== state.password) say('  (DEMO_PASSWORD was given, but these were made earlier with the password above.)');
  say(`\nTry it: text ${businesses[0].keyword} to ${businesses[0].number} (${businesses[0].name}) from the phone simulator.\n`);
}

async function seed({ commands, runner, log }: DemoOptions, password: string): Promise<void> {
  const agency = await commands.setup.createAgency(context('agency'), { agencyId, name: 'Northwind Marketing', email: 'agency@demo.test' });
  const brand = await brandDemo(commands, context('brand'), agencyId);
  const shops = await Promise.all(businesses.map(async ({ businessId, name, uniqueId, number, timezone, keyword, campaign, reply }) => [
    await commands.setup.createBusiness(context('business', uniqueId), {
      businessId, agencyId, name, uniqueId, currency: 'USD', timezone, dateFormat: 'MM/DD/YYYY', monthlyMessages: 1000, contactLimit: 500,
    }),
    await commands.setup.assignNumber(context('number', uniqueId), { businessId, number, providerNumberId: null, isTollFree: false }),
    await commands.setup.createCampaign(context('campaign', uniqueId), {
      campaignId: id('campaign', uniqueId), businessId, name: campaign, type: 'text', keyword, reply, replyMedia: [],
    }),
  ]));
  const people = await Promise.all(users.map((user) => commands.identity.registerUser(context('user', user.email), { ...user, userId: id('user', user.email), password })));
  const positions = [agency, brand, ...shops.flat(), ...people].flatMap(({ position }) => (position === null ? [] : [position]));
  const last = positions.reduce((most, position) => (position > most ? position : most), 0n);
  await runner.waitFor(last, { timeoutMs: 2000 });
  log.info('The demo has been set up.');
}

function context(...purpose: string[]): CommandContext {
  return {
    caller: { role: 'system', actor: { kind: 'system', name: 'demo' }, tenant: { agencyId: null, businessId: null } },
    commandId: uuidV5(namespaces.command, 'demo', ...purpose), correlationId: id('seed'), causationId: null,
  };
}

/** Easy to type from a screen, 12 syllables of 75: over 74 bits. */
function pronounceable(): string {
  const syllable = (): string => `${'bdfgklmnprstvwz'[randomInt(15)]}${'aeiou'[randomInt(5)]}`;
  return Array.from({ length: 4 }, () => syllable() + syllable() + syllable()).join('-');
}
