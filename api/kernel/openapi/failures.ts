import { type ErrorCode, errorCodes } from '../../../domain/kernel/errors.ts';
import type { RouteContract } from '../route.ts';

const requestId = '0b6f6d0e-52a0-4b5e-9a55-3d5c8c0f4f1a';
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

interface FailureKind {
  readonly description: string;
  readonly code: ErrorCode;
  readonly message: string;
  readonly more?: Readonly<Record<string, unknown>>;
  readonly schema?: string;
  readonly retryAfter?: boolean;
}

/** One for each status that a call can fail with, with the code that is met most often. */
const kinds = {
  Malformed: {
    description: 'It could not be read.',
    code: 'malformed_request',
    message: 'The request could not be read.',
  },
  Unauthenticated: {
    description: 'No token, or one that is worth nothing.',
    code: 'unauthenticated',
    message: 'Please sign in.',
  },
  Unpaid: {
    description: 'Refused until it is paid for: `reason` says what is missing, `message` what to do.',
    code: 'payment_required',
    message: 'Your last payment failed. Update your card under Payment methods.',
    more: { reason: 'payment-failed' },
    schema: 'UnpaidFailure',
  },
  Forbidden: {
    description: 'The wrong role, or an account that may change nothing now (`account_inactive`).',
    code: 'forbidden',
    message: 'You may not do this.',
  },
  NotFound: {
    description: 'Not found, or of another tenant: the answer is the same.',
    code: 'not_found',
    message: 'This does not exist.',
  },
  Conflict: {
    description: 'Someone was faster, or the same request is still in progress.',
    code: 'conflict',
    message: 'Someone else changed this at the same moment. Reload and try again.',
  },
  Edited: {
    description: 'Someone else changed it since `revision`: `changes` says what, and who.',
    code: 'edit_conflict',
    message: 'Someone else changed this since you opened it.',
    schema: 'EditConflictFailure',
    more: {
      revision: 4,
      changes: [
        {
          field: 'name',
          was: 'Bella’s',
          now: 'Bella’s Pizzeria',
          by: 'Noor Northwind',
          at: '2026-11-21T17:02:11.000Z',
        },
      ],
    },
  },
  TooLarge: {
    description: 'The body or the file is too large.',
    code: 'payload_too_large',
    message: 'This is too large.',
  },
  WrongType: {
    description: 'Neither JSON nor, where a file is expected, a form.',
    code: 'unsupported_content_type',
    message: 'The content type is not supported here.',
  },
  Invalid: {
    description: 'Something is missing or wrong: `errors` says where. Other codes say what else stands against it.',
    code: 'validation_failed',
    message: 'Enter a valid email address.',
    more: { errors: { email: ['Enter a valid email address.'] } },
  },
  TooMany: {
    description: 'Too often. Try again after `Retry-After` seconds.',
    code: 'rate_limited',
    message: 'Too many attempts. Try again in 42 minutes.',
    retryAfter: true,
  },
  Failed: {
    description: 'A fault of ours. A repeat with the same Idempotency-Key causes nothing twice.',
    code: 'internal',
    message: 'Something went wrong on our side. Please try again.',
  },
  Unavailable: {
    description: 'Not right now. Try again after `Retry-After` seconds.',
    code: 'unavailable',
    message: 'The service is not available right now. Please try again in a moment.',
    retryAfter: true,
  },
} as const satisfies Record<string, FailureKind>;
type Kind = keyof typeof kinds;

const all: Readonly<Record<string, FailureKind>> = kinds;

/** The failures as components, each with an example. */
export const failureResponses = Object.fromEntries(
  Object.entries(all).map(([name, { description, code, message, more, schema = 'Failure', retryAfter }]) => [
    name,
    {
      description,
      headers: {
        'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
        ...(retryAfter ? { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } : {}),
      },
      content: { 'application/json': { schema: ref(schema), example: { message, code, requestId, ...more } } },
    },
  ]),
);

/**
 * How a call can fail: what its declaration says of it decides. `edits`: its body has a revision. `isLimited`: it may have
 * to be paid for.
 */
export function failuresOf(
  { method, who, params, query, body, file }: RouteContract,
  { edits, isLimited }: { readonly edits: boolean; readonly isLimited: boolean },
): Readonly<Record<string, { readonly $ref: string }>> {
  const changes = method !== 'GET';
  const signedIn = who !== 'public';
  const met: (Kind | false)[] = [
    'Malformed',
    signedIn && 'Unauthenticated',
    isLimited && 'Unpaid',
    signedIn && 'Forbidden',
    params !== undefined && 'NotFound',
    changes && (edits ? 'Edited' : 'Conflict'),
    changes && 'TooLarge',
    changes && 'WrongType',
    (changes || query !== undefined || params !== undefined || body !== undefined || file !== undefined) && 'Invalid',
    (changes || !signedIn) && 'TooMany',
    'Failed',
    'Unavailable',
  ];
  return Object.fromEntries(
    met
      .filter((kind) => kind !== false)
      .map((kind) => [String(errorCodes[kinds[kind].code]), { $ref: `#/components/responses/${kind}` }]),
  );
}
