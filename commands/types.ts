import type { EventStore, Position } from '../adapters/event-store/port.ts';
import type { Identifiers } from '../adapters/identifiers/port.ts';
import type { SubjectKeys, Vault } from '../adapters/vault/port.ts';
import type { Actor, Tenant } from '../domain/kernel/event.ts';
import type { Media } from '../domain/sms/values.ts';

/** Who asks. The tenant comes from the session (or the number a text came in on), never from the request's body. */
export interface Caller {
  readonly role: 'admin' | 'agency' | 'business' | 'public' | 'carrier' | 'system';
  readonly actor: Actor;
  readonly tenant: Tenant;
}

export interface CommandContext {
  readonly caller: Caller;
  /** Repeating a command with the same id causes nothing twice and gives the same result. */
  readonly commandId: string;
  readonly correlationId: string;
  readonly causationId: string | null;
}

export interface CommandOutcome<R = undefined> {
  /** Up to where a read model must have come to show what this command did; null when nothing changed. */
  readonly position: Position | null;
  readonly result: R;
}

/** What commands need of the world. The time is passed in, so that tests can set it. */
export interface CommandDependencies {
  /** With the codec on: personal data is encrypted on the way in, decrypted and upcast on the way out. */
  readonly events: EventStore;
  readonly vault: Vault;
  readonly subjectKeys: SubjectKeys;
  readonly now: () => Date;
  readonly identifiers: Identifiers;
}

export type { Identifiers };

type Command<I, R = undefined> = (context: CommandContext, input: I) => Promise<CommandOutcome<R>>;

/** Everything that can be asked of the product in this slice. Inputs are validated by zod inside; refusals are `DomainError`s. */
export interface Commands {
  readonly identity: {
    registerUser: Command<{ userId: string; role: 'Admin' | 'Agency' | 'Business'; agencyId: string | null; businessId: string | null; email: string; firstName: string; lastName: string; password: string }, { userId: string }>;
    /** Checks the password; the same answer and the same work for an unknown address. Result null: refused. */
    signIn: Command<{ email: string; password: string; ipAddress: string | null; sessionId: string }, { userId: string; role: 'Admin' | 'Agency' | 'Business'; agencyId: string | null; businessId: string | null } | null>;
    signOut: Command<{ userId: string; sessionId: string }>;
  };
  readonly setup: {
    createAgency: Command<{ agencyId: string; name: string; email: string }>;
    createBusiness: Command<{ businessId: string; agencyId: string | null; name: string; uniqueId: string; currency: string; timezone: string; dateFormat: string; monthlyMessages: number | null; contactLimit: number | null }>;
    assignNumber: Command<{ businessId: string; number: string; providerNumberId: string | null; isTollFree: boolean }>;
    createCampaign: Command<{ campaignId: string; businessId: string; name: string; type: string; keyword: string; reply: string; replyMedia: readonly Media[] }>;
  };
  readonly messages: {
    /** A text came in. Never refused: an unknown number is recorded as unrouted. The message id derives from the carrier's id. */
    receive: Command<{ provider: string; providerMessageId: string; from: string; to: string; body: string; media: readonly Media[]; receivedAt: string }, { messageId: string; businessId: string | null; contactId: string | null; repeated: boolean }>;
    /** Everything a `MessageReceived` sets off: contact, opt-in or opt-out, replies, notification. Called by the inbound reactor. */
    react: Command<{ messageId: string }>;
    queue: Command<{ messageId: string; businessId: string; contactId: string; body: string; media: readonly Media[]; purpose: string; notBefore: string | null }, { messageId: string }>;
    /** A status callback, or what a look-up found. Late, repeated and reordered ones change nothing they should not. */
    recordCarrierStatus: Command<{ messageId: string; provider: string; providerMessageId: string; status: 'queued' | 'sending' | 'sent' | 'delivered' | 'undelivered' | 'failed'; errorCode: number | null }, { known: boolean }>;
    recordAccepted: Command<{ messageId: string; provider: string; providerMessageId: string }>;
    recordFailed: Command<{ messageId: string; errorCode: number | null; reason: string }>;
    recordUnknown: Command<{ messageId: string; detail: string }>;
    hold: Command<{ messageId: string; reason: 'quiet-hours' | 'retry' | 'rate-limited'; until: string; errorCode: number | null }>;
    /** The last check before the send, on the streams themselves. Appends MessageSuppressed or MessageHeld when it says no. */
    decideSend: Command<{ messageId: string }, SendDecision>;
  };
  readonly contacts: {
    /**
     * What the carrier says of a number: it is on the carrier's own opt-out list (21610), or nothing can reach it (21211, 30005, 30006).
     * Appends ContactOptedOut via `carrier`, or ContactMarkedUnreachable; nothing when that is known already.
     */
    carrierVerdict: Command<{ contactId: string; businessId: string; verdict: 'opted-out' | 'unreachable'; errorCode: number; providerMessageId: string | null }>;
  };
  readonly livechat: {
    /** Finds or starts the conversation with a phone number or a known contact. */
    start: Command<{ phone?: string; contactId?: string }, { contactId: string }>;
    /** Refused with `contact_opted_out` when the contact has opted out. */
    send: Command<{ contactId: string; body: string; media: readonly Media[] }, { messageId: string }>;
    read: Command<{ contactId: string; upToPosition: string }>;
    markUnread: Command<{ contactId: string }>;
    setOpen: Command<{ contactId: string; open: boolean }>;
    assign: Command<{ contactId: string; assigneeId: string | null }>;
    addNote: Command<{ contactId: string; text: string }, { noteId: string }>;
    nameContact: Command<{ contactId: string; firstName: string | null; lastName: string | null }>;
    optOut: Command<{ contactId: string }>;
  };
  readonly notifications: {
    read: Command<{ notificationId: string }>;
    delete: Command<{ notificationId: string }>;
    readAll: Command<{ upToPosition: string }>;
  };
}

export type SendDecision =
  | { readonly kind: 'send'; readonly from: string; readonly to: string; readonly body: string; readonly mediaUrls: readonly string[]; readonly agencyId: string | null; readonly businessId: string }
  | { readonly kind: 'suppressed'; readonly reason: string }
  | { readonly kind: 'held'; readonly until: string; readonly reason: string }
  /** It has reached an end state already, or the carrier has it: nothing to do. */
  | { readonly kind: 'done' };
