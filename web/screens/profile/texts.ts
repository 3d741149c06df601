import { words } from '../../components/texts.ts';
import { catalogue } from '../../messages/translate.ts';

/** The words of these screens. */
export const texts = catalogue(words, {
  'profile.title': 'My account',
  'profile.person': 'You',
  'profile.personText': 'Your name stands beside what you write and do.',
  'profile.picture': 'Picture',
  'profile.first': 'First name',
  'profile.last': 'Last name',
  'profile.email': 'E-mail',
  'profile.phone': 'Mobile number',
  'profile.phoneHint': 'Alerts of automations reach you there by text.',
  'profile.current': 'Current password',
  'profile.currentHint': 'A new address needs your password.',
  'profile.acting': 'While you act as somebody else, their e-mail address and password stay as they are.',
  'profile.password': 'Password',
  'profile.passwordText': 'Changing it signs you out on every other device.',
  'profile.changePassword': 'Change password',
  'profile.team': 'Team',
  'profile.teamText': 'You work for {business}.',
  'profile.settings': 'Preferences',
  'profile.settingsText': 'Only for you, on every device.',
  'profile.appearance': 'Appearance',
  'profile.timezone': 'Time zone',
  'profile.timezoneOwn': 'Like the account',
  'profile.push': 'Push notifications',
  'profile.pushHint': 'New texts and alerts on the devices where you allowed it, also while this page is closed.',
});
export const { t, maybe } = texts;
