export interface SafeRequest {
  /** Default GET. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** For everything together, redirects included; milliseconds. Default 10,000. */
  readonly timeoutMs?: number;
  /** Of the answer's body. Default 1 MiB. */
  readonly maxBytes?: number;
  /** How many redirects are followed, each checked like the first address. Default 0: a redirect is an answer like any other. */
  readonly redirects?: number;
  readonly signal?: AbortSignal;
}

export interface SafeResponse {
  readonly status: number;
  /** Names in lower case; what came several times is joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Where the answer came from, after redirects. */
  readonly url: string;
}

/**
 * Requests to addresses that somebody outside gave us. Throws `RequestRefused` before anything leaves, `RequestFailed`
 * for everything that goes wrong later.
 */
export interface SafeHttp {
  request(url: string, options?: SafeRequest): Promise<SafeResponse>;
  /**
   * Whether an address may be asked, before it is kept: throws `RequestRefused` like `request`, and `RequestFailed` for
   * a name without addresses. Nothing is sent. It is looked at again when it is asked: a name can lead elsewhere by
   * then.
   */
  check(url: string): Promise<void>;
  close(): Promise<void>;
}

/** The address is none that we ask: not http(s), with credentials, or it leads into a private network. */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused';
}

/** `neverSent`: the other side has certainly not seen the request. */
export class RequestFailed extends Error {
  override readonly name = 'RequestFailed';
  readonly reason: 'unreachable' | 'timeout' | 'too-large' | 'too-many-redirects' | 'aborted' | 'broken';
  readonly neverSent: boolean;
  constructor(
    reason: RequestFailed['reason'],
    message: string,
    options: { readonly neverSent?: boolean; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.reason = reason;
    this.neverSent = options.neverSent ?? false;
  }
}
