import type { ExistingBusiness } from '../../domain/business/business.ts';
import type { KnownContact } from '../../domain/contact/contact.ts';
import type { CouponWords } from '../../domain/coupon/words.ts';
import { type BusinessId, type ContactId } from '../../domain/kernel/ids.ts';
import { linksIn, linkUrl, shortenLinks } from '../../domain/link/shorten.ts';
import { fieldsIn, fill, readTemplate } from '../../domain/merge/template.ts';
import { mergeValues } from '../../domain/merge/values.ts';
import { formatPhone } from '../../domain/sms/phone.ts';
import type { CommandContext } from '../caller.ts';
import { execute } from '../command.ts';
import { customMergeFields } from '../custom-fields/merge.ts';
import type { World } from '../kernel.ts';
import { registerLinks } from '../links/register.ts';
import { publicAddress } from '../public-address.ts';

/** The most that a link of a step can be told apart by: `LinkClicked` is said once for a link and a contact. */
const mostVisits = 99;

/** Of which step, and the how manieth time this contact is sent it. */
export interface Place {
  readonly businessId: BusinessId;
  readonly contactId: ContactId;
  readonly node: string;
  readonly nth: number;
}

/** The words of a step's text for one contact: links shortened first, so that nothing that somebody is called is taken for one. */
export async function wordsFor(
  { world, context }: { readonly world: World; readonly context: CommandContext },
  template: string,
  place: Place,
  contact: KnownContact,
  business: ExistingBusiness,
  coupon: CouponWords | null,
): Promise<string> {
  const linked = await shortened({ world, context }, template, place, business);
  const { parts } = readTemplate(linked);
  const { firstName, lastName, phone, details } = contact;
  const custom = await customMergeFields(world, place.businessId);
  const wantsPhone = phone !== null && fieldsIn(parts).includes('phone');
  const person = { firstName, lastName, details, phone: wantsPhone ? formatPhone(phone) : null };
  return fill(parts, mergeValues({ person, sender: business, custom, coupon, keyword: null }));
}

async function shortened(
  { world, context }: { readonly world: World; readonly context: CommandContext },
  template: string,
  { businessId, contactId, node, nth }: Place,
  business: ExistingBusiness,
): Promise<string> {
  const urls = linksIn(template);
  if (urls.length === 0) return template;
  const source = { kind: 'automation' as const, id: node, variant: Math.min(nth, mostVisits) };
  const { result } = await execute(registerLinks, { world, context }, { businessId, source, urls: [...urls] });
  const base = await publicAddress(world, business.agencyId);
  const numbers = new Map(result.links.map(({ url, number }) => [url, number]));
  return shortenLinks(template, (url) => {
    const number = numbers.get(url);
    return number === undefined ? null : linkUrl(base, world.identifiers.linkCode(number, contactId));
  });
}
