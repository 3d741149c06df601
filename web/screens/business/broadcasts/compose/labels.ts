import type { Broadcast } from '../../../../../api/contract/broadcasts.ts';
import { type DateStyle, date } from '../../../../format/date.ts';
import { t } from '../texts.ts';

/** A time of a wall clock as people read it: 11/22/2026 18:30. */
const wall = (at: string, style: DateStyle): string =>
  `${date(`${at.slice(0, 10)}T12:00:00Z`, { ...style, timezone: 'UTC' })} ${at.slice(11, 16)}`;

export function whenInWords(schedule: Broadcast['schedule'], style: DateStyle): string {
  switch (schedule.kind) {
    case 'now':
      return t('bc.words.now');
    case 'at':
      return t('bc.words.at', { at: wall(schedule.at, style), zone: schedule.zone });
    case 'recipient':
      return t('bc.words.recipient', { at: wall(schedule.at, style) });
    case 'recurring':
      return t('bc.words.recurring', { every: t(`bc.when.every.${schedule.every}`), at: wall(schedule.at, style) });
    default:
      return schedule satisfies never;
  }
}
