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
  /** Left out: none. */
  readonly attachments?: readonly EmailAttachment[];
}
/** A file that goes with an email. `type`: a media type. */
export interface EmailAttachment {
  readonly name: string;
  readonly type: string;
  readonly content: Uint8Array;
}

export type EmailOutcome =
  | { readonly kind: 'accepted'; readonly providerMessageId: string }
  /** `detail` begins with `noMailbox` where the recipient's server says that there is no such mailbox. */
  | { readonly kind: 'rejected'; readonly permanent: boolean; readonly detail: string }
  | { readonly kind: 'unknown'; readonly detail: string };

/**
 * Called once, as late as the protocol allows, before anything that the provider could take has left: over SMTP before
 * the dot that ends the message, over HTTP before the request. Until it was called the email has certainly not been
 * taken. Where it rejects, the email is not handed over.
 */
export type HandOver = () => Promise<void>;

export interface EmailProvider {
  readonly name: string;
  /** Never throws: every ending is an outcome. */
  send(email: OutgoingEmail, handOver?: HandOver): Promise<EmailOutcome>;
  close(): Promise<void>;
}

/** Remembers whether an email was handed over. */
export function handingOver(handOver: HandOver | undefined): {
  readonly begin: HandOver;
  readonly isOver: () => boolean;
} {
  let asked: Promise<void> | undefined;
  let over = false;
  return {
    begin: () =>
      (asked ??= (handOver?.() ?? Promise.resolve()).then(() => {
        over = true;
      })),
    isOver: () => over,
  };
}
/** What a failure means that would leave the outcome open, of an email that was not handed over: it was not taken. */
export const notHandedOver = (outcome: EmailOutcome): EmailOutcome =>
  outcome.kind === 'unknown' ?
    { kind: 'rejected', permanent: false, detail: `not handed over: ${outcome.detail}` }
  : outcome;

/** Begins the detail of a rejection that says that there is no such mailbox. */
export const noMailbox = 'no-mailbox';
