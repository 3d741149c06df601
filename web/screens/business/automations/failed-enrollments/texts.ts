import { catalogue } from '../../../../messages/translate.ts';
import { texts as automations } from '../texts.ts';

/** The words of whom an automation could not let in. */
export const texts = catalogue(automations, {
  'au.n.title': '{count, plural, one {One contact couldn’t be enrolled} other {# contacts couldn’t be enrolled}}',
  'au.n.busy': 'They were changing at every try.',
  'au.n.our-fault': 'A problem on our side. We’ve been notified.',
  'au.n.of': '{count, plural, one {One: {why}} other {#: {why}}}',
  'au.n.last': 'Last tried {at}.',
  'au.n.again': 'Try again',
  'au.n.tried':
    '{count, plural, =0 {Someone else just retried them.} one {Retrying one contact.} other {Retrying # ' +
    'contacts.}} No one is enrolled twice.',
});
export const { t } = texts;
