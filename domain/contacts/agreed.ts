import { type EventData, is } from '../kernel/event.ts';
import { namespaces, type UploadId, uuidV5 } from '../kernel/ids.ts';
import { attestationName } from './attestation.ts';
import { type ConsentProof, ContactImported, ContactOptedIn, ContactSubscribedToEmail } from './events.ts';
import { type ImportSource, sourceNames } from './import-sources.ts';

/** The consent of a file is proved by who attested it, in which words: the upload's own stream has them. */
const proofOf = (
  uploadId: UploadId,
  row: number,
  system: ImportSource | undefined,
  on: string | undefined,
): ConsentProof => ({
  text: [
    attestationName(uploadId),
    ...(system === undefined ? [] : [`Row ${row}, from ${sourceNames[system]}.`]),
    ...(on === undefined ? [] : [`Agreed on ${on}.`]),
  ].join(' '),
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
  const { agreed, contactId, businessId, uploadId, row, phone, email = null } = event.data;
  const by = { contactId, businessId, source: 'import', ipAddress: null };
  const proof = (on: string | undefined) => ({ consent: proofOf(uploadId, row, agreed.system, on) });
  const texts = proof(agreed.textsOn);
  const told = [
    ...(agreed.texts ?? []).map((campaign) => ({ of: ContactOptedIn, data: { ...by, ...texts, phone, ...campaign } })),
    ...(agreed.emails ?
      [{ of: ContactSubscribedToEmail, data: { ...by, ...proof(agreed.emailsOn), email, campaignId: null } }]
    : []),
  ].map(({ of: { type, version }, data }, at) => {
    const id = at === 0 || event.id === undefined ? {} : { id: uuidV5(namespaces.event, event.id, String(at)) };
    return { ...(event as E), type, version, data, ...id };
  });
  return [event, ...told];
}
