import { catalogue } from '../../../../messages/translate.ts';
import { texts as automations } from '../texts.ts';

/** The words of whom an automation could not let in. */
export const texts = catalogue(automations, {
  'au.n.title':
    '{count, plural, one {One contact could not be let in} other {# contacts could not be let in}}, though they were meant',
  'au.n.busy': 'Something else changed at every try.',
  'au.n.our-fault': 'Something went wrong here eight times, and we were told.',
  'au.n.of': '{count, plural, one {Of one: {why}} other {Of #: {why}}}',
  'au.n.last': 'Tried last {at}.',
  'au.n.again': 'Try again',
  'au.n.tried':
    '{count, plural, =0 {Somebody else has just tried them again.} one {It is tried again.} other {# are tried again.}} ' +
    'Nobody comes in twice.',
});
export const { t } = texts;
