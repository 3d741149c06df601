import type { z } from 'zod';
import { ApiError, type FailureBody, isAborted, successMessage } from './errors.ts';

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface ClientOptions {
  /** For example `/api/v1`. */
  readonly base: string;
  readonly fetch: typeof fetch;
  /** The access token of the session, null: signed out. */
  readonly token: () => string | null;
  /** A call was refused with 401. The call itself stays unanswered: the session decides what happens next (specification, section 8). */
  readonly onUnauthorized: () => void;
  /** A command succeeded and has something to say. */
  readonly onSuccess: (message: string) => void;
  /** Check replies against the contract (development). */
  readonly check: boolean;
}

export interface CallOptions {
  readonly query?: Query;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** Repeat a command with the same key and it happens once. Made here when absent. */
  readonly idempotencyKey?: string;
  /** Let the caller see a 401 itself: sign-in and the profile. */
  readonly seesUnauthorized?: boolean;
  /** The screen says itself that it worked. */
  readonly quiet?: boolean;
}

export type Client = ReturnType<typeof createClient>;

/** `/contacts?page=1&search=ann`: parameters without a value are left out, so that one list has one address. */
export function withQuery(path: string, query: Query = {}): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return pairs.length === 0 ?
      path
    : `${path}?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]))}`;
}

/** 128 random bits in hex. `crypto.randomUUID` exists on secure origins only, and a first try may run on plain HTTP. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The one way to the API. Replies come back typed by the contract's schema; failures are `ApiError`s. */
export function createClient(options: ClientOptions) {
  async function call<S extends z.ZodType>(
    method: string,
    path: string,
    schema: S,
    { query, body, signal, idempotencyKey, seesUnauthorized, quiet }: CallOptions = {},
  ): Promise<z.output<S>> {
    const headers: Record<string, string> = { accept: 'application/json' };
    const token = options.token();
    if (token) headers['authorization'] = `Bearer ${token}`;
    if (body !== undefined && !(body instanceof FormData)) headers['content-type'] = 'application/json';
    if (method !== 'GET') headers['idempotency-key'] = idempotencyKey ?? randomKey();

    let response: Response;
    try {
      response = await options.fetch(options.base + withQuery(path, query), {
        method,
        headers,
        signal: signal ?? null,
        body:
          body === undefined ? null
          : body instanceof FormData ? body
          : JSON.stringify(body),
      });
    } catch (error) {
      if (isAborted(error)) throw error;
      throw new ApiError(0, null);
    }
    const reply: unknown = await response.json().catch((error: unknown) => {
      if (isAborted(error)) throw error;
      return null;
    });
    if (response.status === 401 && !seesUnauthorized) {
      options.onUnauthorized();
      return new Promise<never>(() => undefined);
    }
    if (!response.ok) throw new ApiError(response.status, reply as FailureBody | null);
    if (method !== 'GET' && !quiet) {
      const message = successMessage(reply);
      if (message) options.onSuccess(message);
    }
    if (options.check) {
      const parsed = schema.safeParse(reply);
      if (!parsed.success) console.error(`${method} ${path} does not keep the contract`, parsed.error.issues, reply);
    }
    return reply as z.output<S>;
  }

  return {
    get: <S extends z.ZodType>(path: string, schema: S, more: CallOptions = {}) => call('GET', path, schema, more),
    post: <S extends z.ZodType>(path: string, schema: S, more: CallOptions = {}) => call('POST', path, schema, more),
    put: <S extends z.ZodType>(path: string, schema: S, more: CallOptions = {}) => call('PUT', path, schema, more),
    delete: <S extends z.ZodType>(path: string, schema: S, more: CallOptions = {}) =>
      call('DELETE', path, schema, more),
    address: (path: string) => options.base + path,
    token: options.token,
  };
}
