import type { MediaRecord, MessageRecord, MessageState } from './records.ts';
import { placeOf } from './geography.ts';

const countryOf = (number: string): string => placeOf(number)?.country ?? (number.startsWith('+1') ? 'US' : '');

export const mediaUrl = (base: string, message: MessageRecord, media: MediaRecord): string =>
  `${base}/2010-04-01/Accounts/${message.accountSid}/Messages/${message.sid}/Media/${media.sid}`;

/** Where the carrier's own address leads: another place, hard to guess, which asks nobody who they are. */
export const contentPath = (media: MediaRecord): string => `/cdn/media/${media.sid}`;

/** What Twilio posts for an incoming text. Source: https://www.twilio.com/docs/messaging/guides/webhook-request. */
export function inboundFields(base: string, message: MessageRecord, optOutType: string | null): Record<string, string> {
  const from = placeOf(message.from);
  const to = placeOf(message.to);
  const fields: Record<string, string> = {
    ToCountry: countryOf(message.to),
    ToState: to?.region ?? '',
    SmsMessageSid: message.sid,
    NumMedia: String(message.media.length),
    ToCity: to?.city.toUpperCase() ?? '',
    FromZip: from?.postalCode ?? '',
    SmsSid: message.sid,
    FromState: from?.region ?? '',
    SmsStatus: 'received',
    FromCity: from?.city.toUpperCase() ?? '',
    Body: message.body,
    FromCountry: countryOf(message.from),
    To: message.to,
    ToZip: to?.postalCode ?? '',
    NumSegments: String(message.segments),
    MessageSid: message.sid,
    AccountSid: message.accountSid,
    From: message.from,
    ApiVersion: '2010-04-01',
  };
  message.media.forEach((media, i) => {
    fields[`MediaContentType${i}`] = media.contentType;
    fields[`MediaUrl${i}`] = mediaUrl(base, message, media);
  });
  if (optOutType !== null) fields['OptOutType'] = optOutType;
  return fields;
}

/**
 * What Twilio posts for a state of an outgoing text. Source:
 * https://www.twilio.com/docs/messaging/guides/outbound-message-status-in-status-callbacks.
 */
export function statusFields(
  message: MessageRecord,
  state: MessageState,
  errorCode: number | null,
): Record<string, string> {
  const fields: Record<string, string> = {
    SmsSid: message.sid,
    SmsStatus: state,
    MessageStatus: state,
    To: message.to,
    MessageSid: message.sid,
    AccountSid: message.accountSid,
    From: message.from,
    ApiVersion: '2010-04-01',
  };
  if (errorCode !== null) fields['ErrorCode'] = String(errorCode);
  return fields;
}
