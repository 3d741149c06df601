import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ImageRefused, ImagesBusy } from '../../adapters/images/port.ts';
import {
  AgencyMoving,
  EventIdReused,
  EventStoreUnavailable,
  RevisionConflict,
} from '../../adapters/event-store/port.ts';
import { FileTooLarge, StorageUnavailable } from '../../adapters/storage/port.ts';
import { CouponUsed } from '../../domain/coupons/coupon.ts';
import { PaymentRequired } from '../../domain/limits/needs.ts';
import { DomainError, type ErrorCode, errorCodes } from '../../domain/kernel/errors.ts';
import '../../domain/kernel/issue-words.ts';
import type { Failure } from '../contract/common.ts';
import { apiName } from './names.ts';

/**
 * A failure the API itself decides on. `retryAfterSeconds` becomes the Retry-After header; `details` stand in the body
 * beside `message` and `code`.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly retryAfterSeconds: number | null;
  readonly details: Readonly<Record<string, unknown>>;
  constructor(
    code: ErrorCode,
    message: string,
    options: {
      readonly fields?: Readonly<Record<string, readonly string[]>>;
      readonly retryAfterSeconds?: number;
      readonly details?: Readonly<Record<string, unknown>>;
    } = {},
  ) {
    super(message);
    this.code = code;
    this.fields = options.fields ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
    this.details = options.details ?? {};
  }
}

/** The client went away before it was answered: nobody to tell, nothing to log as a fault. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** A command was carried out, but the read models are too far behind to show what it did: 503, look again in 2 s. */
export const notShownYet = (): ApiError =>
  new ApiError('unavailable', 'This has been done, but can not be shown yet. Please look again in a moment.', {
    retryAfterSeconds: 2,
  });

export const notFound = (what = 'This does not exist.') => new ApiError('not_found', what);

/** `{ field: [messages] }` as section 8 of the specification wants it, the order of fields kept. */
export function fieldErrors(error: z.ZodError): Record<string, string[]> {
  const fields: Record<string, string[]> = Object.create(null) as Record<string, string[]>;
  // Of "one of several forms" the last is the full one: what is wrong is said of it.
  const told = error.issues.flatMap((issue) =>
    issue.code === 'invalid_union' && issue.path.length === 0 ? (issue.errors.at(-1) ?? [issue]) : [issue],
  );
  for (const issue of told) {
    const field = issue.path.length === 0 ? 'body' : issue.path.map(String).join('.').slice(0, 200);
    (fields[field] ??= []).push(issue.message);
  }
  return { ...fields };
}

export function validationFailed(fields: Readonly<Record<string, readonly string[]>>): ApiError {
  const first = Object.values(fields)[0]?.[0] ?? 'Something is missing or wrong.';
  return new ApiError('validation_failed', first, { fields });
}

/** Fields by the names that the API has for them. */
const apiFields = (fields: Readonly<Record<string, readonly string[]>>): Record<string, readonly string[]> =>
  Object.fromEntries(Object.entries(fields).map(([field, messages]) => [apiName(field), messages]));

/** Runs a command whose fields are called otherwise in the API: `names` maps the command's to the API's. */
export async function withFieldNames<T>(names: Readonly<Record<string, string>>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError) || Object.keys(error.fields).length === 0 || error.constructor !== DomainError)
      throw error;
    throw new DomainError(
      error.code,
      error.message,
      Object.fromEntries(Object.entries(error.fields).map(([field, messages]) => [names[field] ?? field, messages])),
    );
  }
}

export interface FailureAnswer {
  readonly status: number;
  readonly body: Failure;
  readonly retryAfterSeconds: number | null;
}

const unavailableMessage = 'The service is not available right now. Please try again in a moment.';
const internalMessage = 'Something went wrong on our side. Please try again.';

/** SQLSTATEs and socket errors that mean "the database is away or full", not "the statement was wrong". */
const awaySqlStates = /^(08|53|57P0|58)/;
const awayErrnos = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'ENOSPC', 'EAI_AGAIN']);
/** SQLSTATEs that a value from outside can provoke: out of range, invalid text, untranslatable character. */
const badValueSqlStates = new Set(['22003', '22007', '22008', '22021', '22P02', '22P05']);
/** SQLSTATEs that too large a question provokes: it took too long, or is more than the database reads. */
const tooMuchSqlStates = /^(?:57014|54)/u;
const tooMuch = 'This asks for too much at once. Narrow it down.';

function isAway(error: Error & { code?: unknown }): boolean {
  const code = typeof error.code === 'string' ? error.code : '';
  // A socket file that is not there is a server that is not running; any other missing file is a fault of ours.
  const noSocket = code === 'ENOENT' && (error as NodeJS.ErrnoException).syscall === 'connect';
  return (
    noSocket ||
    awayErrnos.has(code) ||
    awaySqlStates.test(code) ||
    /Connection terminated|timeout exceeded when trying to connect|the database system is/i.test(error.message)
  );
}

