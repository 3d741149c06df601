import type {
  ContactFilter,
  FilterCondition,
  MomentRule,
  WrittenRule,
  YearlyRule,
} from '../../domain/contact/filter.ts';
import { canonicalKeyword } from '../../domain/sms/keywords.ts';

/** A contact as a filter looks at it, in plain words. */
export interface PlainContact {
  readonly status: 'subscribed' | 'optedOut' | 'unknown';
  readonly emailStatus: 'subscribed' | 'unsubscribed' | 'unknown';
  readonly reachable: boolean;
  readonly source: string | null;
  readonly keywords: readonly string[];
  readonly tags: readonly string[];
  readonly campaigns: readonly string[];
  /** The upload that brought them. */
  readonly upload: string | null;
  readonly words: Readonly<
    Record<'first_name' | 'last_name' | 'phone' | 'email' | 'company_name' | 'website', string | null>
  >;
  readonly moments: Readonly<Record<'created' | 'opted_in' | 'last_message', string | null>>;
  readonly yearly: Readonly<Record<'birthday' | 'anniversary', string | null>>;
  readonly custom: Readonly<Record<string, string>>;
  /** When each was done last, and with which campaign. */
  readonly did: readonly {
    readonly what: string;
    readonly channel: 'text' | 'mail';
    readonly at: string;
    readonly of: string | null;
  }[];
}

interface Plain {
  readonly now: Date;
  readonly zone: string;
  readonly segments: ReadonlyMap<string, ContactFilter>;
}

/** What a filter means, said a second time and plainly: the SQL is held against it. */
export function meant(filter: ContactFilter, contact: PlainContact, plain: Plain): boolean {
  const all = <T>(items: readonly T[], how: 'all' | 'any', holds: (item: T) => boolean) =>
    how === 'all' ? items.every(holds) : items.some(holds);
  if (filter.groups.length === 0) return true;
  return all(filter.groups, filter.match, (group) =>
    all(group.conditions, group.match, (condition) => holds(condition, contact, plain)),
  );
}

const lists = (has: 'any' | 'all' | 'none', values: readonly string[], held: readonly string[]): boolean => {
  if (values.length === 0) return has === 'none';
  if (has === 'all') return values.every((value) => held.includes(value));
  return values.some((value) => held.includes(value)) === (has === 'any');
};

function holds(condition: FilterCondition, contact: PlainContact, plain: Plain): boolean {
  switch (condition.field) {
    case 'keyword':
      return lists(
        condition.has,
        condition.values.flatMap((one) => canonicalKeyword(one) ?? []),
        contact.keywords,
      );
    case 'tag':
      return lists(
        condition.has,
        condition.values.map((one) => one.toLowerCase()),
        contact.tags,
      );
    case 'campaign':
      return lists(condition.has, condition.ids, contact.campaigns);
    case 'segment': {
      const inAny = condition.ids.some((id) => {
        const filter = plain.segments.get(id);
        return filter !== undefined && meant(filter, contact, plain);
      });
      return inAny === (condition.has === 'any');
    }
    case 'upload':
      return (contact.upload !== null && condition.ids.includes(contact.upload)) === (condition.has === 'any');
    case 'status':
      return condition.values.includes(contact.status);
    case 'email_status':
      return condition.values.includes(contact.emailStatus);
    case 'reachable':
      return contact.reachable === condition.value;
    case 'source':
      return contact.source !== null && condition.values.includes(contact.source);
    case 'phone': {
      const digits = (typed: string) => typed.replace(/\D/g, '');
      const held = digits(contact.words.phone ?? '');
      const { text } = condition;
      if (!('value' in text)) return (held !== '') === (text.is === 'known');
      if (digits(text.value) === '') return text.is.startsWith('not-');
      return says({ ...text, value: digits(text.value) }, held);
    }
    case 'first_name':
    case 'last_name':
    case 'email':
    case 'company_name':
    case 'website':
      return says(condition.text, contact.words[condition.field] ?? '');
    case 'created':
    case 'opted_in':
    case 'last_message':
      return inTime(condition.moment, contact.moments[condition.field], plain);
    case 'birthday':
    case 'anniversary':
      return onDay(condition.day, contact.yearly[condition.field] ?? '', plain);
    case 'custom': {
      const held = contact.custom[condition.id] ?? '';
      const { value } = condition;
      if (value.is === 'one-of') return value.values.some((one) => one.toLowerCase() === held.toLowerCase());
      if (value.is !== 'less' && value.is !== 'more') return says(value as WrittenRule, held);
      if (held === '') return false;
      const isNumber = (text: string) => /^-?\d+(\.\d+)?$/.test(text);
      if (isNumber(value.value))
        return (
          isNumber(held) &&
          (value.is === 'less' ? Number(held) < Number(value.value) : Number(held) > Number(value.value))
        );
      return value.is === 'less' ? held < value.value : held > value.value;
    }
    case 'engagement': {
      const { did, channel, within, of } = condition;
      const since = within === null ? '' : new Date(plain.now.getTime() - within * 86_400_000).toISOString();
      const done = contact.did.some(
        (one) =>
          one.what === did &&
          (channel === null || did === 'redeemed' || did === 'coupon-issued' || one.channel === channel) &&
          (of === null || one.of === of) &&
          one.at >= since,
      );
      return done !== condition.not;
    }
    default:
      return condition satisfies never;
  }
}

function says(text: WrittenRule, held: string): boolean {
  const [is, typed] = [held.toLowerCase(), 'value' in text ? text.value.toLowerCase() : ''];
  switch (text.is) {
    case 'known':
      return held !== '';
    case 'not-known':
      return held === '';
    case 'equal':
      return is === typed;
    case 'not-equal':
      return is !== typed;
    case 'containing':
      return is.includes(typed);
    case 'not-containing':
      return !is.includes(typed);
    case 'beginning':
      return is.startsWith(typed);
    default:
      return text satisfies never;
  }
}

const dayIn = (at: Date, zone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);

function inTime(moment: MomentRule, at: string | null, { now, zone }: Plain): boolean {
  if (moment.when === 'not-in-the-last')
    return !inTime({ ...moment, when: 'in-the-last' }, at, { now, zone, segments: new Map() });
  if (at === null) return false;
  const day = dayIn(new Date(at), zone);
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
      return Date.parse(at) >= now.getTime() - moment.days * 86_400_000;
  }
}

function onDay(rule: YearlyRule, held: string, { now, zone }: Plain): boolean {
  if (rule.when === 'known' || rule.when === 'not-known') return (held !== '') === (rule.when === 'known');
  if (held === '') return false;
  if (rule.when === 'month') return Number(held.slice(0, 2)) === rule.month;
  const ahead = 'days' in rule ? rule.days : 0;
  for (let n = 0; n <= ahead; n++) {
    const [year, month, day] = dayIn(now, zone).split('-').map(Number) as [number, number, number];
    const at = new Date(Date.UTC(year, month - 1, day + n));
    // 29 February is kept on the 28th where the year has none.
    const tomorrow = new Date(at.getTime() + 86_400_000).toISOString().slice(5, 10);
    const written = at.toISOString().slice(5, 10);
    if (held === written || (held === '02-29' && written === '02-28' && tomorrow === '03-01')) return true;
  }
  return false;
}
