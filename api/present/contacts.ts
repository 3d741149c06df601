import type { ConsentView, ContactView } from '../../projections/contacts/queries.ts';
import { Consent, Contact } from '../contract/contacts.ts';
import { as } from './as.ts';

export const presentContact = as(Contact);
const presentConsent = as(Consent);

export const presentContactDetail = (view: ContactView & { readonly consents: readonly ConsentView[] }) => ({
  ...presentContact(view),
  consents: view.consents.map((one) => presentConsent({ ...one, id: one.eventId })),
});
