import {
  type Document,
  type Node,
  type EventMatcher,
  type TriggerOn,
  type WaitUntil,
} from '../../../domain/automations/document/document.ts';
import { everybody } from '../../../domain/contacts/filter.ts';
import { AutomationId, BusinessId, ContactId } from '../../../domain/kernel/ids.ts';
import { E164 } from '../../../domain/sms/values.ts';
import {
  ask,
  condition,
  drawn,
  end,
  goal,
  goTo,
  id,
  off,
  split,
  tag,
  text,
  wait,
} from '../../unit/domain/automations/make.ts';
import { type Chance, createChance } from '../engine/chance.ts';

/** What a seed gives: a business with an automation, its people, and what is done at which moment. */
export interface Story {
  readonly seed: number;
  readonly businessId: BusinessId;
  readonly automationId: AutomationId;
  readonly zone: string;
  readonly versions: readonly [Document, Document];
  readonly people: readonly Person[];
  readonly acts: readonly Act[];
}
export interface Person {
  readonly contactId: ContactId;
  readonly phone: E164;
  readonly birthday: string;
  /** The day of the custom field that some triggers and waits name, `2026-11-22`; null: none. */
  readonly visit: string | null;
}
export interface Act {
  /** Of the story's days, from 0 to 1. */
  readonly at: number;
  /** `back`: an opt-out, and an opt-in right after it. */
  readonly what:
    | { readonly kind: 'opt-in' | 'opt-out' | 'back' | 'click' | 'close' | 'start' | 'leave'; readonly who: number }
    | { readonly kind: 'text'; readonly who: number; readonly words: string }
    | { readonly kind: 'tag'; readonly who: number; readonly vip: boolean }
    /** Their appointment is on another day from now on; null: they have none. `import`: a file says so. */
    | { readonly kind: 'visit'; readonly who: number; readonly day: string | null; readonly by: 'edit' | 'import' }
    /** The other person is the same as this one. */
    | { readonly kind: 'merge'; readonly who: number }
    | { readonly kind: 'hand'; readonly who: number; readonly act: 'go-on' | 'skip' | 'stop' }
    | { readonly kind: 'publish'; readonly how: 'keep' | 'recompute' | 'go' }
    | { readonly kind: 'off' | 'archive' | 'archive-business' }
    | { readonly kind: 'on'; readonly lapsed: 'go-on' | 'end' };
}

const zones = ['America/New_York', 'America/Los_Angeles', 'Europe/London', 'Australia/Lord_Howe', 'Asia/Kathmandu'];
/** Where numbers are, by their area. */
export const zoneOfPhone: Readonly<Record<string, string>> = {
  '415': 'America/Los_Angeles',
  '212': 'America/New_York',
  '312': 'America/Chicago',
};
const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
export const closed: EventMatcher = { kind: 'conversation-closed' };
const clicked: EventMatcher = { kind: 'link-clicked', sourceId: null };
const optedIn: TriggerOn = { kind: 'opted-in', keyword: null, campaignId: null };
/** Any text of the contact. */
export const replied: EventMatcher = { kind: 'text-received', words: [], whole: false };
/** What questions for a birthday understand. */
export const understood = '5/17';
/** The custom field with the day of an appointment. */
export const visitField = id('visit');
const joined: TriggerOn = { kind: 'text-received', words: ['join'], whole: false };

/**
 * What a story is full of. `listening`: steps that wait for what people do, who do it. `entering`: something happens to
 * people right after what brings them in. `clocks`: times of day on days that are not like others. `visits`:
 * appointments that are moved and called off. `replies`: texts around the deadline of who waits for them. `merging`:
 * two contacts of one person, who may enter once.
 */
export const themes = ['anything', 'listening', 'entering', 'clocks', 'visits', 'replies', 'merging'] as const;
export type Theme = (typeof themes)[number];

/** What the calendar has in store. */
export interface Season {
  /** Which days the birthdays are near, `MM-DD`. */
  readonly days: readonly string[];
  /** The days of the story itself, `2026-11-22`. */
  readonly visits: readonly string[];
}

