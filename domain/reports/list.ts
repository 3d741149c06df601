import { list, oneOf } from '../kernel/list.ts';
import { concerns } from './fields.ts';

/** The active businesses with what happened in a period, those with the most concerns first. */
export const businessReportList = list({
  sort: ['name', 'sent', 'failed_share', 'opt_out_share', 'concerns'],
  filters: { concern: oneOf(concerns, 'This concern does not exist.') },
});
