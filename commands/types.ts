import type { EventStore, Position } from '../adapters/event-store/port.ts';
import type { Domains } from '../adapters/domains/port.ts';
import type { Identifiers } from '../adapters/identifiers/port.ts';
import type { CarrierAccount, NumberInventory, ProviderVerifier } from '../adapters/providers/port.ts';
import type { SubjectKeys, Vault } from '../adapters/vault/port.ts';
import type { HeldBy } from '../domain/business/claims.ts';
import type { Actor, Tenant } from '../domain/kernel/event.ts';
import type { EditChange } from '../domain/kernel/edit.ts';
import type { Media } from '../domain/sms/values.ts';
import type { PlatformHosts } from '../domain/whitelabel/hosts.ts';

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
  /** Asks providers, the DNS and the edge; left out in tests that need none: then those commands answer `unavailable`. */
  readonly verifier?: ProviderVerifier;
  readonly numbers?: NumberInventory;
  readonly domains?: Domains;
  /** Where the platform itself lives, so that no agency takes that. Default: localhost. */
  readonly platform?: PlatformHosts;
  /** The platform's own carrier account, null: none. */
  readonly platformCarrier?: CarrierAccount | null;
  /** Where the carrier sends texts: `<public url>/webhooks/twilio/inbound`. */
  readonly inboundSmsUrl?: string;
}

export type { Identifiers };

type Command<I, R = undefined> = (context: CommandContext, input: I) => Promise<CommandOutcome<R>>;

