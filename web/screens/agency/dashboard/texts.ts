import { words } from '../../../components/texts.ts';
import { catalogue } from '../../../messages/translate.ts';

/** The words of these screens. */
export const texts = catalogue(words, {
  'agencyDashboard.title': 'Dashboard',
  'agencyDashboard.empty': 'Your first business is a minute away',
  'agencyDashboard.emptyText':
    'Create a business, and this page shows how it does: texts in and out, opt-ins, and what needs your attention.',
  'agencyDashboard.guide': 'Read the guide',
  'agencyDashboard.clear': 'Nothing needs your attention.',
  'agencyDashboard.clearText': 'All businesses are on, and you are within your allowance.',
  'agencyDashboard.active': 'Active businesses',
  'agencyDashboard.activeText': '{contacts} contacts, {numbers, plural, one {# number} other {# numbers}}',
  'agencyDashboard.allowance': 'Free allowance this month',
  'agencyDashboard.top': 'Busiest businesses',
  'agencyDashboard.topEmpty': 'No texts in this period.',
  'agencyDashboard.topTitle': '{sent} sent, {received} received',
  'agencyDashboard.open': 'Open',
  'agencyDashboard.numbers.warning': '{share} of your free numbers are in use',
  'agencyDashboard.numbers.full': 'All your free numbers are in use',
  'agencyDashboard.messages.warning': '{share} of this month’s free texts are used',
  'agencyDashboard.messages.full': 'This month’s free texts are used up',
  'agencyDashboard.calls.warning': '{share} of this month’s free call minutes are used',
  'agencyDashboard.calls.full': 'This month’s free call minutes are used up',
  'agencyDashboard.allowanceText': 'Ask the platform’s operator to raise the allowance.',
  'agencyDashboard.trialText': 'Your businesses’ texts reach verified numbers only. Upgrade it at the carrier.',
  'agencyDashboard.domain': '{domain} is not live yet',
  'agencyDashboard.domainText': 'Its DNS records or its certificate are missing.',
  'agencyDashboard.inactive': '{count, plural, one {# business is turned off} other {# businesses are turned off}}',
  'agencyDashboard.inactiveText': 'They send nothing until you switch them on again.',
});
export const { t, maybe } = texts;
