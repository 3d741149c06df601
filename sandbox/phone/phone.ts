import { UnknownNumber } from '../carrier/calls.ts';
import type { Carrier, IncomingMedia } from '../carrier/carrier.ts';
import { contentPath } from '../carrier/fields.ts';
import { failureWords } from '../carrier/errors.ts';
import { isTollFree } from '../carrier/geography.ts';
import type { MessageRecord, MessageState, WebhookResult } from '../carrier/records.ts';

/** A message as a phone shows it. */
export interface PhoneMessage {
  readonly sid: string;
  /** From the phone's side: `sent` by it, or `received`. */
  readonly direction: 'sent' | 'received';
  readonly from: string;
  readonly to: string;
  readonly body: string;
  readonly media: readonly { readonly url: string; readonly contentType: string }[];
  readonly state: MessageState;
  readonly errorCode: number | null;
  readonly errorMessage: string | null;
  /** When it was sent (by the phone) or came in (at the phone), ISO 8601. */
  readonly at: string;
  /** What the phone sent: how handing it to the application went. */
  readonly webhook: WebhookResult | null;
}

export interface PhoneText {
  readonly from: string;
  readonly to: string;
  readonly body: string;
  readonly media?: readonly IncomingMedia[];
  /** False: answer once the carrier has it, without waiting for the application. */
  readonly wait?: boolean;
}

export type Phone = ReturnType<typeof createPhone>;

export { UnknownNumber };

/** The handsets: every number that is not the carrier's own is one. */
export function createPhone(carrier: Carrier, baseUrl: () => string) {
  const { state } = carrier;

  function view(message: MessageRecord): PhoneMessage {
    return {
      sid: message.sid,
      direction: message.direction === 'inbound' ? 'sent' : 'received',
      from: message.from,
      to: message.to,
      body: message.body,
      media: message.media.map((item) => ({ url: `${baseUrl()}${contentPath(item)}`, contentType: item.contentType })),
      state: message.state,
      errorCode: message.errorCode,
      errorMessage: message.errorCode === null ? null : (failureWords[message.errorCode] ?? null),
      at: new Date(message.direction === 'inbound' ? message.createdAt : message.updatedAt).toISOString(),
      webhook: message.webhook,
    };
  }

  return {
    view,
    /** A phone sends a text. Resolves with its sid and how the application took it (after the first attempt). */
    async send({
      from,
      to,
      body,
      media = [],
      wait = true,
    }: PhoneText): Promise<{ sid: string; webhook: WebhookResult | null }> {
      if (!state.numbers.has(to)) throw new UnknownNumber(`${to} is not a number of the sandbox's carrier.`);
      const { message, callbackId } = await carrier.receive(from, to, body, media);
      const first = carrier.deliver(callbackId);
      return { sid: message.sid, webhook: wait ? await first : message.webhook };
    },
    /** What a phone has, oldest first: what it sent and what reached it; with `all`, also what is on its way or never arrived. */
    messages(
      number: string,
      { withNumber, all = false, limit = 1_000 }: { withNumber?: string; all?: boolean; limit?: number } = {},
    ): PhoneMessage[] {
      const found: PhoneMessage[] = [];
      const list = state.byNumber.get(number) ?? [];
      for (let i = list.length - 1; i >= 0 && found.length < limit; i -= 1) {
        const message = list[i];
        if (message === undefined) continue;
        const phone = message.direction === 'inbound' ? message.from : message.to;
        if (phone !== number) continue;
        if (withNumber !== undefined && message.from !== withNumber && message.to !== withNumber) continue;
        if (!all && message.direction !== 'inbound' && message.state !== 'delivered') continue;
        found.push(view(message));
      }
      return found.reverse().sort((a, b) =>
        a.at < b.at ? -1
        : a.at > b.at ? 1
        : 0,
      );
    },
    /** The carrier's numbers, for choosing whom to text. */
    numbers() {
      return [...state.numbers.values()].map((number) => ({
        number: number.number,
        label: number.label,
        keywords: number.keywords,
        isTollFree: isTollFree(number.number),
        answers: number.smsUrl !== null,
      }));
    },
  };
}
