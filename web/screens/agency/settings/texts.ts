import { words } from '../../../components/texts.ts';
import { catalogue, type KeysOf } from '../../../messages/translate.ts';

/** The words of these screens. */
export const texts = catalogue(words, {
  'agencySettings.title': 'Settings',
  'agencySettings.tab.general': 'General',
  'agencySettings.tab.brand': 'White label',
  'agencySettings.tab.broadcasts': 'Broadcasts',
  'agencySettings.approval': 'Approval',
  'agencySettings.approvalText':
    'A broadcast of one of your businesses to more people than this waits until somebody of your agency has looked at it.',
  'agencySettings.approvalOn': 'Look at large broadcasts before they go out',
  'agencySettings.approvalOnHint': 'What is scheduled or approved already is not held up.',
  'agencySettings.approvalLimit': 'More people than',
  'agencySettings.approvalLimitHint': 'With 0 every broadcast waits for you.',
  'agencySettings.approvalGo': 'Show what waits',
  'agencySettings.tab.carrier': 'Carrier',
  'agencySettings.tab.mail': 'E-mail',
  'agencySettings.generalText': 'How your agency is called and reached.',
  'agencySettings.support': 'Support',
  'agencySettings.supportText': 'Shown to your businesses where they need help, and as the address to write to.',
  'agencySettings.mailText':
    'Invitations and password links to your people go out through it, from your own address. Without one, the platform’s is used.',
  'agencySettings.severalMail': 'More than one is connected: the first of SendGrid, Mailgun and Amazon SES is used.',
  'agencySettings.lookText':
    'What your businesses see instead of the platform: in the sidebar, the browser’s tab and the e-mails they get.',
  'agencySettings.brandNameHint': 'Left empty, your agency’s name is used.',
  'agencySettings.pickColor': 'Pick the colour',
  'agencySettings.preview': 'Preview of your brand',
  'agencySettings.sampleButton': 'Send',
  'agencySettings.sampleLink': 'Open unread',
  'agencySettings.contrastFine': 'White words on this colour can be read well ({ratio}:1).',
  'agencySettings.contrastLow':
    'White words on this colour are hard to read ({ratio}:1; 4.5:1 is needed). Buttons and links use {used} instead.',
  'agencySettings.pictures': 'Pictures',
  'agencySettings.picturesText': 'Uploaded pictures take effect at once.',
  'agencySettings.faviconHint':
    'The small picture in the browser’s tab. Square, best as svg or png of 64 pixels or more.',
  'agencySettings.addresses': 'Addresses',
  'agencySettings.addressesText': 'Where your businesses sign in, under your name.',
  'agencySettings.subdomainHint': 'Letters, digits and hyphens. Works at once, without any DNS records.',
  'agencySettings.opensAt': 'Opens at',
  'agencySettings.domainHint':
    'Without http and www., such as app.your-agency.com. It needs DNS records, which are shown after saving.',
  'agencySettings.domainState': 'Domain',
  'agencySettings.domainStateText':
    'Add these records where you manage your domain. We look for them every few minutes and get the certificate as soon as they are there.',
});
export const { t, maybe } = texts;
export type MessageKey = KeysOf<typeof texts>;