/** `about`: what all stories are full of. */
export function storyOf(seed: number, season: Season, about: Theme | null): Story {
  const chance = createChance(seed * 7_919 + 17);
  const theme = about ?? chance.one(['anything', 'anything', ...themes]);
  const people = Array.from({ length: theme === 'merging' ? 2 : chance.int(1, 2) }, (_, nth) => ({
    contactId: ContactId.parse(chance.uuid()),
    phone: E164.parse(`+1${chance.one(Object.keys(zoneOfPhone))}${String(2_000_000 + (seed % 90_000) * 10 + nth)}`),
    birthday: chance.one(season.days),
    visit: chance.is(theme === 'visits' ? 0.8 : 0.3) ? chance.one(season.visits) : null,
  }));
  const first = documentOf(chance, theme);
  return {
    seed,
    businessId: BusinessId.parse(chance.uuid()),
    automationId: AutomationId.parse(chance.uuid()),
    zone: chance.one(zones),
    versions: [first, redrawn(chance, first)],
    people,
    acts: [
      ...people.flatMap((_, who): Act[] => [
        ...(theme === 'entering' ? followed(chance, who) : []),
        { at: chance.next() * 0.3, what: { kind: 'opt-in', who } },
      ]),
      // A text in time is rare, and one of which nobody has heard by the deadline rarer still.
      ...Array.from({ length: theme === 'replies' ? chance.int(10, 24) : chance.int(2, 9) }, () =>
        actOf(chance, people.length, theme, season),
      ),
    ].toSorted((one, other) => one.at - other.at),
  };
}

/** What brings somebody in, and what happens to them before, or while, somebody sees to it. */
function followed(chance: Chance, who: number): Act[] {
  const at = chance.next() * 0.8;
  return [
    { at, what: { kind: 'opt-in', who } },
    { at: at + chance.one([0, 0.01, 0.03]), what: { kind: chance.one(['close', 'click'] as const), who } },
  ];
}

function actOf(chance: Chance, people: number, theme: Theme, { visits }: Season): Act {
  const who = chance.int(0, people - 1);
  const { of } = chance.weighted<{ weight: number; of: () => Act['what'] }>([
    { weight: 4, of: () => ({ kind: 'opt-in', who }) },
    { weight: 2, of: () => ({ kind: 'opt-out', who }) },
    { weight: 1.5, of: () => ({ kind: 'back', who }) },
    {
      weight: theme === 'replies' ? 20 : 5,
      of: () => ({ kind: 'text', who, words: chance.one(['JOIN', understood, 'hello?']) }),
    },
    {
      weight: theme === 'visits' ? 16 : 1,
      of: () => ({
        kind: 'visit',
        who,
        day: chance.is(0.25) ? null : chance.one(visits),
        by: chance.one(['edit', 'edit', 'import'] as const),
      }),
    },
    {
      weight:
        people < 2 ? 0
        : theme === 'merging' ? 8
        : 0.5,
      of: () => ({ kind: 'merge', who }),
    },
    { weight: theme === 'listening' ? 20 : 3, of: () => ({ kind: 'click', who }) },
    { weight: 2, of: () => ({ kind: 'close', who }) },
    { weight: 2, of: () => ({ kind: 'tag', who, vip: chance.is(0.6) }) },
    { weight: theme === 'merging' ? 8 : 2, of: () => ({ kind: 'start', who }) },
    { weight: 1, of: () => ({ kind: 'leave', who }) },
    { weight: 2, of: () => ({ kind: 'hand', who, act: chance.one(['go-on', 'skip', 'stop'] as const) }) },
    { weight: 2, of: () => ({ kind: 'publish', how: chance.one(['keep', 'recompute', 'go'] as const) }) },
    { weight: 1.5, of: () => ({ kind: 'off' }) },
    { weight: 2.5, of: () => ({ kind: 'on', lapsed: chance.one(['go-on', 'end'] as const) }) },
    { weight: 0.3, of: () => ({ kind: 'archive' }) },
    { weight: 0.2, of: () => ({ kind: 'archive-business' }) },
  ]);
  return { at: chance.next(), what: of() };
}

