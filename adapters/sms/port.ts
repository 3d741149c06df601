/** One text on its way to the carrier. `statusCallback` is called with its states and names our message. */
export interface OutgoingSms {
  /** Ours: a carrier that repeats a word of ours in what it says later repeats this. */
  readonly messageId: string;
  readonly from: string;
  readonly to: string;
  readonly body: string;
  readonly mediaUrls: readonly string[];
  readonly statusCallback: string;
  /** How long the carrier may keep it queued, in seconds (Twilio: 1 to 36,000). */
  readonly validitySeconds: number;
}

/** How handing a message over ended. `unknown`: it may or may not have been taken; look it up, never send again blindly. */
export type SendOutcome =
  | { readonly kind: 'accepted'; readonly providerMessageId: string }
  | { readonly kind: 'rejected'; readonly errorCode: number | null; readonly detail: string }
  /** Certainly not taken; try again after `retryAfterMs`. */
  | { readonly kind: 'throttled'; readonly retryAfterMs: number }
  /** Certainly not taken (connection refused, DNS); try again later. */
  | { readonly kind: 'unreachable'; readonly detail: string }
  | { readonly kind: 'unknown'; readonly detail: string };

export type CarrierStatus = 'queued' | 'sending' | 'sent' | 'delivered' | 'undelivered' | 'failed';

export interface CarrierMessage {
  readonly providerMessageId: string;
  readonly to: string;
  readonly from: string;
  /** Null: the carrier does not say it again. */
  readonly body: string | null;
  /** Of the body in UTF-16 units, where the carrier says that in its place. */
  readonly length?: number | null;
  readonly status: CarrierStatus;
  readonly errorCode: number | null;
  /** When the carrier took it. */
  readonly createdAt: Date;
}

export interface SmsCarrier {
  readonly name: string;
  /** Since when it sends from the number that was asked for, where another carrier or account did before. */
  readonly heldSince?: Date;
  /** How long a message that was taken may be missing in `find`, in milliseconds. Left out: it is there at once. */
  readonly showsAfterMs?: number;
  /** Never throws: every ending is an outcome. */
  send(message: OutgoingSms, signal?: AbortSignal): Promise<SendOutcome>;
  /** What the carrier has for this pair of numbers since an instant, newest first. Throws when it can't be asked. */
  find(filter: {
    readonly from: string;
    readonly to: string;
    readonly since: Date;
  }): Promise<readonly CarrierMessage[]>;
  fetch(providerMessageId: string): Promise<CarrierMessage | null>;
}

/** A webhook's parts as the signature covers them: the exact public URL and the form's fields. */
export interface SignedWebhook {
  readonly url: string;
  readonly signature: string | undefined;
  readonly params: Readonly<Record<string, string>>;
}

/** What was attached to a text that came in. `later`: it may be there another time. */
export type MediaFetch =
  | { readonly kind: 'fetched'; readonly bytes: Uint8Array }
  | { readonly kind: 'refused'; readonly reason: 'too-large' | 'not-reachable' | 'not-fetched' }
  | { readonly kind: 'later'; readonly detail: string };

export interface MediaSource {
  /** `number`: ours, that the text came to: its account is who asks. `maxBytes`: more is refused. */
  fetch(wanted: {
    readonly number: string;
    readonly url: string;
    readonly maxBytes: number;
    readonly signal?: AbortSignal;
  }): Promise<MediaFetch>;
}
