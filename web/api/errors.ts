/** A call that was answered with a failure, or not at all (`status` 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  readonly silent: boolean;
  /** What is wrong with which field (422). */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** The whole answer, for codes that say more: 409 `edit_conflict` lists the changes. */
  readonly body: unknown;

  constructor(status: number, body: FailureBody | null) {
    super(typeof body?.message === 'string' ? body.message : '');
    this.status = status;
    this.code =
      typeof body?.code === 'string' ? body.code
      : status === 0 ? 'unreachable'
      : 'unknown';
    this.requestId = typeof body?.requestId === 'string' ? body.requestId : null;
    this.silent = body?.silent === true;
    this.fields = body?.errors ?? {};
    this.body = body;
  }
}

/** What a failure's body may hold. It comes from outside: nothing in it is certain. */
export interface FailureBody {
  message?: string;
  code?: string;
  requestId?: string;
  silent?: boolean;
  errors?: Record<string, string[]>;
}

/**
 * The words a failure is shown with, null: none (specification, section 8). 422: the first message of the first field;
 * 406: silent; 401: silent, the session answers for it; any other: its message, unless the body marks it silent.
 */
export function failureMessage(error: ApiError): string | null {
  if (error.status === 406 || error.status === 401 || error.silent) return null;
  if (error.status === 422) {
    const first = Object.values(error.fields).find((messages) => messages.length > 0)?.[0];
    if (first) return first;
  }
  return error.message || null;
}

/** The words a success is shown with: those of a body that has a message and a success flag. */
export function successMessage(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const { success, message } = body as { success?: unknown; message?: unknown };
  return success === true && typeof message === 'string' && message !== '' ? message : null;
}

/** A cut-off read is nobody's failure: its screen has moved on. */
export const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';
