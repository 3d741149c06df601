import type { ContactFilter, FilterCondition } from '../../../api/contract/segments.ts';

export type { ContactFilter, FilterCondition };
export type Condition = FilterCondition;

/** What can be asked for, in the order of the list; custom fields follow. What nothing tells of is not offered. */
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
  'email',
  'company_name',
  'state',
  'zip',
  'created',
  'opted_in',
  'last_message',
  'birthday',
  'anniversary',
  'engagement',
] as const;

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
export const textFields: ReadonlySet<string> = new Set([
  ...['first_name', 'last_name', 'phone', 'email', 'company_name', 'zip'],
]);
export const momentFields: ReadonlySet<string> = new Set(['created', 'opted_in', 'last_message']);

/** What a field asks for at first. Lists begin empty: the condition counts once something is chosen. */
export function fresh(field: string): Condition {
  if (field.startsWith('custom:'))
    return { field: 'custom', id: field.slice('custom:'.length), value: { is: 'equal', value: '' } };
  if (textFields.has(field)) return { field: field as 'email', text: { is: 'containing', value: '' } };
  if (momentFields.has(field)) return { field: field as 'created', moment: { when: 'in-the-last', days: 30 } };
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
    case 'state':
      return { field, value: { is: 'one-of', values: [] } };
    case 'birthday':
    case 'anniversary':
      return { field, day: { when: 'in-the-next', days: 7 } };
    default:
      return { field: 'engagement', did: 'replied', not: false, within: 30, channel: null, of: null };
  }
}

export const fieldOf = (condition: Condition): string =>
  condition.field === 'custom' ? `custom:${condition.id}` : condition.field;

/** Whether enough was chosen for it to mean something. */
export function isComplete(condition: Condition): boolean {
  if ('values' in condition) return condition.values.length > 0;
  if ('ids' in condition) return condition.ids.length > 0;
  if (condition.field === 'custom' || condition.field === 'state') {
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
