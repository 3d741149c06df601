import type { Business } from '../businesses/business.ts';
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

/**
 * How many contacts a business may have; null: any number. What its operator set counts, and for a business that pays
 * for itself what its plan includes, unless more are sold.
 */
export function contactLimitOf(business: Business, standing: Standing | null): number | null {
  if (business.status === 'none') return null;
  const isOwnPlan = business.agencyId === null && standing !== null && standing.overage.contacts === null;
  const limits = [business.contactLimit, isOwnPlan ? (standing.included?.contacts ?? null) : null];
  const set = limits.filter((limit) => limit !== null);
  return set.length === 0 ? null : Math.min(...set);
}

/**
 * A business as it may send now: within what its own plan includes of messages, where no more are sold. A plan says
 * texts and pictures apart, a business has one number for both.
 */
export function withPlanLimits(business: Business, standing: Standing | null): Business {
  if (business.status === 'none' || business.agencyId !== null || standing?.included == null) return business;
  const { included, overage } = standing;
  if (included.messages === null || included.mms === null) return business;
  if (overage.messages !== null || overage.mms !== null) return business;
  const month = included.messages + included.mms;
  return { ...business, monthlyMessages: Math.min(business.monthlyMessages ?? month, month) };
}

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
