import { core } from '../messages/core.ts';
import { catalogue } from '../messages/translate.ts';

/** The words of the plain controls. */
export const plain = catalogue(core, {
  'login.show': 'Show password',

  'password.hint': 'At least 8 characters. Longer beats complicated: a few words work well.',
  'password.short': 'Still too short: 8 characters at least.',
  'password.weak': 'Easy to guess. Add a word or two.',
  'password.fair': 'Good. A little longer would be better.',
  'password.strong': 'Strong.',
  'password.tooShort': 'A password has at least 8 characters.',

  'login.tooMany': 'Too many tries. Wait a moment, then try again.',
});
export const { t, maybe } = plain;
