import type { FilterCondition } from '../../contacts/filter.ts';
import type { Check, ContactField, DayAt } from './fields.ts';

/** What steps and triggers name that is not theirs. `source`: a broadcast, or a step of an automation, whose link it was. */
export type ReferenceKind =
  | 'campaign'
  | 'reward'
  | 'upload'
  | 'broadcast'
  | 'hook'
  | 'integration'
  | 'source'
  | 'field'
  | 'design'
  | 'user'
  | 'segment';
/** What stands in the place of an id from now on; null: nothing. */
export type Refer = (kind: ReferenceKind, id: string) => string | null;

/**
 * Stands where a condition named something and may not name nothing: there is no such thing, so that whoever publishes
 * is told to choose another one, and no condition is lost without a word.
 */
export const nowhere = '00000000-0000-4000-8000-000000000000';

/** The same of an id that may be missing. */
export const referred = (refer: Refer, kind: ReferenceKind, id: string | null): string | null =>
  id === null ? null : refer(kind, id);

export const withFieldReferred = (field: ContactField, refer: Refer): ContactField =>
  field.of === 'custom' && field.id !== null ? { ...field, id: refer('field', field.id) } : field;

export const withDayReferred = (when: DayAt, refer: Refer): DayAt =>
  when.day.of === 'custom' && when.day.id !== null ?
    { ...when, day: { ...when.day, id: refer('field', when.day.id) } }
  : when;

export const withConditionsReferred = <Group extends { readonly conditions: readonly (Check | FilterCondition)[] }>(
  group: Group,
  refer: Refer,
): Group => ({ ...group, conditions: group.conditions.map((condition) => inCondition(condition, refer)) });

function inCondition(condition: Check | FilterCondition, refer: Refer): Check | FilterCondition {
  const one = (kind: ReferenceKind, id: string): string => refer(kind, id) ?? nowhere;
  switch (condition.field) {
    case 'campaign':
    case 'segment':
    case 'upload': {
      const kind = condition.field;
      return { ...condition, ids: [...new Set(condition.ids.map((id) => one(kind, id)))] };
    }
    case 'custom':
      return { ...condition, id: one('field', condition.id) };
    case 'engagement': {
      const { did, of } = condition;
      const kind = did === 'redeemed' || did === 'coupon-issued' ? 'campaign' : 'broadcast';
      return { ...condition, of: of === null ? null : one(kind, of) };
    }
    default:
      return condition;
  }
}
