import webhooks from 'twilio/lib/webhooks/webhooks.js';
import type { SignedWebhook } from '../port.ts';

/**
 * Whether Twilio signed this webhook: HMAC-SHA1 over the exact public URL and the sorted form fields, with the account's auth token,
 * compared in constant time (https://www.twilio.com/docs/usage/webhooks/webhooks-security). Imports only the SDK's
 * webhook file: the whole SDK takes half a second to load.
 */
export function verifyTwilioSignature(authToken: string, webhook: SignedWebhook): boolean {
  if (webhook.signature === undefined || webhook.signature === '') return false;
  try {
    return webhooks.validateRequest(authToken, webhook.signature, webhook.url, { ...webhook.params });
  } catch {
    return false; // a URL that cannot be parsed was not signed by Twilio
  }
}
