import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Bus } from '../adapters/bus/port.ts';
import type { Position } from '../adapters/event-store/port.ts';
import type { Documents } from '../adapters/documents/port.ts';
import type { Images } from '../adapters/images/port.ts';
import type { StockPhotos } from '../adapters/stock/port.ts';
import type { EmailDomains } from '../adapters/email-domains/port.ts';
import type { WebPush } from '../adapters/push/port.ts';
import type { PublishedEvents } from '../adapters/published-events/port.ts';
import type { PaymentEvents } from '../adapters/payments/port.ts';
import type { WriteStep } from '../adapters/voice/port.ts';
import type { SignedWebhook } from '../adapters/sms/port.ts';
import type { Spreadsheets } from '../adapters/spreadsheets/port.ts';
import type { Storage } from '../adapters/storage/port.ts';
import type { Tracing } from '../adapters/tracing/port.ts';
import type { Vault } from '../adapters/vault/port.ts';
import type { Commands } from '../commands/catalogue.ts';
import type { Identifiers } from '../commands/kernel/dependencies.ts';
import type { PageRenderer } from './contract/page-view.ts';
import type { ReadModels } from '../projections/read-models.ts';
import type { Tenant } from '../domain/kernel/event.ts';

/** How one projector is doing. `lag` counts positions between it and the head of the event log, null when unknown. */
export interface ProjectorHealth {
  readonly name: string;
  readonly version: number;
  readonly state: string;
  readonly position: string | null;
  readonly lag: number | null;
  /** The newest failure, in words for an operator; null when all is well. */
  readonly error: string | null;
  /** False: it has paused or died, and readiness is red. */
  readonly ok: boolean;
}

/** `lag`: positions between it and the head of the event log; left out: it follows none. */
export interface WorkerHealth {
  readonly name: string;
  readonly state: string;
  readonly ok: boolean;
  readonly lag?: number;
  readonly detail: string | null;
}

/** What someone asked of a read model, and what became of it. `share`: how far it has come, from 0 to 1. `by`: a user. */
export interface ReadModelJob {
  readonly id: string;
  readonly readModel: string;
  readonly kind: 'rebuild' | 'check' | 'pause' | 'resume';
  readonly by: string | null;
  readonly requestedAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly phase: string | null;
  readonly share: number | null;
  readonly error: string | null;
}

/** How a read model compared with its rebuild; `at` null: it was not compared yet. `keys`: of some rows that differ. */
export interface ReadModelCheck {
  readonly name: string;
  readonly at: Date | null;
  readonly ms: number | null;
  readonly differences: readonly {
    readonly table: string;
    readonly onlyLive: number;
    readonly onlyRebuilt: number;
    readonly keys: readonly string[];
  }[];
  readonly error: string | null;
}

/** `day`: segments of T-Mobile's day that broadcasts of the brand may take, and what is left of them today. */
export interface RegisteredLimits {
  readonly segmentsPerSecond: number;
  readonly day: { readonly most: number; readonly left: number };
}

/** What the processes have written down of how the installation does. Carriers: of the last hour, in ms. */
export interface HealthFacts {
  readonly queues: readonly { readonly name: string; readonly waiting: number; readonly oldest: Date | null }[];
  readonly blockedSenders: readonly { readonly sender: string; readonly code: number; readonly at: Date }[];
  readonly webhooks: readonly {
    readonly provider: string;
    readonly count: number;
    readonly reason: string;
    readonly at: Date;
  }[];
  readonly carriers: readonly {
    readonly provider: string;
    readonly calls: number;
    readonly failures: number;
    readonly mean: number;
    readonly slowest: number;
  }[];
  readonly backup: { readonly at: Date; readonly events: number; readonly bytes: number } | null;
  readonly checks: readonly ReadModelCheck[];
  readonly jobs: readonly ReadModelJob[];
}

/** Asked by health and metrics. Each may throw or hang; both read as red. */
export interface StatusProbes {
  projections(): Promise<readonly ProjectorHealth[]> | readonly ProjectorHealth[];
  workers(): Promise<readonly WorkerHealth[]> | readonly WorkerHealth[];
  store(): Promise<void>;
  database(): Promise<void>;
  /** Writes something to the database; throws with the reason when it takes no writes. Left out: it is not tried. */
  writes?(): Promise<void>;
  /** How many outgoing messages the outbox has in each state; left out where this process can't tell. */
  outbox?(): Promise<Readonly<Record<string, number>>>;
  /** What the health page shows besides; left out where this process can't tell. */
  facts?(): Promise<HealthFacts>;
  /** Rebuilds, checks, pauses or resumes a read model, and keeps who asked. False: there is none of this name. */
  care?(job: Pick<ReadModelJob, 'id' | 'readModel' | 'kind' | 'by'>): Promise<boolean>;
  /** The position of the newest event. */
  head?(): Promise<bigint>;
  /** Whether the start is complete: before, nobody is to be sent here. Left out: it is. */
  started?(): boolean;
}

