import { words } from '../../../../components/texts.ts';
import { catalogue } from '../../../../messages/translate.ts';

export const texts = catalogue(words, {
  'contact.back': 'Contacts',
  'contact.new': 'New contact',
  'contact.add': 'Add contact',
  'contact.who': 'Contact',
  'contact.whoNewText': 'A number or an email address is enough. Texts from that number belong to this contact.',
  'contact.whoText': 'The number can’t be changed, because it identifies this contact.',
  'contact.consentText':
    'Adding a contact isn’t consent. You can reply in live chat, but campaigns reach them only after they opt ' + 'in.',
  'contact.about': 'About them',
  'contact.aboutText': 'Used in texts, birthday messages and filters.',
  'contact.own': 'Your fields',
  'contact.ownText': 'What you keep of your contacts.',
  'contact.ownChange': 'Change the fields',
  'contact.phone': 'Mobile number',
  'contact.dayHint': 'mm/dd, the year is not kept.',
  'contact.hint.state': 'Texts also follow quiet hours there.',
  'contact.tags': 'Tags',
  'contact.tagsHint': 'Enter or a comma adds one.',
  'contact.custom': 'Your fields',
  'contact.notSaid': 'Not said',
  'contact.yes': 'Yes',
  'contact.no': 'No',
});
export const { t, maybe } = texts;
