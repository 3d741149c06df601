import { catalogue } from '../../messages/translate.ts';
import { words } from '../texts.ts';

/** What a plan includes and costs, in the words of a buyer. */
export const texts = catalogue(words, {
  'plan.messages': 'Text segments',
  'plan.mms': 'MMS',
  'plan.emails': 'Emails',
  'plan.contacts': 'Contacts',
  'plan.numbers': 'Numbers',
  'plan.minutes': 'Call minutes',
  'plan.feature.livechat': 'Live chat',
  'plan.feature.loop': 'Loops',
  'plan.feature.mms': 'Picture messages',
  'plan.feature.whitelabel': 'White label',
  'plan.has.messages': '{count, plural, =0 {} one {# text segment a month} other {# text segments a month}}',
  'plan.has.mms': '{count, plural, =0 {} one {# MMS a month} other {# MMS a month}}',
  'plan.has.emails': '{count, plural, =0 {} one {# email a month} other {# emails a month}}',
  'plan.has.contacts': '{count, plural, =0 {} one {# contact} other {# contacts}}',
  'plan.has.numbers': '{count, plural, =0 {} one {# number} other {# numbers}}',
  'plan.has.minutes': '{count, plural, =0 {} one {# call minute a month} other {# call minutes a month}}',
  'plan.unlimited.messages': 'Unlimited text segments',
  'plan.unlimited.mms': 'Unlimited MMS',
  'plan.unlimited.emails': 'Unlimited emails',
  'plan.unlimited.contacts': 'Unlimited contacts',
  'plan.unlimited.numbers': 'Unlimited numbers',
  'plan.unlimited.minutes': 'Unlimited call minutes',
  'plan.then': 'then {price} each',
  'plan.each': '{price} each',
  'plan.free': 'Free',
});
export const { t } = texts;
