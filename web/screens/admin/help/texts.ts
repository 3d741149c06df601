import { words } from '../../../components/texts.ts';
import { catalogue } from '../../../messages/translate.ts';

/** The words of this screen. */
export const texts = catalogue(words, {
  'operatorHelp.title': 'Help and news',
  'operatorHelp.lead': 'Shown to agencies in their top bar.',
  'operatorHelp.support': 'Support',
  'operatorHelp.supportText': 'How agencies reach you. Empty fields aren’t shown.',
  'operatorHelp.text': 'Text',
  'operatorHelp.textHint': 'For example, your hours.',
  'operatorHelp.email': 'Email',
  'operatorHelp.phone': 'Phone',
  'operatorHelp.link': 'Help center link',
  'operatorHelp.news': 'What’s new',
  'operatorHelp.newsText': 'Tell agencies about changes in the product.',
  'operatorHelp.entryTitle': 'Title',
  'operatorHelp.entryBody': 'Text',
  'operatorHelp.publish': 'Publish',
  'operatorHelp.none': 'No news yet.',
  'operatorHelp.remove': 'Remove “{title}”',
  'operatorHelp.removeTitle': 'Remove this entry?',
  'operatorHelp.removeText': 'Agencies no longer see “{title}”. You can’t undo this.',
  'operatorHelp.removeConfirm': 'Remove entry',
});
export const { t, maybe } = texts;
