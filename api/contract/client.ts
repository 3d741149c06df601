import type { z } from 'zod';
import type { Method } from './calls.ts';
import type { AllCalls } from './index.ts';

/** The paths that a method is declared for. */
export type PathsOf<M extends Method> = {
  [N in keyof AllCalls]: N extends `${M} ${infer P}` ? P : never;
}[keyof AllCalls];
type CallOf<M extends Method, P extends string> = `${M} ${P}` extends keyof AllCalls ? AllCalls[`${M} ${P}`] : never;

type InputOf<S> = S extends z.ZodType ? z.input<S> : never;
type FieldOf<C, K extends string> = C extends { readonly [N in K]: infer S } ? InputOf<S> : never;
/** A part of a request: not there, optional where it may be left out or is empty, or asked for. */
type Part<C, K extends string> =
  [FieldOf<C, K>] extends [never] ? { readonly [N in K]?: undefined }
  : undefined extends FieldOf<C, K> ? { readonly [N in K]?: FieldOf<C, K> }
  : object extends FieldOf<C, K> ? { readonly [N in K]?: FieldOf<C, K> }
  : { readonly [N in K]: FieldOf<C, K> };
type BodyPart<C> = C extends { readonly file: object } ? { readonly body: FormData } : Part<C, 'body'>;

/** What a call takes: `params` for the places in its path, `query`, `body`. */
export type RequestOf<M extends Method, P extends string> = Part<CallOf<M, P>, 'params'> &
  Part<CallOf<M, P>, 'query'> &
  BodyPart<CallOf<M, P>>;
/** What a call answers. */
export type AnswerOf<M extends Method, P extends string> =
  CallOf<M, P> extends { readonly reply: infer S extends z.ZodType } ? z.output<S> : never;

/** A request that is ready to be sent. */
export interface ReadyRequest {
  readonly method: Method;
  /** With its places filled and its query: `/contacts?page=2`. */
  readonly path: string;
  readonly body: unknown;
}

type Values = Readonly<Record<string, unknown>>;

/**
 * `/livechat/{id}` and its values become `/livechat/6f…?page=1`. Values are encoded; parameters without a value are left
 * out, so that one question has one address.
 */
export function addressOf(path: string, { params = {}, query = {} }: { params?: Values; query?: Values } = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as unknown[]) : [value])
      .filter((one) => one !== null && one !== undefined && one !== '')
      .map((one): [string, string] => [name, String(one)]),
  );
  return pairs.length === 0 ? filled : `${filled}?${new URLSearchParams(pairs)}`;
}

type Arguments<T, O> = Partial<T> extends T ? [request?: T & O] : [request: T & O];
type Calling<M extends Method, O> = <P extends PathsOf<M>>(
  path: P,
  ...request: Arguments<RequestOf<M, P>, O>
) => Promise<AnswerOf<M, P>>;

export interface ApiClient<O> {
  readonly get: Calling<'GET', O>;
  readonly post: Calling<'POST', O>;
  readonly put: Calling<'PUT', O>;
  readonly delete: Calling<'DELETE', O>;
}

/**
 * A client of the API that knows every call from the contract: path, params, query, body and answer are checked by the
 * compiler, and nothing of the contract is there at run time. `send` does the work; `O` are its own options, given beside
 * a request (`signal`, …).
 */
export function createApiClient<O extends object>(
  send: (request: ReadyRequest, options: O) => Promise<unknown>,
): ApiClient<O> {
  const call =
    (method: Method) =>
    (path: string, request: { params?: Values; query?: Values; body?: unknown } & O = {} as O): Promise<unknown> => {
      const { params = {}, query = {}, body, ...options } = request;
      return send({ method, path: addressOf(path, { params, query }), body }, options as unknown as O);
    };
  // What goes in and out is typed by the calls' own declarations.
  return { get: call('GET'), post: call('POST'), put: call('PUT'), delete: call('DELETE') } as unknown as ApiClient<O>;
}
