import { type Aggregate, unchanged } from '../kernel/decider.ts';
import type { BusinessId, CampaignId, ContactId } from '../kernel/ids.ts';
import type { E164, Keyword } from '../sms/values.ts';
import type { ContactEvent } from './events.ts';

/** A person a business has texted with. What personal data it holds is null once the person was erased. */
interface Person {
  readonly contactId: ContactId;
  readonly businessId: BusinessId;
  readonly phone: E164 | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly tags: readonly string[];
  /** They wrote to us before we wrote to them. */
  readonly wroteFirst: boolean;
  /** The carrier's error code that says no text reaches this number, null when one may. */
  readonly unreachable: number | null;
}

export type Contact =
  /** There is no such contact. */
  | { readonly status: 'none' }
  /** Known, but has neither opted in nor out. */
  | (Person & { readonly status: 'unknown' })
  | (Person & {
      readonly status: 'subscribed';
      readonly campaigns: ReadonlySet<CampaignId>;
      readonly keywords: ReadonlySet<Keyword>;
    })
  /** Has said stop. Only a new opt-in of their own ends this. */
  | (Person & { readonly status: 'optedOut'; readonly via: 'message' | 'screen' | 'carrier' | 'unsubscribe-page' });

export type KnownContact = Exclude<Contact, { status: 'none' }>;

const evolve = (contact: Contact, event: ContactEvent): Contact => {
  switch (event.type) {
    case 'ContactDiscovered':
      return contact.status === 'none' ?
          {
            status: 'unknown',
            ...nobody(event.data),
            phone: event.data.phone,
            wroteFirst: event.data.via === 'inbound-message',
          }
        : contact;
    case 'ContactOptedIn': {
      const before = contact.status === 'subscribed' ? contact : { campaigns: [], keywords: [] };
      const { campaignId, keyword, phone } = event.data;
      return {
        ...person(contact, event.data),
        phone,
        unreachable: null,
        status: 'subscribed',
        campaigns: new Set([...before.campaigns, ...(campaignId === null ? [] : [campaignId])]),
        keywords: new Set([...before.keywords, ...(keyword === null ? [] : [keyword])]),
      };
    }
    case 'ContactOptedOut':
      return { ...person(contact, event.data), status: 'optedOut', via: event.data.via };
    case 'ContactNamed':
      return contact.status === 'none' ?
          contact
        : { ...contact, firstName: event.data.firstName, lastName: event.data.lastName };
    case 'ContactTagged':
      return contact.status === 'none' ? contact : { ...contact, tags: event.data.tags ?? [] };
    case 'ContactMarkedUnreachable':
      return contact.status === 'none' ? contact : { ...contact, unreachable: event.data.errorCode };
    default:
      return unchanged(contact, event);
  }
};

export const Contact: Aggregate<Contact, ContactEvent> = { initial: { status: 'none' }, evolve };

const nobody = (ids: { contactId: ContactId; businessId: BusinessId }): Person => ({
  contactId: ids.contactId,
  businessId: ids.businessId,
  phone: null,
  firstName: null,
  lastName: null,
  tags: [],
  wroteFirst: false,
  unreachable: null,
});

const person = (contact: Contact, ids: { contactId: ContactId; businessId: BusinessId }): Person => {
  if (contact.status === 'none') return nobody(ids);
  const { contactId, businessId, phone, firstName, lastName, tags, wroteFirst, unreachable } = contact;
  return { contactId, businessId, phone, firstName, lastName, tags, wroteFirst, unreachable };
};