/** Everything that can be asked of the product in this slice. Inputs are validated by zod inside; refusals are `DomainError`s. */
export interface Commands {
  readonly identity: {
    /** Without a password nobody can sign in until an invitation (`invite`) is accepted. */
    registerUser: Command<
      {
        userId: string;
        role: 'Admin' | 'Agency' | 'Business';
        agencyId: string | null;
        businessId: string | null;
        email: string;
        firstName: string;
        lastName: string;
        password: string | null;
      },
      { userId: string }
    >;
    /** Checks the password; the same answer and the same work for an unknown address. Result null: refused. */
    signIn: Command<
      { email: string; password: string; ipAddress: string | null; sessionId: string },
      {
        userId: string;
        role: 'Admin' | 'Agency' | 'Business';
        agencyId: string | null;
        businessId: string | null;
      } | null
    >;
    signOut: Command<{ userId: string; sessionId: string }>;
    /** Always the same answer. When the address belongs to somebody, a mail with a single-use link is on its way. */
    requestPasswordReset: Command<{ email: string; ipAddress: string | null }>;
    /** Throws `token_invalid` for a link that is unknown, used or too old. The sessions of the user have to be ended by the caller. */
    resetPassword: Command<{ token: string; password: string; ipAddress: string | null }, { userId: string }>;
    /** What a link is good for, without using it up. */
    inspectToken: (
      token: string,
    ) => Promise<{
      valid: boolean;
      kind: 'reset' | 'invitation' | null;
      email: string | null;
      expiresAt: string | null;
    }>;
    /** For oneself. Throws `validation_failed` on a wrong current password. */
    changePassword: Command<{ userId: string; currentPassword: string; password: string; ipAddress?: string | null }>;
    /** For somebody below the caller; `not_found` for anybody else. */
    setPasswordOf: Command<{ userId: string; password: string; ipAddress?: string | null }>;
    /** A mail with a link to choose a first password; also sent by `tenancy.createAgency` and `createBusiness` when no password was given. */
    invite: Command<{ userId: string }>;
    /** A new address is claimed, the old one freed; it needs the current password (not while somebody impersonates: then `forbidden`). */
    changeProfile: Command<{
      userId: string;
      firstName: string;
      lastName: string;
      email: string;
      avatar?: string | null;
      currentPassword?: string;
      ipAddress?: string | null;
    }>;
    changeSettings: Command<{
      userId: string;
      pushNotifications?: boolean;
      timezone?: string | null;
      colorScheme?: 'auto' | 'light' | 'dark';
    }>;
    /**
     * Checks that the caller may act as the target (an admin as any agency or business, an agency as its own businesses; the id of a user, an agency or
     * a business) and records it. `not_found` for anybody else's, `forbidden` while already impersonating upwards.
     */
    startImpersonation: Command<
      { targetId: string; sessionId: string; ipAddress: string | null },
      { userId: string; role: 'Admin' | 'Agency' | 'Business'; agencyId: string | null; businessId: string | null }
    >;
    stopImpersonation: Command<{ userId: string; sessionId: string }>;
    /** The daily confirmation of the A2P dialog; tells the operators that this business asked. Once a day and user. */
    confirmA2p: Command<{ userId: string }>;
  };
  readonly tenancy: {
    /** Creates the agency and its owner (role Agency); invites the owner when there is no password. */
    createAgency: Command<
      AgencyFieldsInput & {
        agencyId: string;
        ownerId: string;
        freeFee: boolean;
        freeNumbers: number;
        freeMessages: number;
        freeCalls: number;
        password: string | null;
      }
    >;
    /** Throws `EditConflictError` when somebody else changed a field of the form since `revision`. So do all edits that take a revision. */
    editAgency: Command<AgencyFieldsInput & { agencyId: string; revision: number }, { revision: number }>;
    /** What an agency may change of itself. */
    editAgencySettings: Command<
      {
        agencyId: string;
        name: string;
        phone: string | null;
        website: string | null;
        timezone: string;
        supportEmail: string | null;
        revision: number;
      },
      { revision: number }
    >;
    setAgencyBilling: Command<
      {
        agencyId: string;
        freeFee: boolean;
        freeNumbers: number;
        freeMessages: number;
        freeCalls: number;
        revision: number | null;
      },
      { revision: number }
    >;
    setAgencyNew: Command<{ agencyId: string; isNew: boolean }>;
    archiveAgency: Command<{ agencyId: string }>;
    restoreAgency: Command<{ agencyId: string }>;
    /** A business with a demo campaign to look around in; once per agency. */
    addSampleAccount: Command<{ agencyId: string; businessId: string; ownerId: string }, { businessId: string }>;
    createBusiness: Command<
      BusinessFieldsInput & {
        businessId: string;
        ownerId: string;
        agencyId: string | null;
        uniqueId: string | null;
        password: string | null;
      },
      { uniqueId: string }
    >;
    editBusiness: Command<BusinessFieldsInput & { businessId: string; revision: number }, { revision: number }>;
    editBusinessSettings: Command<
      {
        businessId: string;
        name: string;
        currency: string;
        timezone: string;
        dateFormat: string;
        logo?: string | null;
        revision: number;
      },
      { revision: number }
    >;
    setBusinessBilling: Command<
      {
        businessId: string;
        monthlyMessages: number | null;
        contactLimit: number | null;
        freeFee?: boolean;
        useBandwidth?: boolean;
        revision: number | null;
      },
      { revision: number }
    >;
    setContactInfo: Command<
      {
        businessId: string;
        phone: string | null;
        email: string | null;
        website: string | null;
        address: string | null;
        city: string | null;
        state: string | null;
        postalCode: string | null;
        country: string | null;
        revision: number;
      },
      { revision: number }
    >;
    setBroadcasters: Command<
      { businessId: string; broadcasters: readonly { name: string; phone: string }[]; revision: number },
      { revision: number }
    >;
    setLegalPages: Command<
      {
        businessId: string;
        pages: { privacy: { content: string; link: string | null }; terms: { content: string; link: string | null } };
        revision: number;
      },
      { revision: number }
    >;
    archiveBusiness: Command<{ businessId: string }>;
    restoreBusiness: Command<{ businessId: string }>;
    /** Left out, it toggles. */
    setBusinessActive: Command<{ businessId: string; active?: boolean }, { active: boolean }>;
    /** Settings and campaigns (without a number: keywords wait until the copy has one); never contacts or numbers. */
    duplicateBusiness: Command<
      {
        sourceId: string;
        businessId: string;
        ownerId: string;
        name: string;
        email: string;
        firstName: string | null;
        lastName: string | null;
        uniqueId: string | null;
      },
      { uniqueId: string }
    >;
    /** Takes the number away from the business; its keywords wait for the next one. */
    releaseNumber: Command<{ businessId: string }, { number: string | null }>;
  };
  readonly whitelabels: {
    /** Name, colour, domain and subdomain. Domain and subdomain can belong to one agency only (`domain_taken`). A changed domain loses its proof and certificate. */
    edit: Command<{
      agencyId: string;
      name?: string | null;
      color?: string | null;
      domain?: string | null;
      subdomain?: string | null;
    }>;
    setFile: Command<{
      agencyId: string;
      type: 'logo' | 'favicon';
      url: string | null;
      variants: Readonly<Record<string, string>>;
    }>;
    /** Looks at DNS and at the certificate that is really served, and records what it found. `routine`: nobody asked; finding nothing new is then recorded once a day. */
    check: Command<{ agencyId: string; routine?: boolean }, { ok: boolean; problem: string | null }>;
    /** Frees a domain or subdomain that the agency has claimed and does not use: what an edit that was cut off left behind. */
    releaseUnused: Command<{ agencyId: string; host: string }>;
    /** Whether a browser may get a certificate and a page for this host: a subdomain that is taken, or a proved custom domain, of an agency that is not archived. Of the streams themselves. */
    serves: (host: string) => Promise<boolean>;
  };
  readonly providers: {
    /** Asks the provider whether the credentials work; keeps them in the vault only then. Throws `provider_refused` or `provider_unavailable`. Null: take the account away. */
    configure: Command<
      {
        owner: { kind: 'platform' | 'agency' | 'business'; id: string | null };
        provider: 'twilio' | 'sendgrid' | 'mailgun' | 'ses';
        credentials: Readonly<Record<string, string>> | null;
        fromEmail: string | null;
        fromName: string | null;
      },
      { trial: boolean } | null
    >;
    searchNumbers: (
      owner: { businessId: string },
      query: {
        country: 'US' | 'CA';
        type: 'local' | 'tollfree';
        areaCode: string | null;
        state: string | null;
        contains: string | null;
      },
    ) => Promise<
      readonly {
        number: string;
        locality: string | null;
        region: string | null;
        sms: boolean;
        mms: boolean;
        voice: boolean;
        isTollFree: boolean;
      }[]
    >;
    /** Buys the number at the carrier for the business, points its webhooks here, and assigns it. `custom`: a number the account holds already. */
    acquireNumber: Command<{ businessId: string; number: string; custom: boolean }, { number: string }>;
  };
  readonly mail: {
    /** A mail of the product to one of its users has left. Its link's secret leaves the vault. */
    recordSent: Command<{ mailId: string; provider: string; providerMessageId: string }>;
    /** It will not be sent: refused for good, expired, or tried too often. */
    recordFailed: Command<{ mailId: string; provider: string; reason: string }>;
  };
  readonly setup: {
    createAgency: Command<{ agencyId: string; name: string; email: string }>;
    createBusiness: Command<{
      businessId: string;
      agencyId: string | null;
      name: string;
      uniqueId: string;
      currency: string;
      timezone: string;
      dateFormat: string;
      monthlyMessages: number | null;
      contactLimit: number | null;
    }>;
    /** `heldBy`: the carrier account that holds the number, see `NumberClaimed`. */
    assignNumber: Command<{
      businessId: string;
      number: string;
      providerNumberId: string | null;
      isTollFree: boolean;
      heldBy?: HeldBy;
    }>;
    createCampaign: Command<{
      campaignId: string;
      businessId: string;
      name: string;
      type: string;
      keyword: string;
      reply: string;
      replyMedia: readonly Media[];
    }>;
  };
  readonly messages: {
    /** A text came in. Never refused: an unknown number is recorded as unrouted. The message id derives from the carrier's id. */
    receive: Command<
      {
        provider: string;
        providerMessageId: string;
        from: string;
        to: string;
        body: string;
        media: readonly Media[];
        receivedAt: string;
      },
      { messageId: string; businessId: string | null; contactId: string | null; repeated: boolean }
    >;
    /** Everything a `MessageReceived` sets off: contact, opt-in or opt-out, replies, notification. Called by the inbound reactor. */
    react: Command<{ messageId: string }>;
    queue: Command<
      {
        messageId: string;
        businessId: string;
        contactId: string;
        body: string;
        media: readonly Media[];
        purpose: string;
        notBefore: string | null;
      },
      { messageId: string }
    >;
    /** A status callback, or what a look-up found. Late, repeated and reordered ones change nothing they should not. */
    recordCarrierStatus: Command<
      {
        messageId: string;
        provider: string;
        providerMessageId: string;
        status: 'queued' | 'sending' | 'sent' | 'delivered' | 'undelivered' | 'failed';
        errorCode: number | null;
      },
      { known: boolean }
    >;
    recordAccepted: Command<{ messageId: string; provider: string; providerMessageId: string }>;
    recordFailed: Command<{ messageId: string; errorCode: number | null; reason: string }>;
    recordUnknown: Command<{ messageId: string; detail: string }>;
    hold: Command<{
      messageId: string;
      reason: 'quiet-hours' | 'retry' | 'rate-limited';
      until: string;
      errorCode: number | null;
    }>;
    /** The last check before the send, on the streams themselves. Appends MessageSuppressed or MessageHeld when it says no. */
    decideSend: Command<{ messageId: string }, SendDecision>;
  };
  readonly contacts: {
    /**
     * What the carrier says of a number: it is on the carrier's own opt-out list (21610), or nothing can reach it (21211, 30005, 30006).
     * Appends ContactOptedOut via `carrier`, or ContactMarkedUnreachable; nothing when that is known already.
     */
    carrierVerdict: Command<{
      contactId: string;
      businessId: string;
      verdict: 'opted-out' | 'unreachable';
      errorCode: number;
      providerMessageId: string | null;
    }>;
  };
  readonly livechat: {
    /** Finds or starts the conversation with a phone number or a known contact. */
    start: Command<{ phone?: string; contactId?: string }, { contactId: string }>;
    /** Refused with `contact_opted_out` when the contact has opted out. */
    send: Command<{ contactId: string; body: string; media: readonly Media[] }, { messageId: string }>;
    read: Command<{ contactId: string; upToPosition: string }>;
    markUnread: Command<{ contactId: string }>;
    /** `upToPosition`: what was seen of a conversation that is closed; words that came after it leave it open. */
    setOpen: Command<{ contactId: string; open: boolean; upToPosition?: string | null }>;
    assign: Command<{ contactId: string; assigneeId: string | null }>;
    addNote: Command<{ contactId: string; text: string }, { noteId: string }>;
    nameContact: Command<{ contactId: string; firstName: string | null; lastName: string | null }>;
    optOut: Command<{ contactId: string }>;
  };
  readonly notifications: {
    read: Command<{ notificationId: string }>;
    delete: Command<{ notificationId: string }>;
    readAll: Command<{ upToPosition: string }>;
    /** An operator writes to many or one. */
    send: Command<{
      notificationId: string;
      title: string;
      content: string;
      link: string | null;
      audience: 'all' | 'agencies' | 'businesses' | 'agency' | 'business' | 'user';
      targetId: string | null;
    }>;
    /** A business wants to be registered for texting: the admins and its agency are told, once a day (of UTC). */
    a2pRequested: Command<{ businessId: string; day: string }>;
  };
}

