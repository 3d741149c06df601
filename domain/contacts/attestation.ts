import type { UploadId } from '../kernel/ids.ts';

/**
 * The words under which a file is imported. They are shown as they stand here, sent back by whoever ticks the box, and
 * kept in `ImportAttested`. CTIA Messaging Principles 5.1: consent is per sender, and can not be bought or shared.
 */
export function attestation(business: string, consent: { readonly texts: boolean; readonly emails: boolean }): string {
  if (!consent.texts && !consent.emails)
    return (
      `I may keep these people as contacts of ${business}. I do not claim that they agreed to be written to: ` +
      'nobody of this file gets marketing messages until they have agreed themselves.'
    );
  const what =
    consent.texts && consent.emails ? 'marketing text messages and emails'
    : consent.texts ? 'marketing text messages'
    : 'marketing emails';
  return (
    `Every person in this file has agreed to get ${what} from ${business} itself. I can show when and how each of them ` +
    'agreed. The list was not bought, rented or borrowed, and nobody who asked not to be written to is on it.'
  );
}

/** What stands in the proof of each consent that came by a file: the name of the attestation, which holds the words. */
export const attestationName = (uploadId: UploadId | string): string => `Attested for import ${uploadId}.`;
