import { words } from '../../../components/texts.ts';
import { catalogue } from '../../../messages/translate.ts';

/** The words of these screens. */
export const texts = catalogue(words, {
  'platform.settings': 'Platform settings',
  'platform.carrierText': 'Used where neither an agency nor a business has an account of its own.',
  'platform.removeCarrier':
    'Agencies and businesses without an account of their own can no longer buy numbers, and texts from numbers of ' +
    'this account no longer go out.',
  'platform.removeBandwidth':
    'Businesses that use Bandwidth get new numbers from Twilio, and texts from numbers of this account no longer go out.',
  'policy.title': 'Two-step sign-in',
  'policy.text': 'Ask those who move money or act as others for a second step.',
  'policy.who': 'Required for',
  'policy.hint': 'Anyone who has none sets it up at their next sign-in.',
  'policy.none': 'No one',
  'policy.admins': 'Admins',
  'policy.operators': 'Admins and agencies',
  'policy.all': 'Everyone',
  'platform.mailText':
    'Invitations, password links and notices go out through it where an agency has no account of its own.',
  'platform.removeMail':
    'Invitations and password links then go out through the email server of the installation, if it has one.',
});
export const { t, maybe } = texts;
