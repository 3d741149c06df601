import { DateTime, IANAZone } from 'luxon';
import type { z } from 'zod';
import {
  type ContactFilter,
  type Engagement,
  type FilterCondition,
  isChoice,
  type MomentRule,
  oneNumber,
  type ChoiceRule,
  type WrittenRule,
  type YearlyRule,
} from '../../contacts/filter.ts';
import { attributeByApiName, type AttributeName } from '../../contacts/attributes.ts';
import { daysOfYear } from '../../contacts/yearly.ts';
import { canonicalKeyword } from '../../sms/keywords.ts';
import { type Check, type Checks, type ClockCondition, numbersOf } from '../document/document.ts';
import { type Days, type Zones, zonesFor } from './time.ts';

/** Something that was done with what a contact was sent. `of`: broadcast, step or campaign; `at`: an ISO instant. */
export interface EngagementEvent {
  readonly did: z.output<typeof Engagement>;
  readonly at: string;
  readonly channel: 'text' | 'mail' | null;
  readonly of: string | null;
}

/** What is known of a contact when it is looked at. Instants are ISO; what nobody has said is null. */
export interface Facts extends Days, Readonly<Record<AttributeName, string | null>> {
  readonly status: 'subscribed' | 'optedOut' | 'unknown';
  readonly emailStatus: 'subscribed' | 'unsubscribed' | 'unknown';
  readonly reachable: boolean;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly phone: string | null;
  readonly keywords: readonly string[];
  readonly tags: readonly string[];
  readonly campaigns: readonly string[];
  readonly uploadId: string | null;
  readonly source: string | null;
  readonly created: string | null;
  readonly optedIn: string | null;
  readonly lastMessage: string | null;
  readonly acts: readonly EngagementEvent[];
}

export interface AutomationState {
  readonly facts: Facts;
  readonly zones: Zones;
  /** An ISO instant. */
  readonly now: string;
  /** What the segments say that are asked for, and those in them. One that is missing has nobody in it. */
  readonly segments: ReadonlyMap<string, ContactFilter>;
}

/** One thing that was looked at: `what` names the field, `saw` what it was then. */
export interface Seen {
  readonly what: string;
  readonly saw: string | null;
  readonly holds: boolean;
}

/**
 * Whether conditions hold, and what was seen of each. It means what the SQL of `projections/contacts/filter.ts` means, so
 * that a run goes where the list of contacts says it would. All are looked at, also where one decides: people see why.
 */
export function evaluate(
  checks: Checks,
  standing: AutomationState,
): { readonly holds: boolean; readonly seen: readonly Seen[] } {
  const seen: Seen[] = [];
  const groups = checks.groups.map(({ match, conditions }) =>
    combine(
      match,
      conditions.map((condition) => {
        const one = look(condition, standing, []);
        seen.push({ what: condition.field, ...one });
        return one.holds;
      }),
    ),
  );
  return { holds: groups.length === 0 || combine(checks.match, groups), seen };
}

/** Whether a contact is meant by a filter. */
export const isMeant = (filter: ContactFilter, standing: AutomationState): boolean => meant(filter, standing, []);

const meant = ({ match, groups }: ContactFilter, standing: AutomationState, path: readonly string[]): boolean =>
  groups.length === 0 ||
  combine(
    match,
    groups.map((group) =>
      combine(
        group.match,
        group.conditions.map((condition) => look(condition, standing, path).holds),
      ),
    ),
  );

const combine = (match: 'all' | 'any', each: readonly boolean[]): boolean =>
  match === 'all' ? each.every(Boolean) : each.some(Boolean);

/** Whether what is known of a contact besides its own stream is asked for; what a segment asks is not looked into. */
export const asksForActivity = ({ groups }: Checks | ContactFilter): boolean =>
  groups.some(({ conditions }) => conditions.some(({ field }) => besides.has(field)));
const besides: ReadonlySet<Check['field']> = new Set(['engagement', 'last_message', 'segment']);

type RunInputs = Omit<Seen, 'what'>;
const of = (holds: boolean, saw: string | null): RunInputs => ({ holds, saw });

