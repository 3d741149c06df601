import type { Webhook } from './courier.ts';
import type { CallbackRecord, MediaRecord, MessageRecord, MessageState } from './records.ts';

/**
 * Bandwidth's JSON (https://dev.bandwidth.com/docs/messaging/webhooks, and the SDK's own types). The record holds
 * Twilio's codes and states; here they become Bandwidth's.
 */

/** By Twilio's code: Bandwidth's for the same (https://dev.bandwidth.com/docs/messaging/errors). */
const codes: Readonly<Record<number, readonly [code: number, description: string]>> = {
  11200: [4410, 'media-unavailable'],
  11751: [4411, 'rejected-message-size-limit-exceeded'],
  12300: [4412, 'media-content-invalid'],
  21211: [4720, 'invalid-destination-address'],
  21408: [4432, 'rejected-forbidden-country'],
  21610: [4775, 'destination-rejected-due-to-user-opt-out'],
  21612: [4421, 'rejected-forbidden-no-destination'],
  21614: [4720, 'invalid-destination-address'],
  30001: [5600, 'destination-carrier-queue-full'],
  30003: [4702, 'destination-subscriber-unavailable'],
  30004: [4750, 'destination-rejected-message'],
  30005: [4721, 'destination-tn-deactivated'],
  30006: [4720, 'invalid-destination-address'],
  30007: [4770, 'destination-spam-detected'],
  30008: [9999, 'unknown-error'],
  30032: [4795, 'tfn-not-verified'],
  30034: [4773, 'inactive-campaign'],
};

const said = (code: number): readonly [code: number, description: string] => codes[code] ?? [9999, 'unknown-error'];

export const bandwidthMediaUrl = (base: string, message: MessageRecord, media: MediaRecord): string =>
  `${base}/api/v2/users/${message.accountSid}/media/${media.sid}`;

/** Bandwidth says when a text was delivered or has failed, and of one with media also when it is on its way. */
export const isToldByBandwidth = ({ state, mediaUrls }: MessageRecord): boolean =>
  state === 'received' ||
  state === 'delivered' ||
  state === 'undelivered' ||
  state === 'failed' ||
  (state === 'sent' && mediaUrls.length > 0);

const types: Readonly<Record<MessageState, string>> = {
  queued: 'message-sending',
  sending: 'message-sending',
  sent: 'message-sending',
  delivered: 'message-delivered',
  undelivered: 'message-failed',
  failed: 'message-failed',
  received: 'message-received',
};
const descriptions: Readonly<Record<string, string>> = {
  'message-sending': 'Message is sending to carrier',
  'message-delivered': 'Message delivered to carrier.',
  'message-received': 'Incoming message received',
};

const iso = (at: number): string => new Date(at).toISOString();

/** An event as Bandwidth posts it: a list of one, with the sign-in that the application names. */
export function bandwidthWebhook(
  to: { readonly url: string; readonly username: string; readonly password: string; readonly base: string },
  message: MessageRecord,
  { state, errorCode }: Pick<CallbackRecord, 'state' | 'errorCode'>,
  at: number,
): Webhook {
  const isInbound = message.direction === 'inbound';
  const type = types[state];
  const failure = errorCode === null ? null : said(errorCode);
  const media = isInbound ? message.media.map((item) => bandwidthMediaUrl(to.base, message, item)) : message.mediaUrls;
  const event = {
    type,
    time: iso(at),
    description: failure?.[1] ?? descriptions[type],
    to: message.to,
    ...(failure === null ? {} : { errorCode: failure[0] }),
    message: {
      id: message.sid,
      time: iso(message.createdAt),
      to: [message.to],
      from: message.from,
      // What was sent is not repeated.
      text: isInbound ? message.body : '',
      applicationId: message.bandwidth?.applicationId ?? '00000000-0000-0000-0000-000000000001',
      ...(media.length === 0 ? {} : { media }),
      owner: isInbound ? message.to : message.from,
      direction: isInbound ? 'in' : 'out',
      segmentCount: message.segments,
      ...(message.bandwidth?.tag == null ? {} : { tag: message.bandwidth.tag }),
    },
  };
  return {
    url: to.url,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'BandwidthAPI/v2',
      authorization: `Basic ${Buffer.from(`${to.username}:${to.password}`).toString('base64')}`,
    },
    body: JSON.stringify([event]),
  };
}

/** What a create call is answered with. */
export const bandwidthMessage = (message: MessageRecord): Record<string, unknown> => ({
  id: message.sid,
  owner: message.from,
  applicationId: message.bandwidth?.applicationId,
  time: iso(message.createdAt),
  segmentCount: message.segments,
  direction: 'out',
  to: [message.to],
  from: message.from,
  ...(message.mediaUrls.length === 0 ? {} : { media: message.mediaUrls }),
  text: message.body,
  ...(message.bandwidth?.tag == null ? {} : { tag: message.bandwidth.tag }),
});

/** A line of the search: it has the length of a text, and not the text. */
export const bandwidthListItem = (message: MessageRecord): Record<string, unknown> => ({
  messageId: message.sid,
  accountId: message.accountSid,
  sourceTn: message.from,
  destinationTn: message.to,
  messageStatus: message.state.toUpperCase(),
  messageDirection: message.direction === 'inbound' ? 'INBOUND' : 'OUTBOUND',
  messageType: message.mediaUrls.length > 0 ? 'mms' : 'sms',
  segmentCount: message.segments,
  errorCode: message.errorCode === null ? 0 : said(message.errorCode)[0],
  receiveTime: iso(message.createdAt),
  carrierName: null,
  messageLength: message.body.length,
  attachmentCount: message.mediaUrls.length,
  recipientCount: 1,
});
