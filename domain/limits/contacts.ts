import type { Business, BusinessRecord } from '../businesses/business.ts';
import { type ContactEvent, ContactLimitExceeded } from '../contacts/events.ts';
import type { Contact } from '../contacts/contact.ts';
import type { BusinessId, ContactId } from '../kernel/ids.ts';
import type { Standing } from '../subscriptions/standing.ts';
import { PaymentRequired } from './needs.ts';

/** Contacts that a business may have, and those that it has. `of`: whose limit it is. */
export interface Room {
  readonly of: 'business' | 'agency';
  readonly limit: number;
  readonly held: number;
}
export const isFull = ({ held, limit }: Room): boolean => held >= limit;

/** What is set of a business itself. */
export type OwnLimits = Pick<BusinessRecord, 'monthlyMessages' | 'contactLimit'> & { readonly agencyId: string | null };
/** Null: any number. */
export interface Limits {
  /** A month's texts and pictures together. */
  readonly messages: number | null;
  readonly contacts: number | null;
}

/**
 * The limits that hold of a business: what its operator set, and for a business that pays for itself what its plan
 * includes, unless more are sold; the lower of both. A plan says texts and pictures apart, a business has one number.
 */
export function limitsOf(own: OwnLimits, standing: Standing | null): Limits {
  const plan = own.agencyId === null && standing !== null ? planLimits(standing) : noLimits;
  return { messages: lower(own.monthlyMessages, plan.messages), contacts: lower(own.contactLimit, plan.contacts) };
}
const noLimits: Limits = { messages: null, contacts: null };

function planLimits({ included, overage }: Standing): Limits {
  if (included === null) return noLimits;
  const { messages, mms, contacts } = included;
  const isBound = messages !== null && mms !== null && overage.messages === null && overage.mms === null;
  return { messages: isBound ? messages + mms : null, contacts: overage.contacts === null ? contacts : null };
}
const lower = (one: number | null, other: number | null): number | null =>
  one === null ? other
  : other === null ? one
  : Math.min(one, other);

/** How many contacts the businesses of an agency may have together, by its plan; null: any number. */
export const agencyContactLimitOf = (agency: Standing | null): number | null =>
  agency === null ? null : planLimits(agency).contacts;

/** How many contacts a business may have; null: any number. */
export const contactLimitOf = (business: Business, standing: Standing | null): number | null =>
  business.status === 'none' ? null : limitsOf(business, standing).contacts;

/** `paying`: how whoever pays for the business stands; null: payments are off. */
export function contactLimitsOf(business: Business, paying: Standing | null): ContactLimits {
  const isOfAgency = business.status !== 'none' && business.agencyId !== null;
  return { business: contactLimitOf(business, paying), agency: isOfAgency ? agencyContactLimitOf(paying) : null };
}

/** A business as it may send now: with the limit that holds. */
export const withPlanLimits = (business: Business, standing: Standing | null): Business =>
  business.status === 'none' ? business : { ...business, monthlyMessages: limitsOf(business, standing).messages };

/** Whether a business may send pictures: by its operator's word, or by its own plan. */
export const mayHavePictures = (business: Business, standing: Standing | null): boolean =>
  business.status !== 'none' && (business.isActiveMms || (standing?.features.mms ?? false));

const count = (of: number): string => of.toLocaleString('en-US');

/** Throws `payment_required` where a new contact has no room. Who is there already needs none. */
export function checkRoom(rooms: readonly Room[], { status }: Contact): void {
  const full = status === 'none' ? rooms.find(isFull) : undefined;
  if (full === undefined) return;
  const [limit, held] = [count(full.limit), count(full.held)];
  const words =
    full.of === 'business' ?
      `Your plan has ${limit} contacts and you have ${held}, so 0 more can be added. Delete some, or ask for a larger plan.`
    : `Your agency’s plan has ${limit} contacts and its businesses have ${held}, so 0 more can be added. ` +
      'Delete some, or ask your agency for a larger plan.';
  throw new PaymentRequired('contact-limit', words);
}

/**
 * A consent that someone gives is never refused: who comes above a limit is recorded, with their rank, and gets no
 * marketing until the limit is that high.
 */
export function noteRank<E extends ContactEvent>(
  rooms: readonly Room[],
  ids: { readonly contactId: ContactId; readonly businessId: BusinessId },
  { status }: Contact,
  made: readonly E[],
): readonly (E | ContactEvent)[] {
  if (status !== 'none' || made.length === 0) return made;
  const { contactId, businessId } = ids;
  const noted = rooms
    .filter(isFull)
    .map(({ of, limit, held }) =>
      ContactLimitExceeded.create({ contactId, businessId, rank: held + 1, limit, ...(of === 'agency' ? { of } : {}) }),
    );
  return [...made, ...noted];
}

/** Limits that hold now, of the business alone and of all businesses of its agency; null: none. */
export interface ContactLimits {
  readonly business: number | null;
  readonly agency: number | null;
}
export const noContactLimits: ContactLimits = { business: null, agency: null };

/** The limit that a contact came above, if it still holds; null: none. */
export function exceededLimit(contact: Contact, { business, agency }: ContactLimits): number | null {
  if (contact.status === 'none') return null;
  const { rank, agencyRank } = contact;
  if (rank !== null && business !== null && rank > business) return business;
  return agencyRank !== null && agency !== null && agencyRank > agency ? agency : null;
}
