import { catalogue } from '../../messages/translate.ts';
import { words } from '../texts.ts';

/** The words of what's new and support. */
export const texts = catalogue(words, {
  'help.news': 'What’s new',
  'help.newsUnseen': 'What’s new: {count, plural, one {# new entry} other {# new entries}}',
  'help.noNews': 'No product news yet.',
  'help.support': 'Support',
  'help.email': 'Email support',
  'help.phone': 'Call support',
  'help.link': 'Open help center',
  'help.noSupport': 'Your operator hasn’t added support details yet.',
});
export const { t } = texts;
