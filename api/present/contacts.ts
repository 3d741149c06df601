import type { ListingsOf } from '../../projections/blocklists/queries.ts';
import type { ConsentView, ContactDetailView } from '../../projections/contacts/queries.ts';
import { Consent, Contact, ContactWithConsents, GivenAnswer, Membership } from '../contract/contacts.ts';
import { as } from './as.ts';

const presentRow = as(Contact);
type RowView = Parameters<typeof presentRow>[0];
/** A state has one name, in answers as in filters. */
type Unsaid<View extends Pick<RowView, 'emailStatus'>> = Omit<View, 'emailStatus'> & {
  readonly emailStatus: Exclude<View['emailStatus'], 'unknown'> | null;
};
export const presentContact = (view: Unsaid<RowView>) =>
  presentRow({ ...view, emailStatus: view.emailStatus ?? 'unknown' });
const presentDetails = as(ContactWithConsents.omit({ consents: true, memberships: true, answers: true, listed: true }));
const presentMembership = as(Membership);
const presentAnswer = as(GivenAnswer);
const presentConsent = as(Consent);

/** Proofs name the version of a page that was seen as `<campaign>@<version>#<hash>`. */
const versionIn = (pageVersion: string | null | undefined): number | null => {
  const version = /@(\d+)#/.exec(pageVersion ?? '')?.[1];
  return version === undefined ? null : Number(version);
};
const consentOf = (view: ConsentView) =>
  presentConsent({
    ...view,
    id: view.eventId,
    pageVersion: versionIn(view.proof?.pageVersion),
    box: view.proof?.checkboxTicked ?? null,
  });

/** `listed`: what puts them on the lists of the business. */
export const presentContactDetail = (view: ContactDetailView, listed: ListingsOf) => ({
  ...presentDetails({ ...view, emailStatus: view.emailStatus ?? 'unknown' }),
  listed,
  consents: view.consents.map(consentOf),
  memberships: view.memberships.map(presentMembership),
  answers: view.answers.map(presentAnswer),
});