/** The accounts and the check behind inbound webhooks. */
/** By what a carrier's webhooks are known, and whose account it is. */
export type WebhookAccount = { readonly tenant: Tenant } & (
  | { readonly carrier?: 'twilio'; readonly authToken: string }
  | { readonly carrier: 'bandwidth'; readonly callbackUsername: string; readonly callbackPassword: string }
);

export interface CarrierWebhooks {
  /**
   * The account that holds a number of ours, and the tenant whose account it is. For a number nobody holds, the platform's
   * own account; null when there is none at all.
   */
  account(number: string): Promise<WebhookAccount | null>;
  /** What a carrier is told to do with a call, in its own markup. */
  readonly writeStep: WriteStep;
  /** Whether Twilio's signature covers this exact address and form. Constant time. */
  verify(webhook: SignedWebhook, authToken: string): boolean;
}

/** What an email provider told of one email; `mailId` null: only the provider's own name for it is known. */
export interface HeardEmail {
  readonly mailId: string | null;
  readonly providerMessageId: string;
  readonly at: string;
  readonly what:
    | { readonly kind: 'delivered' }
    | { readonly kind: 'bounced'; readonly bounce: 'hard' | 'soft'; readonly reason: string }
    | { readonly kind: 'complained' };
}

/** The event webhooks of email accounts. */
export interface EmailWebhooks {
  /** The account of `platform`, an agency or a business that is listened to; null: there is none. */
  account(
    provider: 'sendgrid' | 'mailgun' | 'ses',
    owner: string,
  ): Promise<{
    /** Whose emails it may speak of. */
    readonly tenant: { readonly agencyId: string | null; readonly businessId: string | null };
    hear(request: {
      readonly headers: Readonly<Record<string, string | string[] | undefined>>;
      readonly body: Buffer;
      readonly now: Date;
    }): Promise<
      | { readonly kind: 'refused'; readonly why: string }
      | { readonly kind: 'words'; readonly words: readonly HeardEmail[]; readonly once: string | null }
      | { readonly kind: 'confirm'; readonly url: string }
    >;
    /** Says that the messages of a topic are wanted. */
    confirm(url: string): Promise<void>;
  } | null>;
}

/** So many proxies in front, or those at these addresses (CIDR, or `loopback`, `linklocal`, `uniquelocal`); null: none. */
export type TrustedProxies = { readonly hops: number } | { readonly addresses: readonly string[] } | null;

