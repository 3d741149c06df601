import type { ApiName } from '../../../api/contract/attributes.ts';
import { maybeAttributeLabel } from '../attributes/label.ts';
import type { ChoiceCondition, Condition, ContactFilter } from './model.ts';
import { t } from './texts.ts';

/** What ids in filters are called. */
export interface Names {
  readonly segments: ReadonlyMap<string, string>;
  readonly campaigns: ReadonlyMap<string, string>;
  readonly fields: ReadonlyMap<string, string>;
  readonly broadcasts: ReadonlyMap<string, string>;
  readonly uploads: ReadonlyMap<string, string>;
  /** Those that automations speak of; left out: they are not named here, or not known yet. */
  readonly rewards?: ReadonlyMap<string, string>;
  readonly webhooks?: ReadonlyMap<string, string>;
  readonly people?: ReadonlyMap<string, string>;
}

export const fieldWord = (condition: Condition, names: Names): string =>
  condition.field === 'custom' ?
    (names.fields.get(condition.id) ?? t('filter.field.custom'))
  : (maybeAttributeLabel(condition.field) ?? t(`filter.field.${condition.field as OwnField}`));
type OwnField = Exclude<Condition['field'], ApiName | 'first_name' | 'last_name' | 'phone'>;

/** A condition as people say it: “Tag is any of vip, lunch”. */
export function sentence(condition: Condition, names: Names): string {
  const field = fieldWord(condition, names);
  const list = (words: readonly string[]) => words.join(', ');
  const called = (ids: readonly string[], by: ReadonlyMap<string, string>) =>
    list(ids.map((id) => by.get(id) ?? t('filter.gone')));
  switch (condition.field) {
    case 'tag':
    case 'keyword':
      return `${field} ${t(`filter.has.${condition.has}`)} ${list(condition.values)}`;
    case 'campaign':
      return `${field} ${t(`filter.has.${condition.has}`)} ${called(condition.ids, names.campaigns)}`;
    case 'segment':
      return `${field} ${t(`filter.has.${condition.has}`)} ${called(condition.ids, names.segments)}`;
    case 'upload':
      return `${field} ${t(`filter.has.${condition.has}`)} ${called(condition.ids, names.uploads)}`;
    case 'status':
      return `${field}: ${list(condition.values.map((one) => t(`contactStatus.${one}`)))}`;
    case 'email_status':
      return `${field}: ${list(condition.values.map((one) => t(`filter.email.${one}`)))}`;
    case 'reachable':
      return condition.value ? t('filter.reachable.yes') : t('filter.reachable.no');
    case 'source':
      return `${field}: ${list(condition.values.map(sourceWord))}`;
    case 'created':
    case 'opted_in':
    case 'last_message': {
      const { moment } = condition;
      const when = t(`filter.when.${moment.when}`);
      if ('days' in moment) return `${field} ${when} ${t('filter.days', { count: moment.days })}`;
      return 'from' in moment ? `${field} ${when} ${moment.from} – ${moment.to}` : `${field} ${when} ${moment.day}`;
    }
    case 'custom':
      return valueSentence(field, condition.value);
    case 'engagement': {
      const { did, not, within, of } = condition;
      const isCoupon = did === 'redeemed' || did === 'coupon-issued';
      const about = of === null ? '' : ` (${called([of], isCoupon ? names.campaigns : names.broadcasts)})`;
      const what = `${t(not ? `filter.didNot.${did}` : `filter.did.${did}`)}${about}`;
      return within === null ? `${what} ${t('filter.ever')}` : `${what} ${t('filter.within', { count: within })}`;
    }
    default: {
      if ('day' in condition) {
        const { day } = condition;
        const when = t(`filter.yearly.${day.when}`);
        if ('days' in day) return `${field} ${when} ${t('filter.days', { count: day.days })}`;
        return 'month' in day ? `${field} ${when} ${monthWord(day.month)}` : `${field} ${when}`;
      }
      return valueSentence(field, 'text' in condition ? condition.text : condition.value);
    }
  }
}

type ValueRule =
  | Extract<Condition, { field: 'custom' }>['value']
  | Extract<Condition, { text: unknown }>['text']
  | ChoiceCondition['value'];
function valueSentence(field: string, rule: ValueRule): string {
  const is = t(`filter.is.${rule.is}`);
  if ('values' in rule) return `${field} ${is} ${rule.values.join(', ')}`;
  return 'value' in rule ? `${field} ${is} ${rule.value}` : `${field} ${is}`;
}

/** A whole filter as people say it; empty: it asks for nothing. Groups of several conditions stand in parentheses. */
export function filterInWords(filter: ContactFilter, names: Names): string {
  const join = (words: readonly string[], match: ContactFilter['match']) =>
    words.join(` ${t(match === 'all' ? 'filter.and' : 'filter.or')} `);
  const groups = filter.groups.filter(({ conditions }) => conditions.length > 0);
  return join(
    groups.map(({ match, conditions }) => {
      const words = join(
        conditions.map((condition) => sentence(condition, names)),
        match,
      );
      return groups.length > 1 && conditions.length > 1 ? `(${words})` : words;
    }),
    filter.match,
  );
}

/**
 * What stands before each condition of a filter when they stand one by one: how it is joined to the one before, with the
 * parentheses of `filterInWords`; the last entry stands after all of them.
 */
export function joints({ match, groups }: ContactFilter): readonly string[] {
  const word = (one: ContactFilter['match']) => t(one === 'all' ? 'filter.and' : 'filter.or');
  const filled = groups.filter(({ conditions }) => conditions.length > 0);
  const inside = (group: (typeof groups)[number] | undefined) =>
    filled.length > 1 && group !== undefined && group.conditions.length > 1;
  const between = filled.flatMap((group, at) => [
    `${inside(filled[at - 1]) ? ') ' : ''}${at === 0 ? '' : word(match)}${inside(group) ? ' (' : ''}`.trim(),
    ...group.conditions.slice(1).map(() => word(group.match)),
  ]);
  return [...between, inside(filled.at(-1)) ? ')' : ''];
}

export const sources = ['inbound-message', 'livechat', 'import', 'form', 'manual'] as const;
export const sourceWord = (source: string): string =>
  (sources as readonly string[]).includes(source) ? t(`filter.source.${source as (typeof sources)[number]}`) : source;

export const monthWord = (month: number): string =>
  new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2024, month - 1, 1)));
