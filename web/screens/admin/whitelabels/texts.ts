import { words } from '../../../components/texts.ts';
import { catalogue } from '../../../messages/translate.ts';

/** The words of these screens. */
export const texts = catalogue(words, {
  'brand.list': 'White labels',
  'brand.count': '{count, plural, one {# brand} other {# brands}}',
  'brand.search': 'Search by domain, subdomain or agency',
  'brand.noneYet': 'No brands yet',
  'brand.noneYetText': 'Give an agency its own logo, color and domain. Agencies can do this too, under Settings.',
  'brand.setUp': 'Set up white label',
  'brand.setUpTitle': 'Which agency gets a white label?',
  'brand.setUpGo': 'Continue',
  'brand.noMatchText': 'No brand has this in its domain, subdomain or agency.',
  'brand.subdomainOf': 'Subdomain {subdomain}',
  'brand.dns': 'DNS',
  'brand.dnsRight': 'Points here',
  'brand.dnsWrong': 'Not yet',
  'brand.missing': 'None yet',
  'brand.openAgency': 'Open the agency',
  'brand.of': 'Brand of',
});
export const { t, maybe } = texts;
