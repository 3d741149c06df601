import type { Business, BusinessRecord } from '../businesses/business.ts';
import { type ContactEvent, ContactLimitExceeded } from '../contacts/events.ts';
import type { Contact } from '../contacts/contact.ts';
import type { BusinessId, ContactId } from '../kernel/ids.ts';
import type { Standing } from '../subscriptions/standing.ts';
import { PaymentRequired } from './needs.ts';

/** Contacts that a business may have, and those that it has. */
export interface Room {
  readonly limit: number;
  readonly held: number;
}

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

/** How many contacts a business may have; null: any number. */
export const contactLimitOf = (business: Business, standing: Standing | null): number | null =>
  business.status === 'none' ? null : limitsOf(business, standing).contacts;

/** A business as it may send now: with the limit that holds. */
export const withPlanLimits = (business: Business, standing: Standing | null): Business =>
  business.status === 'none' ? business : { ...business, monthlyMessages: limitsOf(business, standing).messages };

/** Whether a business may send pictures: by its operator's word, or by its own plan. */
export const mayHavePictures = (business: Business, standing: Standing | null): boolean =>
  business.status !== 'none' && (business.isActiveMms || (standing?.features.mms ?? false));

const count = (of: number): string => of.toLocaleString('en-US');

/** Throws `payment_required` where a new contact has no room. Who is there already needs none. */
export function checkRoom(room: Room | null, { status }: Contact): void {
  if (room === null || status !== 'none' || room.held < room.limit) return;
  throw new PaymentRequired(
    'contact-limit',
    `Your plan has ${count(room.limit)} contacts and you have ${count(room.held)}, so 0 more can be added. ` +
      'Delete some, or ask for a larger plan.',
  );
}

/**
 * A consent that someone gives is never refused: who comes above the limit is recorded, with their rank, and gets no
 * marketing until the limit is that high.
 */
export function noteRank<E extends ContactEvent>(
  room: Room | null,
  of: { readonly contactId: ContactId; readonly businessId: BusinessId },
  { status }: Contact,
  made: readonly E[],
): readonly (E | ContactEvent)[] {
  if (room === null || status !== 'none' || made.length === 0 || room.held < room.limit) return made;
  const { contactId, businessId } = of;
  return [...made, ContactLimitExceeded.create({ contactId, businessId, rank: room.held + 1, limit: room.limit })];
}

/** Whether a contact came above the limit that holds now; null: there is none. */
export const isAboveLimit = (contact: Contact, limit: number | null): boolean =>
  contact.status !== 'none' && contact.rank !== null && limit !== null && contact.rank > limit;
