import { plain } from '../../plain/texts.ts';
import { catalogue } from '../../messages/translate.ts';

/** The words of these screens. */
export const texts = catalogue(plain, {
  'login.forgot': 'Forgot your password?',

  'forgot.title': 'Forgot your password?',
  'forgot.text': 'Enter your email address, and we send you a link to choose a new one.',
  'forgot.submit': 'Send the link',
  'forgot.back': 'Back to sign-in',
  'forgot.sentTitle': 'Look into your inbox',
  'forgot.sent': 'If {email} has an account here, a link is on its way to it.',
  'forgot.sentHint':
    'The link works once, for one hour. Nothing there? Look into the spam folder, or try another address.',
  'forgot.again': 'Use another address',

  'reset.title': 'Choose a new password',
  'reset.text': 'For {email}. You will be signed out everywhere else.',
  'reset.welcome': 'Welcome to {name}',
  'reset.invited': 'Choose a password for {email}, and your account is ready.',
  'reset.checking': 'Checking your link…',
  'reset.unchecked': 'Your link could not be checked just now.',
  'reset.submit': 'Change password',
  'reset.start': 'Set password',
  'reset.expiredTitle': 'This link no longer works',
  'reset.expired':
    'Links work once, and only for a while. Yours was used already or is too old. Ask for a new one; it takes a minute.',
  'reset.missingTitle': 'This link is not complete',
  'reset.missing': 'Part of the address is missing. Open the link from the email again, or ask for a new one.',
  'reset.newLink': 'Get a new link',
  'reset.doneTitle': 'Your password is set',
  'reset.done': 'Sign in with it now.',

  'passkey.signIn': 'Sign in with a passkey',
  'passkey.use': 'Use a passkey',
  'passkey.cancelled': 'No passkey was used. Try again, or sign in another way.',
  'second.passkeyText': 'Use the passkey on your device.',
  'second.passkeyElsewhere': 'Your passkey works at {hosts}. Sign in there, or use a recovery code here.',
  'second.title': 'Confirm it’s you',
  'second.text': 'Enter the code that your authenticator app shows now.',
  'second.recoveryText': 'Enter one of the recovery codes you saved. Each works once.',
  'second.code': '6-digit code',
  'second.recoveryCode': 'Recovery code',
  'second.stale': 'That took too long. Sign in again.',
  'second.noCode': 'Enter the code.',
  'second.useRecovery': 'Use a recovery code',
  'second.useCode': 'Use your authenticator app',

  'login.badEmail': 'Enter a valid email address.',
  'login.noPassword': 'Enter your password.',
  'login.title': 'Sign in',
  'login.sub': 'Welcome back to {name}.',
  'login.email': 'Email',
  'login.password': 'Password',
  'login.submit': 'Sign in',
  'login.wrong': 'The email address or password is wrong.',
  'login.returning': 'Sign in to continue to {path}',
  'login.aside': 'Every text and every receipt, as it happens.',
  'login.asideText': 'Watch a keyword come in, the reply go out and the carrier confirm it, on one screen.',
});
export const { t, maybe } = texts;
