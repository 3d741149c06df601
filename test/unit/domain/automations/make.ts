import { knownIn } from '../../../../domain/contacts/attributes.ts';
import { randomUUID } from 'node:crypto';
import type { Facts } from '../../../../domain/automations/runs/condition.ts';
import type { Known } from '../../../../domain/automations/document/check.ts';
import type { RunInputs } from '../../../../domain/automations/runs/decide.ts';
import {
  type Check,
  type Checks,
  Document,
  emptyDocument,
  type Node,
  type NodeOf,
  type EventMatcher,
  type WaitUntil,
} from '../../../../domain/automations/document/document.ts';
import { type Cause, enter, Run } from '../../../../domain/automations/runs/run.ts';
import type { RunEvent } from '../../../../domain/automations/runs/run-events.ts';
import { everybody } from '../../../../domain/contacts/filter.ts';
import { fold } from '../../../../domain/kernel/decider.ts';
import { AutomationId, namespaces, uuidV5 } from '../../../../domain/kernel/ids.ts';
import { businessId, contactId } from '../fixtures.ts';

/** Documents, runs and what is known of a contact, as tests speak of them. Steps are named by a word. */
export const id = (name: string): string => uuidV5(namespaces.automation, 'test', name);
const to = (name: string | null): string | null => (name === null ? null : id(name));
const step = { name: null, off: false };

export const text = (next: string | null, failed: string | null = null): Node => ({
  kind: 'Notification',
  ...step,
  body: 'Hello {{first_name|there}}',
  media: [],
  campaignId: null,
  to: { next: to(next), failed: to(failed) },
});
export const tag = (next: string | null, failed: string | null = null): Node => ({
  kind: 'Tag',
  ...step,
  change: 'add',
  tag: 'vip',
  to: { next: to(next), failed: to(failed) },
});
export const wait = (next: string | null, until: WaitUntil = oneDay, otherwise: string | null = null): Node => ({
  kind: 'Wait',
  ...step,
  until,
  to: { next: to(next), otherwise: to(otherwise) },
});
export const oneDay: WaitUntil = { kind: 'duration', amount: 1, unit: 'days', zone: 'business' };
export const clicked: EventMatcher = { kind: 'link-clicked', sourceId: null };
export const redeemed: EventMatcher = { kind: 'coupon-redeemed', campaignId: null };
export const untilClicked: WaitUntil = { kind: 'event', event: clicked, timeout: { amount: 2, unit: 'hours' } };
export const goal = (event: EventMatcher = redeemed, next: string | null = null): Node => ({
  kind: 'Goal',
  ...step,
  event,
  to: { next: to(next) },
});
export const checks = (...conditions: Check[]): Checks => ({ match: 'all', groups: [{ match: 'all', conditions }] });
export const isVip: Check = { field: 'tag', has: 'any', values: ['vip'] };
export const condition = (yes: string | null, no: string | null, ...conditions: Check[]): Node => ({
  kind: 'Condition',
  name: null,
  checks: checks(...(conditions.length > 0 ? conditions : [isVip])),
  to: { yes: to(yes), no: to(no) },
});
export const split = (a: string | null, b: string | null, shares = [50, 50]): Node => ({
  kind: 'Split',
  name: null,
  shares,
  to: { a: to(a), b: to(b), c: null, d: null, e: null },
});
export const goTo = (next: string | null): Node => ({ kind: 'GoTo', name: null, to: { next: to(next) } });
export const end: Node = { kind: 'End', name: null, to: {} };
export const ask = (
  next: string | null,
  {
    givenUp = null,
    failed = null,
    tries = 2,
  }: { givenUp?: string | null; failed?: string | null; tries?: number } = {},
): NodeOf<'CollectContactData'> => ({
  kind: 'CollectContactData',
  ...step,
  body: 'Your birthday?',
  again: 'As mm/dd, please.',
  tries,
  patience: { amount: 1, unit: 'hours' },
  field: { of: 'contact', name: 'birthday' },
  to: { next: to(next), givenUp: to(givenUp), failed: to(failed) },
});
export const off = (node: Node): Node => ({ ...node, off: true }) as Node;

/** The first of the steps is where it starts. */
export const drawn = (nodes: Readonly<Record<string, Node>>, over: Partial<Document> = {}): Document =>
  Document.parse({
    ...emptyDocument,
    triggers: [{ on: { kind: 'by-hand' }, filter: everybody }],
    start: to(Object.keys(nodes)[0] ?? null),
    nodes: Object.fromEntries(Object.entries(nodes).map(([name, node]) => [id(name), node])),
    ...over,
  });

export const known: Known = {
  customFields: [
    { id: id('pizza'), key: 'favourite_pizza', kind: 'text' },
    { id: id('visit'), key: 'next_visit', kind: 'date' },
  ],
  campaigns: new Set([id('campaign')]),
  keywords: new Map([[id('campaign'), 'PIZZA']]),
  designs: new Set([id('design')]),
  broadcasts: new Set([id('broadcast')]),
  uploads: new Set<string>(),
  webhooks: new Set<string>(),
  integrations: new Set<string>(),
  users: new Set<string>([id('bella'), id('noor')]),
  segments: new Set<string>(),
  withNumber: new Set([id('bella')]),
  rewards: new Set([id('free coffee')]),
  mms: false,
  year: 2026,
};

export const facts: Facts = {
  status: 'subscribed',
  emailStatus: 'unknown',
  reachable: true,
  firstName: 'Ann',
  lastName: null,
  phone: '+14155550123',
  ...knownIn({}),
  custom: {},
  keywords: [],
  tags: [],
  campaigns: [],
  uploadId: null,
  source: null,
  created: null,
  optedIn: null,
  lastMessage: null,
  acts: [],
};
/** A Sunday, 10:00 in New York. */
export const start = '2026-11-22T15:00:00.000Z';
export const after = (minutes: number, from = start): string =>
  new Date(Date.parse(from) + minutes * 60_000).toISOString();
export const look = (over: Partial<RunInputs> = {}): RunInputs => ({
  now: start,
  textsUpTo: over.now ?? start,
  exit: null,
  paused: false,
  happened: [],
  facts,
  segments: new Map(),
  fields: [],
  zones: { business: 'America/New_York', contact: ['America/Los_Angeles'] },
  ...over,
});

export const automationId = AutomationId.parse('00000000-0000-4000-8000-0000000000a1');
export const cause: Cause = { trigger: 'by-hand', key: 'cause-1', position: 1n, at: start };
export function begin(document: Document, over: Partial<Parameters<typeof enter>[0]> = {}): readonly RunEvent[] {
  const ids = { automationId, businessId, contactId };
  const entry = enter({ ...ids, version: 1, start: document.start, reentry: { kind: 'once' }, cause, ...over }, none);
  if (entry.kind !== 'started') throw new Error(entry.because);
  return entry.events;
}
export const none: Run = Run.initial;
export const state = (...events: readonly (readonly RunEvent[])[]): Run => fold(Run, events.flat());
export const unknownId = (): string => randomUUID();
