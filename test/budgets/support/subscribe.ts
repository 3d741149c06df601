import { ContactDiscovered, ContactOptedIn } from '../../../domain/contacts/events.ts';
import { BusinessId, ContactId } from '../../../domain/kernel/ids.ts';
import { E164 } from '../../../domain/sms/values.ts';
import { streams } from '../../../domain/streams.ts';
import type { Tenant } from '../../integration/api/support.ts';
import { noProof, said } from '../../support/said.ts';
import type { BudgetWorld } from './world.ts';

/** Somebody who has opted in to a business's texts, as the log has it. */
export async function subscribe({ app }: BudgetWorld, of: Tenant, phone: string): Promise<void> {
  const contactId = ContactId.parse(app.identifiers.contact(BusinessId.parse(of.businessId), E164.parse(phone)));
  const ids = { contactId, businessId: BusinessId.parse(of.businessId), phone: E164.parse(phone) };
  const events = [
    ContactDiscovered.create({ ...ids, via: 'inbound-message' }),
    ContactOptedIn.create({
      ...ids,
      keyword: null,
      campaignId: null,
      source: 'start',
      ipAddress: null,
      consent: noProof,
    }),
  ];
  await app.store.append(
    streams.contact(contactId),
    'noStream',
    said(events, { agencyId: of.agencyId, businessId: of.businessId }, app.clock.now().toISOString()),
  );
}
