import { words } from '../../components/texts.ts';
import { catalogue, type KeysOf } from '../../messages/translate.ts';

/** The words of these screens. */
export const texts = catalogue(words, {
  'blocked.archived.title': '{name} is archived',
  'blocked.archived.business':
    'Nothing is sent for this account any more: no texts, no replies, no confirmations. Everything in it is kept, and it can be restored.',
  'blocked.archived.agency':
    'Nothing is sent for this agency and its businesses any more. Everything is kept, and the agency can be restored.',
  'blocked.inactive.title': '{name} is switched off',
  'blocked.inactive.business':
    'Nothing is sent for this account at the moment. Texts that come in and opt-outs are still recorded, and nothing is lost.',
  'blocked.inactive.agency': 'Nothing is sent for this agency at the moment. Everything is kept.',
  'blocked.subscription.title': '{name} has no subscription',
  'blocked.subscription.business': 'An account needs a subscription before it can be used. Everything in it is kept.',
  'blocked.subscription.agency':
    'An agency needs a subscription before it and its businesses can be used. Everything in it is kept.',
  'blocked.number.title': '{name} has no number yet',
  'blocked.number.business': 'Texts go out from a number of your own, and this account has none yet.',
  'blocked.number.agency': 'Texts go out from a number of your own, and this account has none yet.',
  'blocked.next': 'What to do next:',
  'blocked.askAgency': 'write to {name} ({email}), who look after this account.',
  'blocked.askSupport': 'write to {email}.',
  'blocked.askNobody': 'ask whoever set this account up for you.',
  'blocked.askYourself': 'go back to your own account. What stands in the way is settled from there.',
  'blocked.write': 'Write an e-mail',
  'blocked.as': 'Signed in as {email}',

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
export type MessageKey = KeysOf<typeof texts>;
