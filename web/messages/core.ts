import { catalogue } from './translate.ts';

/** The words that are there before the sign-in, and on every screen behind it. */
export const core = catalogue(null, {
  'app.loading': 'Loading',

  'acting.as': 'Sign in as',
  'acting.asName': 'Sign in as {name}',

  'password.new': 'New password',

  'app.close': 'Close',
  'app.unreachable': 'The server can’t be reached. Check your connection and try again.',
  'app.failed': 'Something went wrong on our side.',
  'app.retry': 'Try again',

  'status.delivered': 'Delivered',
});
export const { t, maybe } = core;
