import type { ListMessageItem, MessagesApi } from 'bandwidth-sdk';
import { ofBandwidth } from '../../../domain/messages/bandwidth-codes.ts';
import { unlessAborted } from '../../../domain/kernel/unless-aborted.ts';
import type { CarrierMessage, CarrierStatus, OutgoingSms, SendOutcome, SmsCarrier } from '../port.ts';
import type { BandwidthAccess } from './access.ts';
import { outcomeOfFailure } from './outcome.ts';

export interface BandwidthConfig extends Omit<BandwidthAccess, 'timeoutMs'> {
  readonly applicationId: string;
  /** Past it the outcome is unknown. Default 10,000. */
  readonly timeoutMs?: number;
  readonly now?: () => Date;
}

const maxPages = 10;
const pageSize = 100;
/** The carrier's clock and ours may differ by this much (milliseconds). */
const clockSkewMs = 60_000;
/** Bandwidth promises no time in which its search shows a message. */
const showsAfterMs = 10 * 60_000;

/**
 * Sends through Bandwidth's messaging API with the official SDK, which is loaded when it is first needed. It takes no
 * idempotency key: a message carries our id as its tag, which its callbacks repeat. Its search shows no tag and no text.
 */
export function createBandwidthCarrier(config: BandwidthConfig): SmsCarrier {
  const { accountId, applicationId, timeoutMs = 10_000, now = () => new Date() } = config;
  let loading: Promise<MessagesApi> | undefined;
  const client = () =>
    (loading ??= import('./client.ts').then(
      ({ createBandwidthMessages }) => createBandwidthMessages({ ...config, timeoutMs }),
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    ));

  async function search(of: {
    readonly messageId?: string;
    readonly from?: string;
    readonly to?: string;
    readonly since?: Date;
    readonly pageToken?: string;
  }) {
    const none = undefined;
    const { data } = await (
      await client()
    ).listMessages(
      accountId,
      of.messageId,
      of.from,
      of.to,
      none,
      'OUTBOUND',
      none,
      none,
      none,
      of.since?.toISOString(),
      ...([none, none, none, none, none, none, none, none, none, none, none, none, none, none] as const),
      'receiveTime:desc',
      of.pageToken,
      pageSize,
    );
    return data;
  }

  return {
    name: 'bandwidth',
    showsAfterMs,

    async send(message: OutgoingSms, signal?: AbortSignal): Promise<SendOutcome> {
      if (signal?.aborted === true) return { kind: 'unreachable', detail: 'stopped before the request' };
      const messages = await client().catch(() => null);
      if (messages === null) return { kind: 'unreachable', detail: 'the SDK could not be loaded' };
      const request = messages
        .createMessage(accountId, {
          applicationId,
          from: message.from,
          to: new Set([message.to]),
          text: message.body,
          ...(message.mediaUrls.length === 0 ? {} : { media: [...message.mediaUrls] }),
          tag: message.messageId,
          expiration: new Date(now().getTime() + message.validitySeconds * 1_000).toISOString(),
        })
        .then(
          ({ data }): SendOutcome =>
            typeof data.id === 'string' && data.id !== '' ?
              { kind: 'accepted', providerMessageId: data.id }
            : { kind: 'unknown', detail: 'the answer names no message' },
          (error: unknown) => outcomeOfFailure(error, now()),
        );
      if (signal === undefined) return await request;
      return await unlessAborted(request, signal, () => ({
        kind: 'unknown',
        detail: 'stopped while the request was under way',
      }));
    },

    async find({ from, to, since }): Promise<readonly CarrierMessage[]> {
      const earliest = new Date(since.getTime() - clockSkewMs);
      const found: CarrierMessage[] = [];
      let pageToken: string | undefined;
      for (let pages = 1; ; pages++) {
        const page = await search({ from, to, since: earliest, ...(pageToken === undefined ? {} : { pageToken }) });
        if (!Array.isArray(page.messages)) throw new Error('The carrier’s answer is no list of messages.');
        found.push(...page.messages.map(toCarrierMessage));
        pageToken = page.pageInfo?.nextPageToken;
        if (pageToken === undefined || pageToken === '') return found;
        // Answering "not there" without having looked at everything could lead to a second send.
        if (pages === maxPages)
          throw new Error(
            `More than ${maxPages * pageSize} messages for one pair of numbers since ${since.toISOString()}.`,
          );
      }
    },

    async fetch(providerMessageId) {
      const { messages } = await search({ messageId: providerMessageId });
      if (!Array.isArray(messages)) throw new Error('The carrier’s answer is no list of messages.');
      const found = messages.find((one) => one.messageId === providerMessageId);
      return found === undefined ? null : toCarrierMessage(found);
    },
  };
}

function toCarrierMessage(item: ListMessageItem): CarrierMessage {
  const at = new Date(item.receiveTime ?? 0);
  return {
    providerMessageId: item.messageId ?? '',
    to: item.destinationTn ?? '',
    from: item.sourceTn ?? '',
    body: null,
    length: item.messageLength ?? null,
    status: toCarrierStatus(item.messageStatus ?? ''),
    errorCode: item.errorCode == null || item.errorCode === 0 ? null : ofBandwidth(item.errorCode),
    createdAt: Number.isNaN(at.getTime()) ? new Date(0) : at,
  };
}

/** Bandwidth's words for the six that we tell apart. ACCEPTED: the carrier has it, and says nothing of the phone. */
function toCarrierStatus(status: string): CarrierStatus {
  switch (status) {
    case 'SENDING':
      return 'sending';
    case 'SENT':
    case 'ACCEPTED':
      return 'sent';
    case 'DELIVERED':
      return 'delivered';
    case 'UNDELIVERED':
      return 'undelivered';
    case 'FAILED':
      return 'failed';
    default:
      return 'queued';
  }
}
