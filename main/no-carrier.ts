import type { SmsCarrier } from '../adapters/sms/port.ts';

/** Where neither an account nor the sandbox is configured: texts wait until there is one. */
export const noCarrier: SmsCarrier = {
  name: 'none',
  send: async () => ({ kind: 'unreachable', detail: 'No carrier account is configured (TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN).' }),
  find: async () => [],
  fetch: async () => null,
};