export interface AgencyFieldsInput {
  name: string;
  email: string;
  firstName: string;
  lastName: string;
  phone: string | null;
  website: string | null;
  timezone: string;
  isTemplate: boolean;
  isActiveLivechat: boolean;
  isActiveLoop: boolean;
}
export interface BusinessFieldsInput {
  name: string;
  email: string;
  firstName: string;
  lastName: string;
  currency: string;
  timezone: string;
  dateFormat: string;
  isEnabledLivechat: boolean;
  isActiveLivechat: boolean;
  isEnabledLoop: boolean;
  isActiveLoop: boolean;
  isActiveMms: boolean;
  isTemplate: boolean;
  templateContent: string | null;
  monthlyMessages: number | null;
  contactLimit: number | null;
}

/** What a form was opened on is not what is there now. The API answers 409 with the changes, so that a person can decide. */
export interface EditConflictDetails {
  readonly revision: number;
  readonly changes: readonly EditChange[];
}

export type SendDecision =
  | {
      readonly kind: 'send';
      readonly from: string;
      readonly to: string;
      readonly body: string;
      readonly mediaUrls: readonly string[];
      readonly agencyId: string | null;
      readonly businessId: string;
    }
  | { readonly kind: 'suppressed'; readonly reason: string }
  | { readonly kind: 'held'; readonly until: string; readonly reason: string }
  /** It has reached an end state already, or the carrier has it: nothing to do. */
  | { readonly kind: 'done' };
