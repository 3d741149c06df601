/**
 * Destinations with a fixed outcome. The first five are Twilio's own
 * (https://www.twilio.com/docs/iam/test-credentials); the others keep to its +1 500 555 block, which is valid E.164 and
 * rings nowhere, and end in the code they cause. The behaviour is one of:
 * - `refuse`: the create call fails with this HTTP status and code, always or for the first `times` attempts at the same text
 * - `fail`: accepted, then `undelivered` or `failed` with this code, always or the first time the same text is sent
 * - `silent`: accepted, never answered · `resetAfter`: accepted, then the connection is reset · `resetBefore`: reset, not accepted
 * - `stall`: accepted, and stays in this state
 */
export type Magic =
  | {
      readonly kind: 'refuse';
      readonly status: number;
      readonly code: number;
      readonly message: string;
      readonly times: number | null;
    }
  | { readonly kind: 'fail'; readonly state: 'undelivered' | 'failed'; readonly code: number; readonly once: boolean }
  | { readonly kind: 'silent'; readonly callbacks: boolean }
  | { readonly kind: 'resetAfter'; readonly callbacks: boolean }
  | { readonly kind: 'resetBefore'; readonly times: number | null }
  | { readonly kind: 'stall'; readonly state: 'queued' | 'sent' };

export interface MagicNumber {
  readonly number: string;
  readonly says: string;
  readonly magic: Magic;
}

const refuse = (
  number: string,
  status: number,
  code: number,
  message: string,
  says: string,
  times: number | null = null,
): MagicNumber => ({
  number,
  says,
  magic: { kind: 'refuse', status, code, message: message.replace('%s', number), times },
});
const fail = (
  number: string,
  state: 'undelivered' | 'failed',
  code: number,
  says: string,
  once = false,
): MagicNumber => ({ number, says, magic: { kind: 'fail', state, code, once } });

export const magicNumbers: readonly MagicNumber[] = [
  refuse('+15005550001', 400, 21211, "Invalid 'To' Phone Number: %s", 'Refused: not a valid number (21211)'),
  refuse(
    '+15005550002',
    400,
    21612,
    "Message cannot be sent with the current combination of 'To' (%s) and/or 'From' parameters",
    'Refused: cannot be routed (21612)',
  ),
  refuse(
    '+15005550003',
    400,
    21408,
    "Permission to send an SMS has not been enabled for the region indicated by the 'To' number: %s",
    'Refused: region not enabled (21408)',
  ),
  refuse(
    '+15005550004',
    400,
    21610,
    'Attempt to send to unsubscribed recipient',
    'Refused: recipient opted out at the carrier (21610)',
  ),
  refuse(
    '+15005550009',
    400,
    21614,
    "'To' number: %s, is not a valid mobile number",
    'Refused: not a mobile number (21614)',
  ),
  refuse(
    '+15005550429',
    429,
    20429,
    'Too Many Requests',
    'Refused once with 429 and Retry-After: 1, then accepted (20429)',
    1,
  ),
  refuse('+15005551429', 429, 20429, 'Too Many Requests', 'Always refused with 429 (20429)'),
  refuse(
    '+15005550500',
    500,
    20500,
    'An internal server error has occurred',
    'Answered 500 once, not accepted; the next attempt is accepted',
    1,
  ),
  refuse('+15005551500', 500, 20500, 'An internal server error has occurred', 'Always answered 500, never accepted'),
  refuse('+15005551503', 503, 20503, 'Service unavailable', 'Always answered 503, never accepted'),
  fail('+15005553003', 'undelivered', 30003, 'Undelivered: handset unreachable (30003)'),
  fail('+15005553004', 'undelivered', 30004, 'Undelivered: message blocked (30004)'),
  fail('+15005553005', 'undelivered', 30005, 'Undelivered: unknown handset (30005)'),
  fail('+15005553006', 'undelivered', 30006, 'Undelivered: landline or unreachable carrier (30006)'),
  fail('+15005553007', 'undelivered', 30007, 'Undelivered: filtered as spam (30007)'),
  fail(
    '+15005553008',
    'undelivered',
    30008,
    'Undelivered once: unknown error (30008); the same text sent again is delivered',
    true,
  ),
  fail('+15005553108', 'undelivered', 30008, 'Always undelivered: unknown error (30008)'),
  fail('+15005553001', 'failed', 30001, 'Failed: queue overflow (30001)'),
  fail('+15005553032', 'undelivered', 30032, 'Undelivered: toll-free sender not verified (30032)'),
  fail('+15005553034', 'undelivered', 30034, 'Undelivered: sender not registered (30034)'),
  {
    number: '+15005550408',
    says: 'Accepted, but the create call is never answered; callbacks come',
    magic: { kind: 'silent', callbacks: true },
  },
  {
    number: '+15005551408',
    says: 'Accepted, never answered, and no callback: only a look-up finds it',
    magic: { kind: 'silent', callbacks: false },
  },
  {
    number: '+15005550104',
    says: 'Accepted, then the connection is reset; callbacks come',
    magic: { kind: 'resetAfter', callbacks: true },
  },
  {
    number: '+15005551104',
    says: 'Accepted, then reset, and no callback: only a look-up finds it',
    magic: { kind: 'resetAfter', callbacks: false },
  },
  {
    number: '+15005550111',
    says: 'The connection is reset once before anything is accepted; the next attempt is accepted',
    magic: { kind: 'resetBefore', times: 1 },
  },
  {
    number: '+15005551111',
    says: 'The connection is always reset, nothing is accepted',
    magic: { kind: 'resetBefore', times: null },
  },
  { number: '+15005550020', says: 'Accepted, and stays queued for good', magic: { kind: 'stall', state: 'queued' } },
  { number: '+15005550021', says: 'Sent, and no delivery report ever comes', magic: { kind: 'stall', state: 'sent' } },
];

const byNumber = new Map(magicNumbers.map((entry) => [entry.number, entry.magic]));

export function magicOf(number: string): Magic | null {
  return byNumber.get(number) ?? null;
}
