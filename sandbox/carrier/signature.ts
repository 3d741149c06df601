import { createHmac } from 'node:crypto';
import type { Webhook } from './courier.ts';

/**
 * The X-Twilio-Signature of a form post: HMAC-SHA1, keyed with the account's auth token, over the exact URL followed by
 * every field's name and value in the order of the names, as base64. Source:
 * https://www.twilio.com/docs/usage/security#validating-requests.
 */
export function signature(authToken: string, url: string, fields: Readonly<Record<string, string>>): string {
  const signed = Object.keys(fields)
    .sort()
    .reduce((text, name) => text + name + fields[name], url);
  return createHmac('sha1', authToken).update(Buffer.from(signed, 'utf8')).digest('base64');
}

/** A signed form, as Twilio posts it. */
export const twilioWebhook = (authToken: string, url: string, fields: Readonly<Record<string, string>>): Webhook => ({
  url,
  headers: {
    'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
    'user-agent': 'TwilioProxy/1.1',
    accept: '*/*',
    'x-twilio-signature': signature(authToken, url, fields),
    'i-twilio-idempotency-token': fields['MessageSid'] ?? '',
  },
  body: new URLSearchParams(fields).toString(),
});