function look(condition: Check, standing: AutomationState, path: readonly string[]): RunInputs {
  const { facts } = standing;
  if ('text' in condition) {
    const held = facts[writtenFacts[condition.field]];
    return of((condition.field === 'phone' ? byPhone : written)(condition.text, held), held);
  }
  if ('day' in condition) {
    const held = facts[attributeByApiName[condition.field]];
    return of(onDay(condition.day, held, standing), held);
  }
  if (isChoice(condition)) {
    const held = facts[attributeByApiName[condition.field]];
    return of(byChoice(condition.value, held), held);
  }
  switch (condition.field) {
    case 'keyword':
      return listed(
        condition.has,
        condition.values.flatMap((typed) => canonicalKeyword(typed) ?? []),
        facts.keywords,
      );
    case 'tag':
      return listed(
        condition.has,
        condition.values.map((typed) => typed.toLowerCase()),
        facts.tags,
      );
    case 'campaign':
      return listed(condition.has, condition.ids, facts.campaigns);
    case 'segment': {
      const inAny = condition.ids.some((id) => {
        const filter = path.includes(id) ? undefined : standing.segments.get(id);
        return filter !== undefined && meant(filter, standing, [...path, id]);
      });
      return of(inAny === (condition.has === 'any'), inAny ? 'in' : 'not-in');
    }
    case 'upload':
      return listed(condition.has, condition.ids, facts.uploadId === null ? [] : [facts.uploadId]);
    case 'status':
      return of(condition.values.includes(facts.status), facts.status);
    case 'email_status':
      return of(condition.values.includes(facts.emailStatus), facts.emailStatus);
    case 'reachable':
      return of(condition.value === facts.reachable, String(facts.reachable));
    case 'source':
      return of(facts.source !== null && condition.values.includes(facts.source), facts.source);
    case 'created':
      return of(during(condition.moment, facts.created, standing), facts.created);
    case 'opted_in':
      return of(during(condition.moment, facts.optedIn, standing), facts.optedIn);
    case 'last_message':
      return of(during(condition.moment, facts.lastMessage, standing), facts.lastMessage);
    case 'custom': {
      const value = Object.hasOwn(facts.custom, condition.id) ? facts.custom[condition.id]! : null;
      return of(byValue(condition.value, value), value);
    }
    case 'engagement':
      return engaged(condition, standing);
    case 'clock':
      return byClock(condition, standing);
    default:
      return condition satisfies never;
  }
}

const writtenFacts = { first_name: 'firstName', last_name: 'lastName', phone: 'phone', ...attributeByApiName } as const;

/** As in SQL, what nobody can have is in no list: nothing wanted holds for `none` alone. */
function listed(has: 'any' | 'all' | 'none', wanted: readonly string[], held: readonly string[]): RunInputs {
  const found = wanted.filter((one) => held.includes(one));
  const holds =
    has === 'none' ? found.length === 0
    : has === 'any' ? found.length > 0
    : wanted.length > 0 && found.length === wanted.length;
  return of(holds, found.join(', '));
}

const lower = (typed: string): string => typed.toLowerCase();

/** Upper and lower case are alike. What is empty or null is not known. */
function written(rule: WrittenRule, value: string | null): boolean {
  const held = lower(value ?? '');
  switch (rule.is) {
    case 'known':
      return held !== '';
    case 'not-known':
      return held === '';
    case 'equal':
      return held === lower(rule.value);
    case 'not-equal':
      return held !== lower(rule.value);
    case 'containing':
      return held.includes(lower(rule.value));
    case 'not-containing':
      return !held.includes(lower(rule.value));
    case 'beginning':
      return held.startsWith(lower(rule.value));
    default:
      return rule satisfies never;
  }
}

function byChoice(rule: ChoiceRule, value: string | null): boolean {
  const held = value ?? '';
  if (!('values' in rule)) return (held !== '') === (rule.is === 'known');
  return (held !== '' && rule.values.includes(held)) === (rule.is === 'one-of');
}

/** By its digits, however they are typed. Without any digit it is nobody's. */
function byPhone(rule: WrittenRule, phone: string | null): boolean {
  if (!('value' in rule)) return written(rule, phone);
  const digits = rule.value.replace(/\D/g, '');
  if (digits === '') return rule.is.startsWith('not-');
  return written({ ...rule, value: digits }, (phone ?? '').replace(/\D/g, ''));
}

