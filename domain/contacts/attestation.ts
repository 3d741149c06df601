import type { UploadId } from '../kernel/ids.ts';

/**
 * The words under which a file is imported. They are shown as they stand here, sent back by whoever ticks the box, and
 * kept in `ImportAttested`. CTIA Messaging Principles 5.1: consent is per sender, and can not be bought or shared.
 */
export function attestation(business: string, consent: Channels, file: AttestedFile = {}): string {
  const { suppress = { texts: false, emails: false }, source } = file;
  if (suppress.texts || suppress.emails)
    return (
      `The people in this file have asked ${business} not to send them ${channels(suppress)}. ` +
      'I want them opted out, now and when they become contacts later.'
    );
  if (!consent.texts && !consent.emails)
    return (
      `I may keep these people as contacts of ${business}. I do not claim that they agreed to be written to: ` +
      'nobody of this file gets marketing messages until they have agreed themselves.'
    );
  const what = channels(consent);
  if (source !== null && source !== undefined)
    return (
      `Every person whom this file marks as subscribed has agreed to get ${what} from ${business} itself, as it says. ` +
      'I can show when and how each of them agreed. The list was not bought, rented or borrowed. ' +
      'Everyone whom it marks as opted out, bounced or complained is to be opted out.'
    );
  return (
    `Every person in this file has agreed to get ${what} from ${business} itself. I can show when and how each of them ` +
    'agreed. The list was not bought, rented or borrowed, and nobody who asked not to be written to is on it.'
  );
}

interface Channels {
  readonly texts: boolean;
  readonly emails: boolean;
}
/** What of a plan the words depend on: a suppression list, or an export that tells of each person. */
interface AttestedFile {
  readonly suppress?: Channels | undefined;
  readonly source?: string | null | undefined;
}
const channels = ({ texts, emails }: Channels): string =>
  texts && emails ? 'marketing text messages and emails'
  : texts ? 'marketing text messages'
  : 'marketing emails';

/** What stands in the proof of each consent that came by a file: the name of the attestation, which holds the words. */
export const attestationName = (uploadId: UploadId | string): string => `Attested for import ${uploadId}.`;
