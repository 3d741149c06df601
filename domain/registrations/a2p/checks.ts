import { kindOf } from '../../sms/sender-kind.ts';
import { isFreeMail, shorteners } from '../screening.ts';
import type { A2pBrandForm, A2pCampaignContent } from './fields.ts';

/** What reviewers look for, found before a fee is paid. `must`: they refuse it; `should`: they may. */
export interface Finding {
  readonly field: string;
  readonly level: 'must' | 'should';
  readonly message: string;
}

const hostOf = (address: string): string => {
  try {
    return new URL(address).hostname.toLowerCase().replace(/^www\./, '');
  } catch {
    return '';
  }
};
/** The last two labels: `shop.example.com` and `example.com` are of one owner. */
const siteOf = (host: string): string => host.split('.').slice(-2).join('.');

/** Words of a name that tell a business apart, without what only says its legal form. */
const forms = new Set([
  'llc',
  'inc',
  'ltd',
  'co',
  'corp',
  'corporation',
  'company',
  'incorporated',
  'the',
  'and',
  'of',
]);
const wordsOf = (name: string): string[] =>
  name
    .toLowerCase()
    .replace(/['’`]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1 && !forms.has(word));
const mentions = (text: string, name: string): boolean => {
  const said = new Set(wordsOf(text));
  return wordsOf(name).some((word) => said.has(word));
};

/** `name`: what the business is called here. */
export function brandFindings(form: A2pBrandForm, name: string | null): readonly Finding[] {
  const found: Finding[] = [];
  const add = (field: string, level: Finding['level'], message: string) => found.push({ field, level, message });
  const isSole = form.kind === 'sole-proprietor';
  if (isSole) soleFindings(form, add);
  else if (form.ein === null) add('ein', 'must', 'Enter the EIN. Without one, register as a sole proprietor.');
  else if (/^(\d)\1{8}$/.test(form.ein) || form.ein === '123456789')
    add('ein', 'must', 'This is no EIN. Copy it from the letter of the IRS.');
  if (!isSole && form.legalForm === 'sole-proprietorship')
    add('legalForm', 'must', 'A business with an EIN registers under its own legal form. Sole proprietors have none.');
  if (form.companyType === 'public') {
    if (form.stockExchange === null) add('stockExchange', 'must', 'Choose where the company is traded.');
    if (form.stockTicker === null) add('stockTicker', 'must', 'Enter the ticker under which it is traded.');
  } else {
    if (form.stockExchange !== null)
      add('stockExchange', 'must', 'Only public companies have a stock exchange. Clear it.');
    if (form.stockTicker !== null) add('stockTicker', 'must', 'Only public companies have a ticker. Clear it.');
  }
  if ((form.companyType === 'non-profit') !== (form.legalForm === 'non-profit'))
    add('companyType', 'must', 'Legal form and kind of company differ. Choose nonprofit for both, or for neither.');
  const site = siteOf(hostOf(form.website));
  if (shorteners.test(form.website)) add('website', 'must', 'Enter the website itself, not a short link.');
  const mail = form.representative.email.split('@')[1]?.toLowerCase() ?? '';
  if (isSole) return found;
  if (isFreeMail(form.representative.email))
    add('representative.email', 'should', 'Use an address at your own domain. Reviewers trust it more.');
  else if (siteOf(mail) !== site)
    add('representative.email', 'should', 'The email is at another domain than the website. Use one domain for both.');
  if (name !== null && name !== '' && !mentions(form.legalName, name))
    add('legalName', 'should', 'The legal name shares no word with the name customers know. Name both on the website.');
  return found;
}

/** A person without an EIN; who has one is refused with 30915 after the fee. */
function soleFindings(
  form: A2pBrandForm,
  add: (field: string, level: Finding['level'], message: string) => void,
): void {
  if (form.ein !== null)
    add('ein', 'must', 'With an EIN carriers refuse a sole proprietor. Register as low volume or standard.');
  if (form.legalForm !== 'sole-proprietorship')
    add('legalForm', 'must', 'Every LLC, partnership and corporation has an EIN. Register as low volume or standard.');
  if (form.companyType !== 'private') add('companyType', 'must', 'A sole proprietor is private.');
  const { phone } = form.representative;
  if (!/^\+1\d{10}$/.test(phone) || kindOf(phone) !== 'long-code')
    add(
      'representative.phone',
      'must',
      'Enter a mobile phone in the United States or Canada. The carrier texts it a code.',
    );
}

/** `brand`: the one that the campaign belongs to. */
export function campaignFindings(
  content: A2pCampaignContent,
  brand: Pick<A2pBrandForm, 'legalName' | 'website'>,
): readonly Finding[] {
  const found: Finding[] = [];
  const add = (field: string, level: Finding['level'], message: string) => found.push({ field, level, message });
  content.samples.forEach((sample, at) => {
    if (shorteners.test(sample))
      add(`samples.${at}`, 'must', 'Carriers refuse public link shorteners. Use a link at your own domain.');
    if (/\[[^\]]*\b(insert|your)\b[^\]]*\]|lorem ipsum/i.test(sample))
      add(`samples.${at}`, 'must', 'Write this sample as people will get it.');
  });
  if (!content.samples.some((sample) => mentions(sample, brand.legalName)))
    add('samples.0', 'must', 'Name your business in at least one sample.');
  if (!content.samples.some((sample) => /\bstop\b/i.test(sample)))
    add('samples.0', 'must', 'End at least one sample with “Reply STOP to opt out.”');
  const link = content.samples.some((sample) => /\bhttps?:\/\/|\b[\w-]+\.(com|net|org|io|co)\b/i.test(sample));
  if (link !== content.hasLinks)
    add(
      'hasLinks',
      'must',
      link ? 'A sample has a link. Say so.' : 'No sample has a link. Add one, or switch this off.',
    );
  if (!/\bstop\b/i.test(content.flow)) add('flow', 'must', 'Say that people can reply STOP to opt out.');
  if (!/rates may apply/i.test(content.flow)) add('flow', 'must', 'Say “Message and data rates may apply.”');
  if (!/frequen|per (week|month)|a (week|month)/i.test(content.flow))
    add('flow', 'must', 'Say how often you text, for example “Message frequency varies.”');
  if (!mentions(content.flow, brand.legalName) && !mentions(content.description, brand.legalName))
    add('flow', 'must', 'Name your business here.');
  if (!/\bstop\b/i.test(content.optInMessage))
    add('optInMessage', 'must', 'Say that people can reply STOP to opt out.');
  if (!mentions(content.optInMessage, brand.legalName)) add('optInMessage', 'must', 'Name your business here.');
  if (!/\b[\w.+-]+@[\w-]+\.\w+|\d{3}\D?\d{3}\D?\d{4}|https?:\/\//.test(content.helpMessage))
    add('helpMessage', 'must', 'Give a phone number, an email or a web address.');
  if (!mentions(content.optOutMessage, brand.legalName)) add('optOutMessage', 'should', 'Name your business here.');
  if (content.privacyUrl === content.termsUrl)
    add('termsUrl', 'should', 'Privacy policy and terms are one page. Reviewers expect two.');
  const site = siteOf(hostOf(brand.website));
  for (const field of ['privacyUrl', 'termsUrl'] as const)
    if (siteOf(hostOf(content[field])) !== site)
      add(field, 'should', 'This page is at another domain than your website. Link to it from there.');
  return found;
}
