import type { Twilio } from 'twilio';
import { unlessAborted } from '../../../domain/kernel/unless-aborted.ts';
import type { CarrierMessage, CarrierStatus, OutgoingSms, SendOutcome, SmsCarrier } from '../port.ts';
import { outcomeOfFailure } from './outcome.ts';

export interface TwilioConfig {
  readonly accountSid: string;
  readonly authToken: string;
  /** Where the API is, for example `http://127.0.0.1:3001` of the sandbox; null: Twilio's own hosts. */
  readonly baseUrl: string | null;
  /** The longest a request may take, in milliseconds. Past it the outcome is unknown. Default 10,000. */
  readonly timeoutMs?: number;
}

export interface TwilioCarrier extends SmsCarrier {
  /** Loads the SDK (about half a second), so that the first send does not wait for it. */
  warm(): Promise<void>;
}

/** At most this many pages of 100 are looked through for one pair of numbers. */
const maxPages = 10;
const pageSize = 100;
/** The carrier's clock and ours may differ by this much (milliseconds). */
const clockSkewMs = 60_000;

/** Sends through Twilio's Programmable Messaging with the official SDK, which is loaded when it is first needed. */
export function createTwilioCarrier(config: TwilioConfig): TwilioCarrier {
  const timeoutMs = config.timeoutMs ?? 10_000;
  let loading: Promise<Twilio> | undefined;
  const client = () =>
    (loading ??= import('./client.ts').then(
      ({ createTwilioClient }) => createTwilioClient({ ...config, timeoutMs }),
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    ));

  return {
    name: 'twilio',
    warm: async () => void (await client()),

    async send(message: OutgoingSms, signal?: AbortSignal): Promise<SendOutcome> {
      if (signal?.aborted === true) return { kind: 'unreachable', detail: 'stopped before the request' };
      const twilio = await client().catch(() => null);
      if (twilio === null) return { kind: 'unreachable', detail: 'the SDK could not be loaded' };
      const request = twilio.messages
        .create({
          from: message.from,
          to: message.to,
          body: message.body,
          ...(message.mediaUrls.length === 0 ? {} : { mediaUrl: [...message.mediaUrls] }),
          statusCallback: message.statusCallback,
          validityPeriod: message.validitySeconds,
        })
        .then(
          (created): SendOutcome =>
            created.sid ?
              { kind: 'accepted', providerMessageId: created.sid }
            : { kind: 'unknown', detail: 'the answer names no message' },
          outcomeOfFailure,
        );
      if (signal === undefined) return await request;
      return await unlessAborted(request, signal, () => ({
        kind: 'unknown',
        detail: 'stopped while the request was under way',
      }));
    },

    async find({ from, to, since }): Promise<readonly CarrierMessage[]> {
      // Twilio's date filter looks at DateSent, which a queued message does not have yet: ask for the pair, and stop at the date ourselves.
      const earliest = since.getTime() - clockSkewMs;
      const found: CarrierMessage[] = [];
      const twilio = await client();
      let page: MessagePage = await twilio.messages.page({ from, to, pageSize });
      for (let pages = 1; ; pages++) {
        const messages = page.instances.filter(({ direction }) => direction !== 'inbound').map(toCarrierMessage);
        found.push(...messages.filter(({ createdAt }) => createdAt.getTime() >= earliest));
        const oldest = messages.at(-1);
        if (page.instances.length < pageSize || (oldest !== undefined && oldest.createdAt.getTime() < earliest))
          return found;
        // Answering "not there" without having looked at everything could lead to a second send.
        if (pages === maxPages)
          throw new Error(
            `More than ${maxPages * pageSize} messages for one pair of numbers since ${since.toISOString()}.`,
          );
        const next = await page.nextPage();
        if (next === undefined) return found;
        page = next;
      }
    },

    async fetch(providerMessageId) {
      const twilio = await client();
      try {
        return toCarrierMessage(await twilio.messages(providerMessageId).fetch());
      } catch (error) {
        if ((error as { status?: number }).status === 404) return null;
        throw error;
      }
    },
  };
}

/** What is used of the SDK's page of messages. */
interface MessagePage {
  readonly instances: readonly (TwilioMessage & { readonly direction: string })[];
  nextPage(): Promise<MessagePage> | undefined;
}

interface TwilioMessage {
  readonly sid: string;
  readonly to: string;
  readonly from: string;
  readonly body: string;
  readonly status: string;
  readonly errorCode: number | null;
  readonly dateCreated: Date | null;
}

function toCarrierMessage(message: TwilioMessage): CarrierMessage {
  return {
    providerMessageId: message.sid,
    to: message.to,
    from: message.from,
    body: message.body,
    status: toCarrierStatus(message.status),
    errorCode: message.errorCode ?? null,
    createdAt: message.dateCreated ?? new Date(0),
  };
}

/** Twilio's words for the six that we tell apart (https://www.twilio.com/docs/messaging/api/message-resource#message-status-values). */
export function toCarrierStatus(status: string): CarrierStatus {
  switch (status) {
    case 'sending':
    case 'sent':
    case 'delivered':
    case 'undelivered':
    case 'failed':
      return status;
    case 'read':
      return 'delivered';
    case 'partially_delivered':
      return 'sent';
    case 'canceled':
      return 'failed';
    default:
      return 'queued'; // accepted, scheduled, queued
  }
}
