import { words } from '../../../components/texts.ts';
import { catalogue } from '../../../messages/translate.ts';

/** The words of these screens. */
export const texts = catalogue(words, {
  'field.plan': 'Plan',
  'field.templateAgency': 'Template agency',
  'field.templateAgencyHint': 'Its menu has Businesses and Settings only: a place to prepare templates.',
  'field.agencyLivechat': 'Live chat active',
  'field.agencyLivechatHint': 'Its businesses with active live chat can text back and forth.',
  'field.agencyLoop': 'Loops active',
  'field.freeFeeAgencyHint': 'Works without a subscription.',
  'field.freeMessagesHint': 'Counted in segments.',

  'agency.count': '{count, plural, one {# agency} other {# agencies}}',
  'agency.list': 'Agencies',
  'agency.archivedList': 'Archived agencies',
  'agency.one': 'Agency',
  'agency.new': 'New agency',
  'agency.newFirst': 'Create the first agency',
  'agency.create': 'Create agency',
  'agency.search': 'Search by name, email or domain',
  'agency.noDomain': 'No domain',
  'agency.free': 'Free',
  'agency.template': 'Template',
  'agency.subscribed': 'Subscribed',
  'agency.noPlan': 'No subscription',
  'agency.none': 'No agencies yet',
  'agency.noneText':
    'An agency resells the platform under its own brand and looks after businesses. Create one, and its owner is invited by email.',
  'agency.noArchived': 'No archived agencies',
  'agency.noArchivedText': 'An agency that you archive stops sending and waits here. Nothing of it is deleted.',
  'agency.noMatchText': 'No agency has this in its name, email or domain.',
  'agency.archivedSince': 'Archived on {date}.',
  'agency.archivedNote':
    'Neither the agency nor its businesses send anything. Everything stays readable; restore it to go on.',
  'agency.tab.details': 'Details',
  'agency.tab.billing': 'Allowance',
  'agency.tab.providers': 'Providers',
  'agency.tab.brand': 'White label',
  'agency.tab.businesses': 'Businesses',
  'agency.tab.activity': 'Activity',
  'agency.section.agencyText': 'How it is called and reached.',
  'agency.section.ownerText': 'Signs in for the agency. One email address belongs to one person on the whole platform.',
  'agency.section.billing': 'Free allowance',
  'agency.section.billingText':
    'What the agency has each month without paying. Its top bar shows how much of it is used.',
  'agency.section.usageText': 'This month, over all its businesses.',
  'agency.section.featuresText': 'What the agency can offer its businesses.',
  'agency.removeCarrier':
    'Numbers bought with this account can no longer send for {name}’s businesses. They stay with the carrier.',
  'agency.otherMail': 'This agency has set up {provider} itself. It is shown in the agency’s own settings.',
});
export const { t, maybe } = texts;
