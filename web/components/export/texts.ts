import { catalogue } from '../../messages/translate.ts';
import { words } from '../texts.ts';

/** The words of taking lists along. */
export const texts = catalogue(words, {
  'export.button': 'Export',
  'export.contacts': '{count, plural, one {Export one contact} other {Export # contacts}}',
  'export.recipients': '{count, plural, one {Export one recipient} other {Export # recipients}}',
  'export.redemptions': '{count, plural, one {Export one coupon} other {Export # coupons}}',
  'export.votes': '{count, plural, one {Export one vote} other {Export # votes}}',
  'export.messages': 'Export this conversation',
  'export.messagesText': 'All of its texts, the oldest first. Internal notes stay with your team.',
  'export.submissions': 'Export what was sent',
  'export.filtered': 'Those that the list shows now, on all of its pages.',
  'export.chosen': 'Those that are ticked.',
  'export.everybody': 'Everyone on the list.',
  'export.everything': 'The whole list, the oldest first.',
  'export.format': 'File',
  'export.format.xlsx': 'Excel workbook',
  'export.format.csv': 'CSV',
  'export.columns': 'Columns',
  'export.own': 'Custom fields',
  'export.all': 'All',
  'export.none': 'None',
  'export.oneColumn': 'Choose at least one column.',
  'export.recorded': 'Times are those of {zone}. Who exported what, and how many, is kept in the activity.',
  'export.download': 'Download',
  'export.begun': 'The download has begun. Your browser shows how far it is.',
});
export const { t } = texts;
