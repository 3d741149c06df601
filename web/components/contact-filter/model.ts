import { type ApiName, type ApiNamesOf, apiNamesOf, isApiName, isOfKind } from '../../../api/contract/attributes.ts';
import type { ContactFilter, FilterCondition } from '../../../api/contract/segments.ts';

export type { ContactFilter, FilterCondition };
export type Condition = FilterCondition;

/** What can be asked for, in the order of the list; custom fields follow. */
export const fields = [
  'tag',
  'keyword',
  'segment',
  'campaign',
  'status',
  'email_status',
  'reachable',
  'source',
  'upload',
  'first_name',
  'last_name',
  'phone',
  ...apiNamesOf('email', 'text', 'url', 'choice', 'zip'),
  'created',
  'opted_in',
  'last_message',
  ...apiNamesOf('day-of-year'),
  'engagement',
] as const satisfies readonly Exclude<Condition['field'], 'custom'>[];
/** None is left out: one that is not offered cannot be chosen, nor shown where a saved filter has it. */
type Left = Exclude<Condition['field'], (typeof fields)[number] | 'custom'>;
true satisfies [Left] extends [never] ? true : Left;
export type Field = (typeof fields)[number];

export type ChoiceCondition = Extract<Condition, { field: ApiNamesOf<'choice'> }>;
/** Whether it asks for an attribute that is chosen of a list. */
export const isChoice = (condition: Condition): condition is ChoiceCondition => isOfKind(condition.field, 'choice');

/** What a filter names by id that there may be many of. */
export function namedIn(filter: ContactFilter | null): {
  readonly broadcasts: readonly string[];
  readonly uploads: readonly string[];
} {
  const conditions = (filter?.groups ?? []).flatMap((group) => group.conditions);
  return {
    broadcasts: conditions.flatMap((one) =>
      one.field === 'engagement' && one.of !== null && ofBroadcasts.has(one.did) ? [one.of] : [],
    ),
    uploads: conditions.flatMap((one) => (one.field === 'upload' ? one.ids : [])),
  };
}
/** What can be asked of one broadcast alone. */
export const ofBroadcasts: ReadonlySet<string> = new Set(['replied', 'clicked', 'sent', 'delivered', 'bounced']);

/** What a field asks for at first. Lists begin empty: the condition counts once something is chosen. */
export function fresh(field: Field | `custom:${string}`): Condition {
  switch (field) {
    case 'tag':
    case 'keyword':
      return { field, has: 'any', values: [] };
    case 'segment':
    case 'upload':
      return { field, has: 'any', ids: [] };
    case 'campaign':
      return { field, has: 'any', ids: [] };
    case 'status':
      return { field, values: ['subscribed'] };
    case 'email_status':
      return { field, values: ['subscribed'] };
    case 'reachable':
      return { field, value: true };
    case 'source':
      return { field, values: ['import'] };
    case 'engagement':
      return { field, did: 'replied', not: false, within: 30, channel: null, of: null };
    case 'created':
    case 'opted_in':
    case 'last_message':
      return { field, moment: { when: 'in-the-last', days: 30 } };
    case 'first_name':
    case 'last_name':
    case 'phone':
      return { field, text: { is: 'containing', value: '' } };
    default:
      return isApiName(field) ?
          freshAttribute(field)
        : { field: 'custom', id: field.slice('custom:'.length), value: { is: 'equal', value: '' } };
  }
}
function freshAttribute(field: ApiName): Condition {
  if (isOfKind(field, 'day-of-year')) return { field, day: { when: 'in-the-next', days: 7 } };
  if (isOfKind(field, 'choice')) return { field, value: { is: 'one-of', values: [] } };
  return { field, text: { is: 'containing', value: '' } };
}

export const fieldOf = (condition: Condition): Field | `custom:${string}` =>
  condition.field === 'custom' ? `custom:${condition.id}` : condition.field;

/** Whether enough was chosen for it to mean something. */
export function isComplete(condition: Condition): boolean {
  if ('values' in condition) return condition.values.length > 0;
  if ('ids' in condition) return condition.ids.length > 0;
  if (condition.field === 'custom' || isChoice(condition)) {
    const { value } = condition;
    if ('values' in value) return value.values.length > 0;
    return !('value' in value) || value.value.trim() !== '';
  }
  if ('text' in condition) return !('value' in condition.text) || condition.text.value.trim() !== '';
  return true;
}

/** Without what is not complete yet; null: nothing is left. */
export function complete(filter: ContactFilter): ContactFilter | null {
  const groups = filter.groups
    .map((group) => ({ ...group, conditions: group.conditions.filter(isComplete) }))
    .filter(({ conditions }) => conditions.length > 0);
  return groups.length === 0 ? null : { ...filter, groups };
}

/** A filter as the address holds it; what is none counts as not said (the API looks at it closely). */
export function readFilter(text: string | null): ContactFilter | null {
  if (text === null || text === '') return null;
  try {
    const read = JSON.parse(text) as Partial<ContactFilter>;
    return Array.isArray(read.groups) && read.groups.every((group) => Array.isArray(group.conditions)) ?
        (read as ContactFilter)
      : null;
  } catch {
    return null;
  }
}

/** Without one condition. */
export const without = (filter: ContactFilter, group: number, condition: number): ContactFilter | null =>
  complete({
    ...filter,
    groups: filter.groups.map((one, at) =>
      at === group ? { ...one, conditions: one.conditions.filter((_, index) => index !== condition) } : one,
    ),
  });
