import { words } from '../../../components/texts.ts';
import { catalogue, type KeysOf } from '../../../messages/translate.ts';

/** The words of these screens. */
export const texts = catalogue(words, {
  'dashboard.title': 'Dashboard',
  'dashboard.clear': 'You’re all caught up.',
  'dashboard.clearText': 'Nobody waits for an answer and nothing failed in this period.',
  'dashboard.unread': '{count, plural, one {# unread message} other {# unread messages}}',
  'dashboard.unreadText': 'People are waiting for an answer.',
  'dashboard.unreadGo': 'Answer',
  'dashboard.failed': '{count, plural, one {# message failed} other {# messages failed}}',
  'dashboard.failedText': '{share} of what was sent in this period did not arrive.',
  'dashboard.failedGo': 'See which',
  'dashboard.optOuts': '{count, plural, one {# contact opted out} other {# contacts opted out}}',
  'dashboard.optOutsText': 'They won’t be texted again unless they text START.',
  'dashboard.optOutsGo': 'See who',
  'dashboard.limit.messages.warning': 'You have used {share} of this month’s texts',
  'dashboard.limit.messages.full': 'This month’s text limit is reached',
  'dashboard.limit.messages.text': 'Ask your agency for a larger plan before texts stop going out.',
  'dashboard.limit.contacts.warning': 'You have used {share} of your contact limit',
  'dashboard.limit.contacts.full': 'Your contact limit is reached',
  'dashboard.limit.contacts.text': 'Contact your agency by e-mail to raise it.',
  'dashboard.start': 'Get your first opt-in',
  'dashboard.startText':
    'Text {keyword} to {number}. Within a second, this page shows the opt-in, the reply and its receipt.',
  'dashboard.startSimulator': 'Open the phone simulator',
  'dashboard.startStep1': 'Open the phone simulator in another window.',
  'dashboard.startStep1Real': 'Take any phone.',
  'dashboard.startStep2': 'Text {keyword} to {number}.',
  'dashboard.startStep3': 'Come back: the contact is in Message, opted in and answered.',
  'dashboard.kpi.delivery': 'Delivered',
  'dashboard.kpi.deliveryHint': '{delivered} of {total} with a result',
  'dashboard.byStatus': 'Messages by status',
  'dashboard.byStatusEmpty': 'No texts went out in this period.',
  'dashboard.usage': 'Plan usage',
  'dashboard.audience': 'Audience',
  'dashboard.audienceText': '{subscribed} of {contacts} can be texted',
  'dashboard.campaigns': 'Keywords',
  'dashboard.campaignsEmpty': 'No campaigns yet.',
  'dashboard.campaignWaits.number': 'Waits for a number',
  'dashboard.campaignWaits.keyword': 'Keyword taken on this number',
  'dashboard.campaignKeyword': 'Text {keyword} to {number}',
  'dashboard.optInsCount': '{count, plural, one {# opt-in} other {# opt-ins}}',
});
export const { t, maybe } = texts;
export type MessageKey = KeysOf<typeof texts>;
