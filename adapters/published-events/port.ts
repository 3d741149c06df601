/** Where something that can be sent stands. `type`: as it is called in the log. */
export interface PublishedEvent {
  readonly position: string;
  readonly eventId: string;
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
  readonly contactId: string | null;
  readonly at: Date;
}

export interface After {
  /** Null: from the beginning. */
  readonly position: string | null;
  /** Nothing that happened before; null: whatever comes after the position. */
  readonly since: Date | null;
  /** Empty: all. */
  readonly types: readonly string[];
  readonly limit: number;
}

export interface PublishedPage {
  readonly events: readonly PublishedEvent[];
  /** Everything that was asked for up to here is in `events`, or was cut off by the limit. */
  readonly reached: string;
  /** False: the past is being read from the log, and there may be more behind `reached`. */
  readonly isWhole: boolean;
}

/**
 * What can be sent of businesses, in the order of the log: pointers, no words. Kept of those that have a webhook endpoint,
 * and of others for as long as they look at a preview.
 */
export interface PublishedEvents {
  /** In order. Null: so far back nothing has been read from the log; `ask` has it read. */
  after(businessId: string, from: After): Promise<PublishedPage | null>;
  /** How many events of each type there were since an instant, of those that have been read, counted up to a bound. */
  counts(
    businessId: string,
    since: Date,
    atMost: number,
  ): Promise<readonly { readonly type: string; readonly count: number }[]>;
  /** Of these places those after which something stands that may be sent now. */
  behind(
    places: readonly { readonly endpointId: string; readonly businessId: string; readonly position: string }[],
  ): Promise<readonly string[]>;
  /** Has the past of a business read from an instant on. `keepUntil`: and kept so long if it has no endpoint. */
  ask(businessId: string, since: Date, keepUntil: Date | null): Promise<void>;
}