/** Days are the business's; what never was is in no span. */
function during(moment: MomentRule, value: string | null, { now, zones }: AutomationState): boolean {
  const zone = zones.business;
  if ('days' in moment) {
    const since = Date.parse(now) - moment.days * 86_400_000;
    const recent = value !== null && Date.parse(value) >= since;
    return recent === (moment.when === 'in-the-last');
  }
  if (value === null) return false;
  const day = DateTime.fromISO(value, { zone: IANAZone.create(zone).isValid ? zone : 'UTC' }).toISODate()!;
  switch (moment.when) {
    case 'on':
      return day === moment.day;
    case 'before':
      return day < moment.day;
    case 'after':
      return day > moment.day;
    case 'between':
      return day >= moment.from && day <= moment.to;
    default:
      return moment satisfies never;
  }
}

function onDay(rule: YearlyRule, held: string | null, { now, zones }: AutomationState): boolean {
  const day = held ?? '';
  switch (rule.when) {
    case 'known':
      return day !== '';
    case 'not-known':
      return day === '';
    case 'month':
      return day.slice(0, 2) === String(rule.month).padStart(2, '0');
    case 'today':
    case 'in-the-next':
      return daysOfYear(new Date(now), zones.business, rule.when === 'today' ? 0 : rule.days).includes(day);
    default:
      return rule satisfies never;
  }
}

const decimal = /^-?\d+(\.\d+)?$/;
/** Numbers as numbers, words without regard to case. */
const isSame = (one: string, other: string): boolean =>
  lower(oneNumber(one) ?? one) === lower(oneNumber(other) ?? other);
/** What is not there equals nothing, and is neither less nor more; it is not unequal either only where that is asked. */
function byValue(rule: Extract<FilterCondition, { field: 'custom' }>['value'], value: string | null): boolean {
  const held = value ?? '';
  switch (rule.is) {
    case 'one-of':
      return held !== '' && rule.values.some((one) => isSame(one, held));
    case 'equal':
      return isSame(rule.value, held);
    case 'not-equal':
      return !isSame(rule.value, held);
    case 'less':
    case 'more': {
      if (held === '') return false;
      // Numbers as numbers; days, which are written `2026-11-22`, as they are written.
      const numbers = decimal.test(rule.value);
      if (numbers && !decimal.test(held)) return false;
      const [one, other] = numbers ? [Number(held), Number(rule.value)] : [held, rule.value];
      return rule.is === 'less' ? one < other : one > other;
    }
    default:
      return written(rule, held);
  }
}

function engaged(
  condition: Extract<FilterCondition, { field: 'engagement' }>,
  { facts, now }: AutomationState,
): RunInputs {
  const { did, not, within, channel, of: whose } = condition;
  const since = within === null ? null : Date.parse(now) - within * 86_400_000;
  const latest = facts.acts
    .filter(
      (act) =>
        act.did === did &&
        (since === null || Date.parse(act.at) >= since) &&
        (channel === null || act.channel === null || act.channel === channel) &&
        (whose === null || act.of === whose),
    )
    .reduce<string | null>((last, { at }) => (last === null || at > last ? at : last), null);
  return of((latest !== null) !== not, latest);
}

/** In every zone where the contact may be: who may still be in the night is. */
function byClock(
  { zone, hours, days, months, years, weekdays }: z.output<typeof ClockCondition>,
  { now, zones }: AutomationState,
): RunInputs {
  const wanted = numbersOf(weekdays);
  const times = zonesFor(zone, zones).map((each) =>
    DateTime.fromISO(now, { zone: IANAZone.create(each).isValid ? each : 'UTC' }),
  );
  const any = (options: readonly number[], is: number): boolean => options.length === 0 || options.includes(is);
  const holds = times.every(
    ({ hour, day, month, year, weekday }) =>
      any(hours, hour) && any(days, day) && any(months, month) && any(years, year) && any([...wanted], weekday),
  );
  return of(holds, times.map((time) => time.toFormat("yyyy-MM-dd'T'HH:mm")).join(', '));
}
