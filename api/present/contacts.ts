import type { z } from 'zod';
import type { ConsentView, ContactView } from '../../projections/contacts/queries.ts';
import type { Consent, Contact } from '../contract/contacts.ts';

export const presentContact = (view: ContactView): Contact => ({
  id: view.id,
  phone: view.phone,
  first_name: view.firstName,
  last_name: view.lastName,
  status: view.status,
  unreachable: view.unreachable,
  keywords: [...view.keywords],
  created_at: view.createdAt,
  last_message_at: view.lastMessageAt,
});

export const presentConsent = (view: ConsentView): z.output<typeof Consent> => ({
  id: view.eventId,
  kind: view.kind,
  at: view.at,
  how: view.how,
  keyword: view.keyword,
  words: view.words,
  provider_message_id: view.providerMessageId,
  actor: view.actor,
});

export const presentContactDetail = (view: ContactView & { readonly consents: readonly ConsentView[] }) => ({
  ...presentContact(view),
  consents: view.consents.map(presentConsent),
});
