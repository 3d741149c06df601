import { words } from '../../../components/texts.ts';
import { catalogue } from '../../../messages/translate.ts';

/** The words of these screens. */
export const texts = catalogue(words, {
  'actFor.title': 'This is at {name}',
  'actFor.text':
    'To see it, you go on as {name}. What you do there carries your own name, and “Main account” brings you back.',
  'share.text': 'What to hand over: the number, what to text, and a code for a counter or a flyer.',
  'share.noNumber':
    'There’s nothing to share until the business has a number. Sign in as the business to choose it now.',
  'share.facts': 'Details',
  'share.id': 'Id',
  'share.signIn': 'Sign-in page',
  'share.keywords': 'Keywords to text',
  'share.noKeywords': 'No keyword can be texted yet.',
  'share.poster': 'Sheet to print',
  'share.qrLabel': 'Code that texts {keyword} to {number}',
  'share.textUs': 'Text us at',
  'share.textWord': 'Text',
  'share.to': 'to',
  'share.download': 'Download code',
  'share.print': 'Print',
  'share.hint':
    'Scanning the code opens the phone’s messages with the number and the keyword filled in. The person only has to press send.',
});
export const { t, maybe } = texts;
