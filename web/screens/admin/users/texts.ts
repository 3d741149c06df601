import { words } from '../../../components/texts.ts';
import { catalogue } from '../../../messages/translate.ts';

/** The words of these screens. */
export const texts = catalogue(words, {
  'field.role': 'Role',
  'field.newPassword': 'New password',

  'users.title': 'Users',
  'users.count': '{count, plural, one {# person} other {# people}}',
  'users.search': 'Search by name or email',
  'users.none': 'No users yet',
  'users.noMatchText': 'No user has this in their name or email.',
  'users.belongsTo': 'Works for',
  'users.platform': 'The platform',
  'users.lastSignIn': 'Last sign-in',
  'users.open': 'Open {name}',
  'users.changePassword': 'Change password',
  'users.twoStep': 'Two-step sign-in is on',
  'users.resetTwoStep': 'Reset two-step sign-in',
  'users.resetTitle': 'Reset two-step sign-in of {name}?',
  'users.resetText':
    'Their authenticator apps and recovery codes stop working, and their password alone signs them in. Be sure that it’s really them who asks.',
  'users.resetReason': 'Reason',
  'users.resetReasonHint': 'Kept with who did it and when.',
  'users.passwordTitle': 'New password for {name}',
  'users.passwordText':
    'They are signed out everywhere and can sign in with the new password only. Tell it to them yourself; it is not emailed.',
});
export const { t, maybe } = texts;
