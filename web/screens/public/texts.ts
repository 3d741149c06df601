import { words } from '../../components/texts.ts';
import { catalogue } from '../../messages/translate.ts';

/** The words of these screens. */
export const texts = catalogue(words, {
  'app.screenFailed': 'This screen could not be loaded',
  'app.screenFailedText': 'Your connection may have dropped, or a new version was just published.',
  'app.reload': 'Reload',

  'forbidden.title': 'This page isn’t part of your role',
  'forbidden.text.owner': 'Ask an owner of the account.',
  'forbidden.text.manager': 'You’re a manager. An owner of the account can open this or change your role.',
  'forbidden.text.agent': 'You’re an agent. An owner of the account can open this or change your role.',
  'forbidden.text.till': 'You work at the till. An owner of the account can open this or change your role.',
  'forbidden.back.inbox': 'Go to the inbox',
  'forbidden.back.till': 'Go to redemptions',
  'forbidden.back.home': 'Go to the start',
  'notFound.title': 'There is no page here',
  'notFound.text': 'The address {path} doesn’t lead anywhere. It may have been mistyped, or the page may have moved.',
  'notFound.home': 'Go to the start',

  'home.title': 'Text messages that people answer',
  'home.text':
    'People text a keyword to your number, opt in with proof of consent, and get your reply. You see it as it ' +
    'happens, and write back from one inbox.',
  'home.signIn': 'Sign in',
  'home.continue': 'Continue to your workspace',
  'home.point1': 'Keywords that opt in',
  'home.point1Text': 'Someone texts PIZZA, gets your offer, and their consent is on record.',
  'home.point2': 'One inbox for your number',
  'home.point2Text': 'Replies arrive live. Everyone on the team sees the same conversation.',
  'home.point3': 'STOP means stop',
  'home.point3Text': 'Opt-outs are honoured at once, confirmed once, and never texted again.',
});
export const { t, maybe } = texts;
