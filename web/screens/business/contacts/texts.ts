import { words } from '../../../components/texts.ts';
import { catalogue, type KeysOf } from '../../../messages/translate.ts';

/** The words of these screens. */
export const texts = catalogue(words, {
  'contacts.new': 'New contact',
  'contacts.import': 'Import',
  'contacts.search': 'Search by name, number or e-mail',
  'contacts.all': 'All',
  'contacts.anyKeyword': 'Any keyword',
  'contacts.col.name': 'Name',
  'contacts.col.phone': 'Phone',
  'contacts.col.status': 'Status',
  'contacts.col.keywords': 'Keywords',
  'contacts.col.created': 'Added',
  'contacts.noNumber': 'None',
  'contacts.numberIsName': 'Shown as the name',
  'contacts.noKeywords': 'None',
  'contacts.empty': 'No contacts yet',
  'contacts.emptyText':
    'People become contacts when they text your number. Text {keyword} to {number} to see it happen.',
  'contacts.emptyTextPlain': 'People become contacts when they text your number.',
  'contacts.count': '{count, plural, one {# contact} other {# contacts}}',
  'contacts.open': 'Show {name}',
  'contacts.noTags': 'None',
  'contacts.onlyTagged': 'Tagged {tag}',
});
export const { t, maybe } = texts;
export type MessageKey = KeysOf<typeof texts>;
