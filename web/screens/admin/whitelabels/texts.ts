import { words } from '../../../components/texts.ts';
import { catalogue, type KeysOf } from '../../../messages/translate.ts';

/** The words of these screens. */
export const texts = catalogue(words, {
  'brand.list': 'White labels',
  'brand.count': '{count, plural, one {# brand} other {# brands}}',
  'brand.search': 'Search by domain, subdomain or agency',
  'brand.none': 'No brand of its own yet',
  'brand.noneText':
    '{name} uses the platform’s look. Agencies choose their logo, colour and domain under Settings, White label.',
  'brand.noneYet': 'No brands yet',
  'brand.noneYetText':
    'Agencies choose their logo, colour and domain under Settings, White label. They are listed here with the state of their domains.',
  'brand.noMatchText': 'No brand has this in its domain, subdomain or agency.',
  'brand.lookText': 'The agency sets these itself. Sign in as the agency to change them.',
  'brand.subdomainOf': 'Subdomain {subdomain}',
  'brand.domainText': 'What was really seen: where the domain points, and whether a browser gets a valid certificate.',
  'brand.noDomain': 'No custom domain is set.',
  'brand.ownership': 'Ownership',
  'brand.proved': 'Proved',
  'brand.notProved': 'Not proved yet',
  'brand.dns': 'DNS',
  'brand.dnsRight': 'Points here',
  'brand.dnsWrong': 'Not yet',
  'brand.certificate': 'Certificate',
  'brand.valid': 'Valid',
  'brand.validUntil': 'Valid until {date}',
  'brand.noCertificate': 'None yet',
  'brand.missing': 'None yet',
  'brand.checked': 'Last checked',
  'brand.check': 'Check and get certificate',
  'brand.openAgency': 'Open the agency',
  'brand.of': 'Brand of',
});
export const { t, maybe } = texts;
export type MessageKey = KeysOf<typeof texts>;