/** Each step leads further on, so that every way ends. */
function documentOf(chance: Chance, theme: Theme): Document {
  const count = chance.int(2, 6);
  const steps = names.slice(0, count);
  const after = (at: number): string | null => {
    const further = [...names.slice(at + 1, count), 'z'];
    return chance.is(0.7) ? further[0]! : chance.one([...further, null]);
  };
  const nodes = steps.map((name, at): [string, Node] => [name, stepOf(chance, theme, () => after(at))]);
  const goals = chance.is(theme === 'entering' ? 0.8 : 0.4) ? { goal: goal(closed) } : {};
  const on = chance.weighted<{ weight: number; on: TriggerOn[] }>([
    { weight: 5, on: [optedIn] },
    { weight: 2, on: [joined] },
    { weight: 2, on: [optedIn, joined] },
    { weight: theme === 'clocks' ? 6 : 2, on: [{ kind: 'date', when: birthdayAt(chance) }] },
    { weight: theme === 'visits' ? 14 : 1, on: [{ kind: 'date', when: visitAt(chance) }] },
    { weight: theme === 'merging' ? 8 : 1, on: [{ kind: 'by-hand' }] },
  ]).on;
  return drawn(
    { ...Object.fromEntries(nodes), z: end, ...goals },
    {
      triggers: on.map((one) => ({ on: one, filter: everybody })),
      reentry: chance.one([
        ...(theme === 'merging' ? ([{ kind: 'once' }, { kind: 'once' }] as const) : []),
        ...([{ kind: 'once' }, { kind: 'always' }, { kind: 'after', days: chance.int(1, 3) }] as const),
      ]),
    },
  );
}
const birthdayAt = (chance: Chance) =>
  ({
    day: { of: 'birthday' },
    offset: chance.int(-1, 1),
    at: chance.one(['00:30', '01:30', '02:30', '12:00']),
    zone: 'business',
  }) as const;

const visitAt = (chance: Chance) =>
  ({
    day: { of: 'custom', id: visitField, yearly: false },
    offset: chance.int(-1, 1),
    at: chance.one(['00:30', '09:00', '12:00', '20:00']),
    zone: 'business',
  }) as const;

function stepOf(chance: Chance, theme: Theme, to: () => string | null): Node {
  const { of } = chance.weighted<{ weight: number; of: () => Node }>([
    { weight: 5, of: () => text(to(), to()) },
    { weight: 2, of: () => tag(to(), to()) },
    { weight: theme === 'clocks' ? 16 : 4, of: () => wait(to(), untilOf(chance)) },
    {
      weight: theme === 'listening' ? 20 : 2,
      of: () => wait(to(), { kind: 'event', event: clicked, timeout: hours(chance) }, to()),
    },
    {
      weight: theme === 'replies' ? 20 : 1,
      of: () => wait(to(), { kind: 'event', event: replied, timeout: hours(chance) }, to()),
    },
    { weight: 1, of: () => wait(to(), { kind: 'date', when: birthdayAt(chance) }, to()) },
    { weight: theme === 'visits' ? 14 : 1, of: () => wait(to(), { kind: 'date', when: visitAt(chance) }, to()) },
    { weight: 2, of: () => condition(to(), to()) },
    { weight: 1, of: () => split(to(), to()) },
    { weight: 1, of: () => goTo(to()) },
    { weight: 1, of: () => off(text(to())) },
    {
      weight: theme === 'replies' ? 16 : 2,
      of: () => ({ ...ask(to(), { givenUp: to(), failed: to(), tries: chance.int(1, 3) }), patience: hours(chance) }),
    },
    { weight: 2, of: () => webhook(to(), to()) },
  ]);
  return of();
}
const hours = (chance: Chance) => ({ amount: chance.int(1, 30), unit: 'hours' }) as const;
function untilOf(chance: Chance): WaitUntil {
  const zone = chance.one(['business', 'contact'] as const);
  return chance.one<WaitUntil>([
    { kind: 'duration', ...hours(chance), zone },
    { kind: 'duration', amount: 1, unit: 'days', zone },
    { kind: 'time', at: chance.one(['01:30', '02:30', '09:00']), zone },
    { kind: 'weekday', days: [chance.one(['sunday', 'weekdays', 'weekends'] as const)], at: '02:30', zone },
  ]);
}
const webhook = (next: string | null, failed: string | null): Node => ({
  kind: 'Webhook',
  name: null,
  off: false,
  url: 'https://example.test/hook',
  to: { next: next === null ? null : id(next), failed: failed === null ? null : id(failed) },
});

/** The next version: the same steps, some of which wait for something else now. */
function redrawn(chance: Chance, { nodes, ...document }: Document): Document {
  const anew = Object.entries(nodes).map(([name, node]): [string, Node] => [
    name,
    node.kind === 'Wait' && node.until.kind === 'duration' && chance.is(0.5) ?
      { ...node, until: { kind: 'duration', ...hours(chance), zone: 'business' } }
    : node.kind === 'Notification' ? { ...node, body: 'Hello again' }
    : node,
  ]);
  return { ...document, nodes: Object.fromEntries(anew) };
}
