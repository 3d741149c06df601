export interface OutgoingEmail {
  readonly from: { readonly name: string; readonly address: string };
  readonly to: string;
  /** Where answers go; null: to the sender. */
  readonly replyTo: string | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** The Message-ID, so that a repeat can be recognised. */
  readonly messageId: string;
}

export type EmailOutcome =
  | { readonly kind: 'accepted'; readonly providerMessageId: string }
  /** `detail` begins with `noMailbox` where the recipient's server says that there is no such mailbox. */
  | { readonly kind: 'rejected'; readonly permanent: boolean; readonly detail: string }
  | { readonly kind: 'unknown'; readonly detail: string };

export interface EmailProvider {
  readonly name: string;
  /** Never throws: every ending is an outcome. */
  send(email: OutgoingEmail): Promise<EmailOutcome>;
  close(): Promise<void>;
}

/** Begins the detail of a rejection that says that there is no such mailbox. */
export const noMailbox = 'no-mailbox';
