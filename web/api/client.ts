import { type ApiClient, createApiClient, type ReadyRequest } from '../../api/contract/client.ts';
import { ApiError, type FailureBody, isAborted, successMessage } from './errors.ts';

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
  /** What every answer says beside its body. */
  readonly onAnswer?: (headers: Headers) => void;
}

/** What a call can be told beside its request. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Repeat a command with the same key and it happens once. Made here when absent. */
  readonly idempotencyKey?: string;
  /** Let the caller see a 401 itself: sign-in and the profile. */
  readonly seesUnauthorized?: boolean;
  /** Besides those that every call has. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The screen says itself that it worked. */
  readonly quiet?: boolean;
}

export interface Client extends ApiClient<CallOptions> {
  /** A read by its whole address, as `addressOf` makes it. */
  readonly read: <T>(address: string, options?: CallOptions) => Promise<T>;
  /** A file by its whole address. */
  readonly file: (address: string) => Promise<Blob>;
  /** Sends one file as a form and says how far it is, 0 to 1. */
  readonly upload: <T>(
    address: string,
    file: File,
    progress: (share: number) => void,
    signal: AbortSignal,
    /** What else the form holds. */
    fields?: Readonly<Record<string, string>>,
  ) => Promise<T>;
}

/** 128 random bits in hex. `crypto.randomUUID` exists on secure origins only, and a first try may run on plain HTTP. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The one way to the API: typed by the contract's calls; failures are `ApiError`s. */
export function createClient(options: ClientOptions): Client {
  async function ask<T>(
    { method, path, body }: ReadyRequest,
    { signal, idempotencyKey, seesUnauthorized, headers: more = {}, quiet }: CallOptions,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const headers: Record<string, string> = { accept: 'application/json', ...more };
    const token = options.token();
    if (token) headers['authorization'] = `Bearer ${token}`;
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (method !== 'GET') headers['idempotency-key'] = idempotencyKey ?? randomKey();

    let response: Response;
    try {
      response = await options.fetch(options.base + path, {
        method,
        headers,
        signal: signal ?? null,
        body: body === undefined ? null : JSON.stringify(body),
      });
    } catch (error) {
      if (isAborted(error)) throw error;
      throw new ApiError(0, null);
    }
    options.onAnswer?.(response.headers);
    const reply: unknown = await (response.ok ? read(response) : response.json()).catch((error: unknown) => {
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
    return reply as T;
  }
  const send = (request: ReadyRequest, given: CallOptions): Promise<unknown> =>
    ask<unknown>(request, given, (response) => response.json());

  /** `fetch` cannot tell the progress of an upload, hence the older call. */
  const upload = <T>(
    address: string,
    file: File,
    progress: (share: number) => void,
    signal: AbortSignal,
    fields: Readonly<Record<string, string>> = {},
  ) =>
    new Promise<T>((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open('POST', options.base + address);
      request.responseType = 'json';
      request.setRequestHeader('authorization', `Bearer ${options.token() ?? ''}`);
      request.setRequestHeader('idempotency-key', randomKey());
      request.upload.onprogress = (event) => {
        if (event.lengthComputable) progress(event.loaded / event.total);
      };
      request.onload = () => {
        if (request.status >= 200 && request.status < 300) resolve(request.response as T);
        else reject(new ApiError(request.status, request.response as FailureBody | null));
      };
      request.onerror = () => {
        reject(new ApiError(0, null));
      };
      request.onabort = () => {
        reject(new DOMException('Aborted', 'AbortError'));
      };
      signal.addEventListener('abort', () => {
        request.abort();
      });
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('file', file, file.name);
      request.send(form);
    });

  return {
    ...createApiClient(send),
    read: async <T>(address: string, more: CallOptions = {}) =>
      (await send({ method: 'GET', path: address, body: undefined }, more)) as T,
    file: async (address) => {
      const file = await ask({ method: 'GET', path: address, body: undefined }, {}, (response) => response.blob());
      // Cut off on its way: half a file is none.
      if ((file as Blob | null) === null) throw new ApiError(0, null);
      return file;
    },
    upload,
  };
}
