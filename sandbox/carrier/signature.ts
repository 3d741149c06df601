import { createHmac } from 'node:crypto';

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
