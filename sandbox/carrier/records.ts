/** What the carrier keeps. Instants are milliseconds since 1970, UTC. */

export type MessageState = 'queued' | 'sending' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'received';

export interface MediaRecord {
  readonly sid: string;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
}

/** What will become of an accepted message; decided once, when it is accepted. */
export type Outcome =
  | { readonly state: 'delivered' }
  | { readonly state: 'undelivered' | 'failed'; readonly code: number }
  | { readonly state: 'stall'; readonly at: 'queued' | 'sent' };

export interface MessageRecord {
  readonly sid: string;
  readonly accountSid: string;
  readonly direction: 'inbound' | 'outbound-api' | 'outbound-reply';
  readonly from: string;
  readonly to: string;
  readonly body: string;
  readonly segments: number;
  /** Outgoing: the addresses the sender gave. */
  readonly mediaUrls: readonly string[];
  /** Where states, or for incoming texts the text itself, are posted; null for nowhere. */
  readonly callbackUrl: string | null;
  readonly outcome: Outcome;
  /** Of a text by Bandwidth: its application, and the word that its callbacks repeat. */
  readonly bandwidth?: { readonly applicationId: string; readonly tag: string | null };
  readonly createdAt: number;
  // Everything below changes.
  media: MediaRecord[];
  state: MessageState;
  errorCode: number | null;
  updatedAt: number;
  sentAt: number | null;
  /** Incoming texts: how handing it to the application went. */
  webhook: WebhookResult | null;
}

/**
 * `pending`: not yet answered 2xx, still trying; `refused`: answered 4xx; `gaveUp`: tried for too long; `lost`: by the
 * loss rate; `none`: no address.
 */
export interface WebhookResult {
  readonly state: 'pending' | 'delivered' | 'refused' | 'gaveUp' | 'lost' | 'none';
  readonly httpStatus: number | null;
  readonly attempts: number;
  readonly error: string | null;
}

export interface NumberRecord {
  readonly sid: string;
  readonly number: string;
  readonly accountSid: string;
  readonly createdAt: number;
  updatedAt: number;
  friendlyName: string;
  smsUrl: string | null;
  smsMethod: string;
  smsFallbackUrl: string | null;
  statusCallback: string | null;
  /** Asked what to do with a call; left out: nothing answers. */
  voiceUrl?: string | null;
  label: string | null;
  keywords: readonly string[];
}

export interface AccountRecord {
  readonly sid: string;
  /** Empty when it is not known (any more): then the account takes the next one it is given. */
  readonly authToken: string;
  /** In the journal only, in place of the token. */
  readonly sealedToken?: string;
  readonly friendlyName: string;
  readonly type: 'Full' | 'Trial';
  readonly status: 'active' | 'suspended' | 'closed';
  /** Of an account at Bandwidth: who signs in with the token, and where its applications' events are posted. */
  readonly bandwidth?: { readonly username: string; readonly callbackUrl: string | null };
  readonly createdAt: number;
}

/** A toll-free verification: `fields` as they were sent, by Twilio's names; `submittedAt`: when they last were. */
export interface TollfreeRecord {
  readonly sid: string;
  readonly accountSid: string;
  readonly number: string;
  readonly numberSid: string;
  readonly reference: string | null;
  readonly fields: Readonly<Record<string, string | string[]>>;
  readonly createdAt: number;
  readonly submittedAt: number;
  /** Since then it is rejected though it had been approved; null or left out: it was not revoked. */
  readonly revokedAt?: number | null;
}

/** A webhook that is owed: a state of a message (`status`), or the incoming text itself (`inbound`). */
export interface CallbackRecord {
  readonly id: string;
  readonly kind: 'status' | 'inbound';
  readonly sid: string;
  readonly state: MessageState;
  readonly errorCode: number | null;
  readonly owedAt: number;
}

/** One line of the journal. */
export type CarrierLine =
  | { readonly k: 'account'; readonly account: AccountRecord }
  | { readonly k: 'number'; readonly number: NumberRecord }
  | { readonly k: 'released'; readonly number: string; readonly at: number }
  | { readonly k: 'message'; readonly message: MessageRecord }
  | {
      readonly k: 'state';
      readonly sid: string;
      readonly state: MessageState;
      readonly code: number | null;
      readonly at: number;
      readonly media?: readonly MediaRecord[];
    }
  | { readonly k: 'owed'; readonly callback: CallbackRecord }
  | { readonly k: 'settled'; readonly id: string; readonly sid: string; readonly result: WebhookResult }
  | { readonly k: 'optOut'; readonly from: string; readonly to: string; readonly out: boolean }
  | { readonly k: 'tollfree'; readonly verification: TollfreeRecord }
  | { readonly k: 'try'; readonly key: string };
