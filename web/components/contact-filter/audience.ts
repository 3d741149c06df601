import { filterLimits } from '../../../api/contract/attributes.ts';
import type { BroadcastAudience } from '../../../api/contract/broadcasts.ts';
import type { ContactFilter, FilterCondition } from './model.ts';

export type { BroadcastAudience };

/** What an audience takes at most, as the contract says it. */
const most = { contacts: 1_000, ...filterLimits } as const;
export const anybody: ContactFilter = { match: 'all', groups: [] };
const nobodyNamed: BroadcastAudience = {
  keywords: [],
  segment_ids: [],
  contact_ids: [],
  filter: anybody,
  except_segment_ids: [],
  except_keywords: [],
  recipients_of: null,
};

/** Whom a list of contacts shows, or who is ticked there. */
export type Shown =
  | { readonly contactIds: readonly string[] }
  | {
      readonly search: string;
      readonly status: 'subscribed' | 'optedOut' | 'unknown' | null;
      readonly keyword: string | null;
      readonly tag: string | null;
      readonly segmentId: string | null;
      readonly filter: ContactFilter | null;
      /** Whose tick was taken away again. */
      readonly except: readonly string[];
    };

/** The audience that means just them; null: an audience can not say it (words searched for, ticks taken away). */
export function audienceOf(shown: Shown): BroadcastAudience | null {
  if ('contactIds' in shown) {
    const { contactIds } = shown;
    if (contactIds.length === 0 || contactIds.length > most.contacts) return null;
    return { ...nobodyNamed, contact_ids: [...contactIds] };
  }
  const { search, status, keyword, tag, segmentId, filter, except } = shown;
  if (search.trim() !== '' || except.length > 0) return null;
  // An audience adds its segments to its keywords; the list asks for both: the keyword becomes a condition then.
  const both = segmentId !== null && keyword !== null;
  const conditions: FilterCondition[] = [
    ...(status === null ? [] : [{ field: 'status' as const, values: [status] }]),
    ...(tag === null ? [] : [{ field: 'tag' as const, has: 'any' as const, values: [tag] }]),
    ...(both ? [{ field: 'keyword' as const, has: 'any' as const, values: [keyword] }] : []),
  ];
  const narrowed = narrow(filter ?? anybody, conditions);
  return narrowed === null ? null : (
      {
        ...nobodyNamed,
        filter: narrowed,
        keywords: keyword === null || both ? [] : [keyword],
        segment_ids: segmentId === null ? [] : [segmentId],
      }
    );
}

/** The filter with further conditions that must hold, too; null: it has no room for them. */
function narrow(filter: ContactFilter, conditions: readonly FilterCondition[]): ContactFilter | null {
  if (conditions.length === 0) return filter;
  const all = (more: readonly FilterCondition[]) => ({ match: 'all' as const, conditions: [...more] });
  const groups =
    filter.match === 'all' || filter.groups.length < 2 ?
      [...filter.groups, all(conditions)]
      // Any group will do: the conditions go into each, one by one where any condition of the group will do.
    : filter.groups.flatMap((group) =>
        group.match === 'all' ?
          [all([...group.conditions, ...conditions])]
        : group.conditions.map((one) => all([one, ...conditions])),
      );
  const fits = groups.length <= most.groups && groups.every((group) => group.conditions.length <= most.conditions);
  if (!fits) return null;
  return { match: filter.groups.length < 2 ? 'all' : filter.match, groups };
}

/** What goes with the address of a new broadcast: in the history, since a thousand ids are too long for an address. */
export interface NewBroadcastState {
  readonly audience: BroadcastAudience;
}
/** The audience that a history entry holds; null: none, or something else. */
export const audienceIn = (state: unknown): BroadcastAudience | null =>
  (state as Partial<NewBroadcastState> | null)?.audience ?? null;
