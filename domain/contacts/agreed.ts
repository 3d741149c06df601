import { type EventData, is } from '../kernel/event.ts';
import { namespaces, type UploadId, uuidV5 } from '../kernel/ids.ts';
import { attestationName } from './attestation.ts';
import { type ConsentProof, ContactImported, ContactOptedIn, ContactSubscribedToEmail } from './events.ts';

/** The consent of a file is proved by who attested it, in which words: the upload's own stream has them. */
const proofOf = (uploadId: UploadId): ConsentProof => ({
  text: attestationName(uploadId),
  pageVersion: null,
  checkboxTicked: null,
  providerMessageId: null,
});

/**
 * An event, and behind it the consents that it tells besides, each as the event that it would be by itself: a row of a
 * file is one event, whatever the people in it have agreed to. So whoever looks for consents looks for `ContactOptedIn`
 * and `ContactSubscribedToEmail` alone. The first has the id of the event, further ones have ids that follow from it.
 */
export function spelledOut<E extends { readonly type: string; readonly data: EventData; readonly id?: string }>(
  event: E,
): readonly E[] {
  if (!is(event, ContactImported) || event.data.agreed === undefined) return [event];
  const { agreed, contactId, businessId, uploadId, phone, email = null } = event.data;
  const by = { contactId, businessId, source: 'import', consent: proofOf(uploadId), ipAddress: null };
  const told = [
    ...(agreed.texts ?? []).map((campaign) => ({ of: ContactOptedIn, data: { ...by, phone, ...campaign } })),
    ...(agreed.emails ? [{ of: ContactSubscribedToEmail, data: { ...by, email, campaignId: null } }] : []),
  ].map(({ of: { type, version }, data }, at) => {
    const id = at === 0 || event.id === undefined ? {} : { id: uuidV5(namespaces.event, event.id, String(at)) };
    return { ...(event as E), type, version, data, ...id };
  });
  return [event, ...told];
}
