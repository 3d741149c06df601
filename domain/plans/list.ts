import { list, oneOf } from '../kernel/list.ts';
import { PlanSection } from './fields.ts';

/** Plans that are for sale, by what they cost; without a section the add-ons too. */
export const planList = list({
  sort: ['amount', 'name', 'created_at'],
  filters: {
    section: oneOf(
      PlanSection.options as ['plan', 'livechat', 'loop', 'a2p', 'unlimited'],
      'This section does not exist.',
    ),
  },
});
