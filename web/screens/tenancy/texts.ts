import { words } from '../../components/texts.ts';
import { catalogue } from '../../messages/translate.ts';

/** The words of these screens. */
export const texts = catalogue(words, {
  'checkpoints.title': 'Proof of your records',
  'checkpoints.text': 'A signed checkpoint proves that nothing recorded before it was changed.',
  'checkpoints.label': 'Daily checkpoint email',
  'checkpoints.hint': 'Sent to the owner on days with new records. Keep these emails.',
  'brand.lookText': 'Businesses see this instead of the platform: in the sidebar, the browser tab and their email.',
  'brand.nameHint': 'If empty, the agency’s name is used.',
  'brand.pickColor': 'Pick a color',
  'brand.preview': 'Brand preview',
  'brand.sampleButton': 'Send',
  'brand.sampleLink': 'Open unread',
  'brand.contrastFine': 'White text on this color is easy to read ({ratio}:1).',
  'brand.contrastLow':
    'White text on this color is hard to read ({ratio}:1, below 4.5:1). Buttons and links use {used} instead.',
  'brand.pictures': 'Pictures',
  'brand.picturesText': 'Uploads are live right away.',
  'brand.faviconHint': 'The icon in the browser tab. Square, SVG or PNG, at least 64 pixels.',
  'brand.addresses': 'Addresses',
  'brand.addressesText': 'Where businesses sign in under this brand.',
  'brand.subdomainHint': 'Letters, digits and hyphens. Works right away, no DNS needed.',
  'brand.opensAt': 'Opens at',
  'brand.domainHint': 'Without http or www, like app.your-agency.com. After saving, we show the DNS records it needs.',
  'brand.recordsText':
    'Add these records where the domain is managed. We check every few minutes and get the certificate as soon as they are there.',
  'brand.domainText': 'Shows where the domain points and whether browsers get a valid certificate.',
  'brand.noDomain': 'No custom domain is set.',
  'brand.ownership': 'Ownership',
  'brand.proved': 'Proved',
  'brand.notProved': 'Not proved yet',
  'brand.validUntil': 'Valid until {date}',
  'brand.noCertificate': 'None yet',

  'agencySettings.removeCarrier':
    'Numbers bought with this account can no longer send for your businesses. They stay with the carrier.',

  'field.business': 'Business',
  'field.ownerEmailHint': 'The copy gets its own owner, who is invited by email.',
  'field.registration': 'Registration',
  'field.textsThisMonth': 'Texts this month',
  'field.currency': 'Currency',
  'field.timezoneHint': 'Days on the dashboard and times in messages follow it.',
  'field.dateFormat': 'Date format',
  'field.uniqueIdHint':
    'Part of the addresses of its public pages. Left empty, it is made of the name. It stays for good.',
  'field.livechatEnabled': 'Live chat included',
  'field.livechatEnabledHint': 'Shows Message in its menu, whatever else applies.',
  'field.livechatActive': 'Live chat active',
  'field.livechatActiveHint': 'Shows Message where the agency, too, has live chat active.',
  'field.loopEnabled': 'Loops included',
  'field.loopActive': 'Loops active',
  'field.loopActiveHint': 'Likewise, where the agency has loops active.',
  'field.mms': 'Picture messages (MMS)',
  'field.mmsHint': 'Texts can carry pictures. Pictures from customers always arrive.',
  'field.template': 'Template',
  'field.templateHint': 'New businesses can start from it. A template needs no number of its own.',
  'field.resources': 'Resources',
  'field.resourcesHint':
    'Shown to the business under Settings, Resources. Links that stand in the text can be opened there.',
  'field.textsAMonth': 'Texts a month',
  'field.textsAMonthHint': 'Counted in segments. Empty: no limit.',
  'field.contactLimit': 'Contacts',
  'field.noLimit': 'No limit',
  'field.freeFeeBusinessHint': 'A business without an agency works without a subscription.',
  'field.bandwidth': 'Use Bandwidth',
  'field.bandwidthHint':
    'New numbers come from Bandwidth once an account is connected. The business opens before it has a number.',
  'field.invite': 'Invite by email',
  'field.inviteHint': 'The owner gets a link to choose a password. It works for 7 days.',
  'field.password': 'Password',

  'tenant.open': 'Open',
  'tenant.archive': 'Archive',
  'tenant.restore': 'Restore',

  'agency.archiveTitle': 'Archive {name}?',
  'agency.archiveText':
    'The agency and its {count, plural, one {# business} other {# businesses}} stop sending at once, replies to ' +
    'keywords included. Texts that come in and opt-outs are still recorded. Nothing is deleted, and you can ' +
    'restore it.',
  'agency.archiveConfirm': 'Archive agency',

  'business.archivedList': 'Archived businesses',
  'business.new': 'New business',
  'business.create': 'Create business',
  'business.copySetup': 'Copy setup to…',
  'business.share': 'Share',
  'business.search': 'Search by name, email, unique id or number',
  'business.standalone': 'No agency',
  'business.noNumberText':
    'Without a number it can’t send or receive texts. The business chooses one at its next sign-in, or you ' +
    'can sign in as the business and choose it now.',
  'business.none': 'No businesses yet',
  'business.noneText':
    'A business has its own number, contacts and campaigns. Create one, and its owner is invited by email.',
  'business.noArchived': 'No archived businesses',
  'business.noArchivedText': 'A business that you archive stops sending and waits here. Nothing of it is deleted.',
  'business.noMatchText': 'No business has this in its name, email, unique id or number.',
  'business.duplicate': 'Duplicate',
  'business.duplicateTitle': 'Duplicate {name}',
  'business.duplicateWith': 'Settings and campaigns come along.',
  'business.duplicateWithout': 'Contacts, messages and the number never do.',
  'business.copyName': '{name} (copy)',
  'business.activate': 'Turn on',
  'business.deactivate': 'Turn off',
  'business.deactivateTitle': 'Turn off {name}?',
  'business.deactivateText':
    'It stops sending right away, keyword replies included, to all its {count, plural, one {# contact} other ' +
    '{# contacts}}. Incoming texts and opt-outs are still recorded. You can turn it on again anytime.',
  'business.deactivateConfirm': 'Turn off',
  'business.archiveTitle': 'Archive {name}?',
  'business.archiveText':
    'It stops sending at once, replies to keywords included, to all its {count, plural, one {# contact} other {# ' +
    'contacts}}, and leaves your list. Nothing is deleted, and you can restore it.',
  'business.archiveConfirm': 'Archive business',
  'business.resetNumber': 'Remove number',
  'business.resetNumberHint': 'The business can’t send or receive until it has another one.',
  'business.resetNumberTitle': 'Remove {number} from {name}?',
  'business.resetNumberText':
    'Texts to {number} no longer reach the business, and its {count, plural, one {# contact} other {# contacts}} ' +
    'get nothing from it until it has another number. The number stays with the carrier account.',
  'business.resetNumberConfirm': 'Remove number',
  'business.archivedSince': 'Archived on {date}.',
  'business.archivedNote': 'It sends nothing. Everything stays readable; restore it to go on.',
  'business.inactiveNote': 'Turned off.',
  'business.inactiveNoteText': 'It sends nothing. Its users can sign in, but only view.',
  'business.startFrom': 'Start from',
  'business.startFromHint': 'A template brings settings and campaigns along.',
  'business.blank': 'Nothing: an empty business',
  'business.fromTemplate':
    'Settings and {count, plural, one {# campaign} other {# campaigns}} come from “{name}”. You can change everything afterwards.',
  'business.agencyHint': 'Who looks after it. Without an agency it stands alone.',
  'business.tab.details': 'Details',
  'business.tab.plan': 'Plan',
  'business.tab.number': 'Number',
  'business.tab.activity': 'Activity',
  'business.tab.billing': 'Billing',
  'business.section.ownerText':
    'Signs in for the business. One email address belongs to one person on the whole platform.',
  'business.section.regionText': 'How it writes them.',
  'business.section.plan': 'Limits',
  'business.section.planText': 'What it may use. At 90% its dashboard warns; at 100% no more texts go out.',
  'business.section.featuresText': 'Choose what shows in its menu.',
  'business.section.template': 'Template and resources',
  'business.section.templateText': 'Something to start other businesses from.',
  'business.section.usageText': 'Texts of this month; all contacts.',
  'business.section.operator': 'Operator’s',
  'business.section.operatorText': 'Agencies can’t change these.',
  'business.section.numberText': 'What people text, and what texts come from.',
});
export const { t, maybe } = texts;
