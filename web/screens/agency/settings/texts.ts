import { words } from '../../../components/texts.ts';
import { catalogue } from '../../../messages/translate.ts';

/** The words of these screens. */
export const texts = catalogue(words, {
  'agencySettings.title': 'Settings',
  'agencySettings.tab.general': 'General',
  'agencySettings.tab.brand': 'White label',
  'agencySettings.noWhitelabel': 'Your plan doesn’t include white label',
  'agencySettings.noWhitelabelText':
    'What you’ve set stays live, and you can remove it. To change it, choose a plan that does.',
  'agencySettings.plans': 'See plans',
  'agencySettings.tab.broadcasts': 'Broadcasts',
  'agencySettings.approval': 'Approval',
  'agencySettings.approvalText':
    'Broadcasts from your businesses to more contacts than this wait for your agency’s approval.',
  'agencySettings.approvalOn': 'Approve large broadcasts',
  'agencySettings.approvalOnHint': 'Broadcasts already scheduled or approved aren’t affected.',
  'agencySettings.approvalLimit': 'More people than',
  'agencySettings.approvalLimitHint': 'With 0 every broadcast waits for you.',
  'agencySettings.approvalGo': 'Show what waits',
  'agencySettings.tab.carrier': 'Carrier',
  'agencySettings.tab.mail': 'Email',
  'agencySettings.generalText': 'How your agency is called and reached.',
  'agencySettings.support': 'Support',
  'agencySettings.supportText': 'Shown to your businesses where they need help, and as the address to write to.',
  'agencySettings.mailText':
    'Invitations and password links to your people go out through it, from your own address. Without one, the platform’s is used.',
  'agencySettings.severalMail': 'More than one is connected: the first of SendGrid, Mailgun and Amazon SES is used.',
});
export const { t, maybe } = texts;
