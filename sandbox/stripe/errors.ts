/** A refusal in Stripe's words and wire format. */
export class StripeError extends Error {
  override readonly name = 'StripeError';
  readonly status: number;
  readonly type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
  readonly code: string | null;
  readonly param: string | null;
  readonly declineCode: string | null;
  /** Objects that the answer carries: `payment_intent`, `setup_intent`, `payment_method`. */
  readonly objects: Readonly<Record<string, unknown>>;
  /** What was changed before it was refused stays: a declined charge, an intent's last error. */
  readonly keeps: boolean;
  /** It was refused before anything ran: an idempotency key does not remember it. */
  readonly isEarly: boolean;

  constructor(
    status: number,
    message: string,
    about: {
      readonly type?: StripeError['type'];
      readonly code?: string;
      readonly param?: string;
      readonly declineCode?: string;
      readonly objects?: Readonly<Record<string, unknown>>;
      readonly keeps?: boolean;
      readonly isEarly?: boolean;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.type = about.type ?? (status >= 500 ? 'api_error' : 'invalid_request_error');
    this.code = about.code ?? null;
    this.param = about.param ?? null;
    this.declineCode = about.declineCode ?? null;
    this.objects = about.objects ?? {};
    this.keeps = about.keeps ?? false;
    this.isEarly = about.isEarly ?? false;
  }

  body(): { readonly error: Readonly<Record<string, unknown>> } {
    return {
      error: {
        type: this.type,
        message: this.message,
        ...(this.code === null ?
          {}
        : { code: this.code, doc_url: `https://stripe.com/docs/error-codes/${this.code.replaceAll('_', '-')}` }),
        ...(this.param === null ? {} : { param: this.param }),
        ...(this.declineCode === null ? {} : { decline_code: this.declineCode }),
        ...this.objects,
      },
    };
  }
}

export const missing = (what: string, id: string, param = 'id'): StripeError =>
  new StripeError(404, `No such ${what}: '${id}'`, { code: 'resource_missing', param });

/** The same, where the id is a parameter and not the address: Stripe answers 400. */
export const missingParam = (what: string, id: string, param: string): StripeError =>
  new StripeError(400, `No such ${what}: '${id}'`, { code: 'resource_missing', param });

export const invalid = (message: string, param?: string, code?: string): StripeError =>
  new StripeError(400, message, { ...(param === undefined ? {} : { param }), ...(code === undefined ? {} : { code }) });

/** What Stripe can do and this stand-in can't: said clearly, never guessed. */
export const notHere = (what: string, param?: string): StripeError =>
  invalid(`The sandbox's stand-in for Stripe does not do this: ${what}`, param);