/** What the caller is told about an error. Never its stack, never the words of a library or the database. */
export function describeFailure(thrown: unknown, requestId: string): FailureAnswer {
  const answer = (
    code: ErrorCode,
    message: string,
    more: {
      fields?: Readonly<Record<string, readonly string[]>>;
      retryAfterSeconds?: number | null;
      details?: Readonly<Record<string, unknown>>;
    } = {},
  ): FailureAnswer => ({
    status: errorCodes[code],
    retryAfterSeconds: more.retryAfterSeconds ?? null,
    body: {
      ...more.details,
      message,
      code,
      requestId,
      ...(more.fields && Object.keys(more.fields).length > 0 ?
        { errors: Object.fromEntries(Object.entries(more.fields).map(([field, messages]) => [field, [...messages]])) }
      : {}),
      ...(code === 'not_acceptable' ? { silent: true } : {}),
    },
  });
  if (thrown instanceof ApiError)
    return answer(thrown.code, thrown.message, {
      fields: thrown.fields,
      retryAfterSeconds: thrown.retryAfterSeconds,
      details: thrown.details,
    });
  if (thrown instanceof CouponUsed) {
    const { when, redeemed } = thrown;
    const { by, till } = redeemed.redeemer;
    return answer(thrown.code, thrown.message, { details: { redeemed: { at: redeemed.at, when, by, till } } });
  }
  if (thrown instanceof PaymentRequired)
    return answer(thrown.code, thrown.message, { details: { reason: thrown.reason } });
  if (thrown instanceof DomainError) {
    const status = errorCodes[thrown.code];
    const fields =
      Object.keys(thrown.fields).length > 0 || status !== 422 ? apiFields(thrown.fields) : { body: [thrown.message] };
    const first = status === 422 ? (Object.values(fields)[0]?.[0] ?? thrown.message) : thrown.message;
    return answer(thrown.code, first, { fields, retryAfterSeconds: status === 503 ? 2 : null });
  }
  if (thrown instanceof z.ZodError) {
    const failure = validationFailed(fieldErrors(thrown));
    return answer('validation_failed', failure.message, { fields: failure.fields });
  }
  if (thrown instanceof RevisionConflict)
    return answer('conflict', 'Someone else changed this at the same moment. Reload and try again.');
  if (thrown instanceof EventIdReused) return answer('conflict', 'This was asked for before with other content.');
  if (thrown instanceof EventStoreUnavailable || thrown instanceof StorageUnavailable)
    return answer('unavailable', unavailableMessage, { retryAfterSeconds: 2 });
  if (thrown instanceof AgencyMoving) return answer('unavailable', thrown.message, { retryAfterSeconds: 5 });
  if (thrown instanceof FileTooLarge) return answer('payload_too_large', 'This is too large.');
  if (thrown instanceof ImageRefused)
    return answer('unsupported_media', thrown.message, { fields: { file: [thrown.message] } });
  if (thrown instanceof ImagesBusy)
    return answer(thrown.yours ? 'rate_limited' : 'unavailable', thrown.message, { retryAfterSeconds: 5 });
  if (!(thrown instanceof Error)) return answer('internal', internalMessage);

  const error = thrown as Error & { code?: unknown; statusCode?: unknown };
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
      return answer('payload_too_large', 'This is too large.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return answer('unsupported_content_type', 'The content type is not supported here.');
    default:
  }
  if (isAway(error)) return answer('unavailable', unavailableMessage, { retryAfterSeconds: 2 });
  if (typeof error.code === 'string' && tooMuchSqlStates.test(error.code))
    return answer('validation_failed', tooMuch, { fields: { body: [tooMuch] } });
  if (typeof error.code === 'string' && badValueSqlStates.has(error.code))
    return answer('validation_failed', 'A value is not allowed here.', {
      fields: { body: ['A value is not allowed here.'] },
    });
  if (
    error instanceof SyntaxError ||
    (typeof error.statusCode === 'number' && error.statusCode >= 400 && error.statusCode < 500)
  ) {
    if (error.statusCode === 413) return answer('payload_too_large', 'This is too large.');
    if (error.statusCode === 404) return answer('not_found', 'This does not exist.');
    return answer('malformed_request', 'The request could not be read.');
  }
  return answer('internal', internalMessage);
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What is said of a body that is too large, where there is more to say than that. */
    readonly tooLarge?: string;
  }
}

/** Fastify's error handler: one shape for every failure. */
export function errorHandler(log: FastifyBaseLogger) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    if (error instanceof ClientGone || reply.raw.destroyed) {
      void reply.code(499 as number).send();
      return;
    }
    const failure = describeFailure(error, request.id);
    const { tooLarge } = request.routeOptions.config;
    const body =
      failure.body.code === 'payload_too_large' && tooLarge !== undefined ?
        { ...failure.body, message: tooLarge }
      : failure.body;
    const call = { requestId: request.id, method: request.method, route: request.routeOptions.url };
    if (failure.status >= 500 && failure.body.code !== 'push_not_configured')
      log.error({ ...call, err: error }, 'A request failed.');
    else if (
      error instanceof Error &&
      typeof (error as { code?: unknown }).code === 'string' &&
      badValueSqlStates.has((error as Error & { code: string }).code)
    )
      log.warn({ ...call, err: error }, 'The database refused a value that validation let through.');
    if (failure.retryAfterSeconds !== null) reply.header('retry-after', String(failure.retryAfterSeconds));
    // What describes itself as a problem (RFC 9457) is one; the rest of the body is as always.
    const type = 'type' in body ? 'application/problem+json' : 'application/json; charset=utf-8';
    void reply.code(failure.status).type(type).send(body);
  };
}