export interface ApiConfig {
  /** How the outside reaches this installation, without a slash at the end. Signatures of webhooks cover it. */
  readonly publicUrl: string;
  /** What agencies' subdomains stand before. Default: the host of `publicUrl`, or `localhost` where that is an IP address. */
  readonly platformDomain?: string;
  /** The folder of the built web application (`dist/web`); null: none is served. */
  readonly webRoot: string | null;
  /** Where the sandbox's phone simulator and inbox are; null where real providers are configured. */
  readonly sandbox: { readonly phoneUrl: string; readonly inboxUrl: string } | null;
  /** How a browser saves a card; null or left out: payments are off. `sandboxUrl` null: with Stripe's own elements. */
  readonly cardForm?: { readonly publishableKey: string; readonly sandboxUrl: string | null } | null;
  /** The product's name as an unbranded host shows it. */
  readonly name: string;
  /** Pusher Beams, null: push is not configured. */
  readonly beams: { readonly instanceId: string; readonly secretKey: string } | null;
  /** Whose X-Forwarded headers are believed. Default: nobody's. */
  readonly trustedProxies?: TrustedProxies;
  readonly session?: { readonly idleMs?: number; readonly absoluteMs?: number };
  /** Failed sign-ins allowed per window: per address and IP, per IP, and per address from anywhere. */
  readonly signInLimit?: {
    readonly perAddress?: number;
    readonly perIp?: number;
    readonly perAccount?: number;
    readonly windowMs?: number;
  };
  /** Calls about an account that need no sign-in or check a password: so many per address, and per IP, in a window. */
  readonly accountLimit?: { readonly perAddress?: number; readonly perIp?: number; readonly windowMs?: number };
  /** Calls that an API key may make in a minute, and those among them that send. Defaults 600 and 120. */
  readonly apiKeyLimit?: { readonly perMinute?: number; readonly sendsPerMinute?: number };
  /** How long a command's answer waits for the read models, in ms. Default 2,000. */
  readonly readModelWaitMs?: number;
  /** How long an unread count is trusted within a burst, and other timings of the websocket. */
  readonly live?: {
    readonly heartbeatMs?: number;
    readonly helloMs?: number;
    readonly maxBufferedBytes?: number;
    readonly maxQueued?: number;
    readonly gapCheckMs?: number;
    /** How often it is looked who of a team has left or become idle, in ms. Default 30,000. */
    readonly presenceMs?: number;
    /** Websockets of one user, of one client address, and frames of a client between two heartbeats. Defaults 30, 300, 100. */
    readonly perUser?: number;
    readonly perAddress?: number;
    readonly framesPerBeat?: number;
    /** Between two tallies of a vote, in ms; who may watch votes: of one address, and of all. Defaults 1,000, 120, 10,000. */
    readonly voteMs?: number;
    readonly watchersPerAddress?: number;
    readonly watchers?: number;
  };
  /** How often visits of pages are written down, in ms: a crash loses as much. Default 5,000. */
  readonly visitsEveryMs?: number;
  /** Check every answer against its contract: on in tests, so that no answer drifts from what the web expects. */
  readonly checkReplies?: boolean;
}

/** Everything the API needs, passed in by main/. */
export interface ApiDependencies {
  readonly commands: Commands;
  readonly readModels: ReadModels;
  /** What webhooks can be sent of businesses. */
  readonly published: PublishedEvents;
  /** True once the read models (all, or those named) have reached a position; false when the time was up first. */
  waitFor(
    position: Position,
    options: { readonly timeoutMs: number; readonly projectors?: readonly string[] },
  ): Promise<boolean>;
  /** The head of the event log: "everything up to now" for commands that mark things as seen. */
  headPosition(): Promise<Position>;
  readonly vault: Vault;
  readonly identifiers: Identifiers;
  /** For the API's own tables in the schema `ops`. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- every part knows its own tables only
  readonly db: Kysely<any>;
  readonly bus: Bus;
  readonly storage: Storage;
  /** Reads the files of contacts that lie there; left out: nobody looks into them. */
  readonly spreadsheets?: Spreadsheets;
  /** Makes documents of statements. */
  readonly documents: Documents;
  /** Makes what people upload safe before it is kept. */
  readonly images: Images;
  /** Pictures to choose from in the builder; left out: there are none but one's own. */
  readonly stock?: StockPhotos;
  readonly carrier: CarrierWebhooks;
  /** Left out: no email provider is listened to. */
  readonly emailWebhooks?: EmailWebhooks;
  /** Reads what the payment provider tells; null or left out: it is not listened to. */
  readonly paymentEvents?: Pick<PaymentEvents, 'read'> | null;
  readonly status: StatusProbes;
  /** Left out: no spans. */
  readonly tracing?: Tracing;
  /** Asks the DNS about the domains of email addresses; left out: it is not asked. */
  readonly emailDomains?: EmailDomains;
  /** Standard Web Push; left out: it can not be switched on. */
  /** Draws the pages that the public sees; left out: there are none. */
  readonly pages?: PageRenderer;
  readonly webPush?: Pick<WebPush, 'publicKey' | 'accepts'>;
  /** How many segments a second a number may send; left out: one. */
  readonly segmentsPerSecond?: (sender: string) => number;
  /** What a registration lets a number send now; null: none says. Left out: no number is registered. */
  readonly registeredLimits?: (sender: string) => Promise<RegisteredLimits | null>;
  /** Who a business's emails say they are from; `name` null: the business's own. Null, or left out: none can go out. */
  readonly mailFrom?: (
    agencyId: string | null,
    businessId: string,
  ) => Promise<{ readonly name: string | null; readonly address: string } | null>;
  readonly config: ApiConfig;
  readonly now: () => Date;
  /** How far `now` was moved ahead of the machine's clock, in ms: a sandbox's only. Left out: not at all. */
  readonly clockAheadMs?: () => number;
  readonly log: Logger;
}
