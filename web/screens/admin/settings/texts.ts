import { words } from '../../../components/texts.ts';
import { catalogue } from '../../../messages/translate.ts';

/** The words of these screens. */
export const texts = catalogue(words, {
  'platform.settings': 'Platform settings',
  'platform.carrierText': 'Used where neither an agency nor a business has an account of its own.',
  'platform.removeCarrier':
    'Agencies and businesses without an account of their own can no longer buy numbers, and texts from numbers of ' +
    'this account no longer go out.',
  'platform.mailText':
    'Invitations, password links and notices go out through it where an agency has no account of its own.',
  'platform.removeMail':
    'Invitations and password links then go out through the mail server of the installation, if it has one.',
});
export const { t, maybe } = texts;
