import { catalogue, type KeysOf } from '../../messages/translate.ts';
import { words } from '../texts.ts';

/** The words of a contact beside a list or a chat. */
export const texts = catalogue(words, {
  'consent.none': 'No consent on record. This contact has written or was written to, but never opted in.',
  'consent.optedIn': 'Opted in',
  'consent.optedOut': 'Opted out',
  'consent.how.keyword': 'by texting the keyword {keyword}',
  'consent.how.start': 'by texting START',
  'consent.how.form': 'on a form',
  'consent.how.import': 'by import',
  'consent.how.manual': 'added by hand',
  'consent.how.demo': 'demo data',
  'consent.how.message': 'by text message',
  'consent.how.screen': 'by someone on your team',
  'consent.how.carrier': 'reported by the carrier',
  'consent.how.unsubscribe-page': 'on the unsubscribe page',
  'consent.words': 'Words: “{words}”',
  'consent.proof': 'Carrier message {id}',
  'held.none': 'No coupon yet.',
  'held.notRead': 'The coupons could not be read.',
  'contacts.addTag': 'Add a tag',
  'contacts.tagged': 'Everybody tagged {tag}',
  'contacts.untag': 'Remove the tag {tag}',
  'contacts.details': 'Contact',
  'contacts.message': 'Message',
  'contacts.optOutDone': '{name} is opted out.',
});
export const { t, maybe } = texts;
export type MessageKey = KeysOf<typeof texts>;
