import type { ContactFilter, FilterCondition } from '../contacts/filter.ts';

/** What a segment depends on besides the contact itself; days that pass change it too (`time`). */
export type Followed = 'contact' | 'coupon' | 'message' | 'mail' | 'click' | 'time';

function followedBy(condition: FilterCondition): readonly Followed[] {
  switch (condition.field) {
    case 'engagement': {
      const { did, within } = condition;
      const time: readonly Followed[] = within === null ? [] : ['time'];
      if (did === 'redeemed' || did === 'coupon-issued') return ['coupon', ...time];
      if (did === 'clicked') return ['click', ...time];
      return did === 'bounced' ? ['mail', ...time] : ['message', 'mail', ...time];
    }
    case 'last_message':
      return condition.moment.when.endsWith('-the-last') ? ['message', 'time'] : ['message'];
    case 'created':
    case 'opted_in':
      return condition.moment.when.endsWith('-the-last') ? ['time'] : [];
    case 'birthday':
    case 'anniversary':
      return condition.day.when === 'today' || condition.day.when === 'in-the-next' ? ['time'] : [];
    default:
      return [];
  }
}

/** What these filters depend on, those of segments that stand in them aside. */
export const followed = (filters: readonly ContactFilter[]): ReadonlySet<Followed> =>
  new Set([
    'contact',
    ...filters.flatMap(({ groups }) => groups.flatMap(({ conditions }) => conditions.flatMap(followedBy))),
  ]);
