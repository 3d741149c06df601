import { words } from '../../../components/texts.ts';
import { catalogue, type KeysOf } from '../../../messages/translate.ts';

/** The words of these screens. */
export const texts = catalogue(words, {
  'guide.title': 'Getting started',
  'guide.intro': 'From zero to a business that texts, in the fastest order. Completed steps are checked automatically.',
  'guide.done': '{done} of {total} done',
  'guide.isDone': 'Done',
  'guide.contents': 'Contents',
  'guide.finish': 'I know my way around',
  'guide.brand.title': 'Put your name on it',
  'guide.brand.text': 'Your businesses never need to see another brand than yours.',
  'guide.brand.1':
    'Choose a brand name, logo, favicon and color. A color too light for white text is darkened for buttons ' +
    'and links.',
  'guide.brand.2': 'A subdomain works at once. Share that address with your businesses instead of the platform’s.',
  'guide.brand.3':
    'A domain of your own needs DNS records: they appear after you save, each with its status. The certificate is issued automatically.',
  'guide.brand.go': 'Set up your brand',
  'guide.carrier.title': 'Connect your carrier account',
  'guide.carrier.text':
    'Texts go out through Twilio. With your own account, numbers are bought by you and stay yours; without one, the platform’s is used.',
  'guide.carrier.1':
    'You need the Account SID and the auth token from the Twilio console. They are checked with Twilio before ' +
    'they are stored, and never shown again.',
  'guide.carrier.2': 'Free-trial accounts do not work: they text verified numbers only.',
  'guide.carrier.go': 'Connect Twilio',
  'guide.mail.title': 'Send emails as yourself',
  'guide.mail.text':
    'Invitations and password links reach your people from your own address once SendGrid, Mailgun or Amazon SES is connected.',
  'guide.mail.1': 'Take a sender’s address that the provider allows for your account.',
  'guide.mail.2': 'Until then they come from the platform.',
  'guide.mail.sandbox': 'In this installation, emails that go through the sandbox end in its inbox.',
  'guide.mail.inbox': 'Open the inbox',
  'guide.mail.go': 'Connect an email provider',
  'guide.business.title': 'Create a business',
  'guide.business.text': 'A business has its own number, contacts, keywords and people.',
  'guide.business.1':
    'Its owner is invited by email and chooses a password; the link works for 7 days. You can set a password instead.',
  'guide.business.2':
    'Monthly texts and contacts can be limited. At 90% the business is warned; at 100% no more texts go out.',
  'guide.business.3':
    'Start from a template or duplicate a business to bring settings and campaigns along. Contacts and numbers are never copied.',
  'guide.business.go': 'Create a business',
  'guide.number.title': 'Give it a number',
  'guide.number.text': 'Without a number a business can neither send nor receive.',
  'guide.number.1':
    'The business chooses its number at sign-in: US or Canada, local or toll-free, by area code or state.',
  'guide.number.2': 'A number that your carrier account holds already can be used, too.',
  'guide.number.3': 'You can do it for them: sign in as the business, and choose.',
  'guide.number.sandbox': 'In this installation, numbers and phones are simulated.',
  'guide.handover.title': 'Hand it over',
  'guide.handover.text':
    'Every business has a page to share: its number, its keywords, and a code for a counter or a flyer.',
  'guide.handover.1': 'Scanning the code opens the phone’s messages with number and keyword filled in.',
  'guide.handover.2': 'People who text a keyword are opted in, with proof of consent, and get the reply right away.',
  'guide.handover.go': 'Open the newest business’s page',
  'guide.acting.title': 'Help from the inside',
  'guide.acting.text': 'Sign in as a business to see exactly what its people see, and to do things for them.',
  'guide.acting.1':
    'Choose “Sign in as” in the list or on the business’s page. “Main account” in the profile menu brings you back.',
  'guide.acting.2': 'Your actions are recorded with both names: yours and theirs.',
  'guide.acting.3': 'You can’t change passwords, email addresses or stored secrets there.',
  'guide.acting.go': 'See your businesses',
  'guide.consent.title': 'Know the rules of texting',
  'guide.consent.text': 'The system keeps them for you, so that your numbers stay in good standing.',
  'guide.consent.1':
    'STOP opts a person out at once. They get one confirmation and then nothing more, until they text START themselves.',
  'guide.consent.2': 'HELP is answered automatically.',
  'guide.consent.3': 'Each contact keeps a history of consent: when, how, and in which words.',
  'guide.stopping.title': 'Pause, archive, restore',
  'guide.stopping.text': 'Nothing is ever deleted by a wrong press.',
  'guide.stopping.1':
    'Switching a business off stops its sending at once, replies included. Its people can still look.',
  'guide.stopping.2': 'Archiving also takes it off your list. Texts that come in and opt-outs are still recorded.',
  'guide.stopping.3': 'Restore brings it back as it was.',
  'guide.stopping.go': 'See archived businesses',
});
export const { t, maybe } = texts;
export type MessageKey = KeysOf<typeof texts>;
