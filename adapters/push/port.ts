/** What a push shows. `link` is a path of the web application; pushes with one `tag` take each other's place on the device. */
export interface PushNote {
  readonly title: string;
  readonly body: string;
  readonly link: string | null;
  readonly tag: string;
}

/** A browser's subscription (Push API). The keys are base64url, as the browser gives them. */
export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/**
 * What became of a push. `gone`: the subscription is no more (404, 410). `later`: the service asks to wait, or was not
 * reached. `refused`: it will not take this one, or nobody knows whether it did: then it is not sent again.
 */
export type PushOutcome =
  | { readonly kind: 'taken' | 'gone' | 'refused'; readonly detail: string }
  | { readonly kind: 'later'; readonly detail: string; readonly afterMs: number | null };

/** Standard Web Push (RFC 8030), encrypted for the browser (RFC 8291), signed as this installation (VAPID, RFC 8292). */
export interface WebPush {
  /** The VAPID key as the browser wants it: an uncompressed P-256 point, base64url. Made once for the installation. */
  publicKey(): Promise<string>;
  /** Whether pushes may go to this endpoint: https, and on the public internet. Looked at again with each push. */
  accepts(endpoint: string): Promise<boolean>;
  /** Never throws. `topic`: an undelivered push of the same topic is replaced at the service. */
  send(
    target: PushTarget,
    note: PushNote,
    options: { readonly topic: string; readonly ttlSeconds: number; readonly signal?: AbortSignal },
  ): Promise<PushOutcome>;
}

/** A service that knows our users by their id (Pusher Beams). */
export interface UserPush {
  send(userId: string, note: PushNote, options: { readonly ttlSeconds: number }): Promise<PushOutcome>;
}
