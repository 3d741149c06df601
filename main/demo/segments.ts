import type { ContactFilter, FilterCondition } from '../../domain/contacts/filter.ts';
import type { Moment, Subject } from './moment.ts';

const all = (...conditions: FilterCondition[]): ContactFilter => ({
  match: 'all',
  groups: [{ match: 'all', conditions }],
});

/** Whom the businesses look at again and again. */
const kept: Readonly<Record<string, readonly { readonly name: string; readonly filter: ContactFilter }[]>> = {
  'bellas-pizzeria': [
    {
      name: 'Birthday within a month',
      filter: all(
        { field: 'birthday', day: { when: 'in-the-next', days: 30 } },
        { field: 'status', values: ['subscribed'] },
      ),
    },
    {
      name: 'Quiet for two weeks',
      filter: all(
        { field: 'status', values: ['subscribed'] },
        { field: 'engagement', did: 'replied', not: true, within: 14, channel: null, of: null },
      ),
    },
    {
      name: 'Got a coupon, not redeemed',
      filter: all(
        { field: 'engagement', did: 'coupon-issued', not: false, within: 90, channel: null, of: null },
        { field: 'engagement', did: 'redeemed', not: true, within: null, channel: null, of: null },
      ),
    },
  ],
  'harbor-fitness': [
    { name: 'Joined this quarter', filter: all({ field: 'created', moment: { when: 'in-the-last', days: 90 } }) },
  ],
};

/** Segments of each business. */
export const segments: Subject = (shop, when) =>
  (kept[shop.uniqueId] ?? []).map(({ name, filter }, index): Moment => ({
    at: when.daysAgo(20 - index, '11:15'),
    what: `the segment ${name}`,
    happen: (scene) => scene.keepsSegment(name, filter),
  }));
