import { Agency } from '../../../../domain/agencies/agency.ts';
import type { ExistingBroadcast } from '../../../../domain/broadcasts/broadcast.ts';
import { emptySetup } from '../../../../domain/broadcasts/fields.ts';
import { Business, type ExistingBusiness } from '../../../../domain/businesses/business.ts';
import { BusinessCreated, BusinessNumberAssigned } from '../../../../domain/businesses/events.ts';
import { Contact, type KnownContact } from '../../../../domain/contacts/contact.ts';
import { ContactDiscovered, ContactOptedIn, ContactSubscribedToEmail } from '../../../../domain/contacts/events.ts';
import type { EmailDelivery, Situation, TextDelivery } from '../../../../domain/delivery/delivery.ts';
import { fold } from '../../../../domain/kernel/decider.ts';
import { BroadcastId } from '../../../../domain/kernel/ids.ts';
import { agencyId, businessId, campaignId, contactId, messageId, number, phone, pizza, proof } from '../fixtures.ts';

/** A text and an email that nothing speaks against: to a contact with every consent, at noon where they are. */
export const noon = new Date('2026-11-20T17:00:00Z');
export const night = new Date('2026-11-21T04:00:00Z');
export const email = 'ann@x.test';
export const broadcastId = BroadcastId.parse('00000000-0000-4000-8000-000000000001');
export const versionId = '00000000-0000-4000-8000-000000000002';

const person = { contactId, businessId };
export const discovered = ContactDiscovered.create({ ...person, phone, email, via: 'form' });
export const stranger = fold(Contact, [discovered]) as KnownContact;
export const ann = fold(Contact, [
  discovered,
  ContactOptedIn.create({
    ...person,
    phone,
    keyword: pizza,
    campaignId,
    source: 'keyword',
    consent: proof,
    ipAddress: null,
  }),
  ContactSubscribedToEmail.create({
    ...person,
    email,
    campaignId: null,
    source: 'form',
    consent: proof,
    ipAddress: null,
  }),
]) as KnownContact;

export const business = fold(Business, [
  BusinessCreated.create({
    businessId,
    agencyId,
    name: 'Bella’s',
    uniqueId: 'bellas',
    timezone: 'America/New_York',
    currency: 'USD',
    dateFormat: 'MM/DD/YYYY',
    monthlyMessages: 500,
    contactLimit: null,
  }),
  BusinessNumberAssigned.create({ businessId, number, providerNumberId: null, isTollFree: false }),
]) as ExistingBusiness;
export const sender = { business, agency: Agency.initial };

export const running = (type: 'text' | 'email'): ExistingBroadcast => ({
  status: 'running',
  broadcastId,
  businessId,
  setup: emptySetup('Autumn', type === 'email' ? 'email' : 'sms'),
  from: null,
  startAt: null,
  versions: [versionId],
  approved: null,
  rejection: null,
  audience: null,
  paused: null,
  knowingly: false,
  winner: null,
  deleted: false,
  run: { position: '1', sender: number, expiresAt: '2026-11-23T17:00:00.000Z', links: [], versions: [versionId] },
});

const around: Omit<Situation, 'delivery'> = { contact: ann, sender, now: noon, blacklisted: false };
export type Change<D> = Partial<Omit<Situation, 'delivery'>> & { readonly delivery?: Partial<D> };
export const textTo = (
  purpose: TextDelivery['purpose'],
  { delivery, ...more }: Change<TextDelivery> = {},
): Situation<TextDelivery> => ({
  ...around,
  ...more,
  delivery: {
    channel: 'text',
    id: messageId,
    purpose,
    campaignId,
    stage: 'waiting',
    to: phone,
    unfilled: false,
    from: number,
    held: null,
    notBefore: null,
    ...delivery,
  },
});
export const emailTo = (
  purpose: EmailDelivery['purpose'],
  { delivery, ...more }: Change<EmailDelivery> = {},
): Situation<EmailDelivery> => ({
  ...around,
  ...more,
  delivery: {
    channel: 'mail',
    id: messageId,
    purpose,
    campaignId,
    stage: 'waiting',
    to: email,
    unfilled: false,
    ...delivery,
  },
});
