import type { Logger } from 'pino';
import { unlessAborted } from '../../../domain/kernel/unless-aborted.ts';
import type { OutgoingEmail, EmailOutcome, EmailProvider, HandOver } from '../../../adapters/email/port.ts';
import type { EventStore } from '../../../adapters/event-store/port.ts';
import type { Vault } from '../../../adapters/vault/port.ts';
import type { Commands } from '../../../commands/catalogue.ts';
import { backoff } from '../../engine/retry-policy.ts';
import type { Presence } from '../../engine/presence.ts';
import type { Database } from '../../engine/worker.ts';
import { deliver, type Steps } from '../deliver.ts';
import { accountLetter } from './account-letter.ts';
import type { MailBrand } from './brand.ts';
import { businessLetter } from './business-letter.ts';
import { oneLine } from './html.ts';
import { type Letter, NotSent } from './letter.ts';
import {
  type AccountEntry,
  type BusinessEntry,
  type MailLane,
  type Marked,
  mailUnknown,
  type MailWriter,
  putMailBack,
} from './queue.ts';

/** Through whom mail goes out. `from.name` null: the name of the brand, or of the business. */
export interface MailRoute {
  readonly provider: EmailProvider;
  readonly from: { readonly address: string; readonly name: string | null };
  /** Whether the provider tells what becomes of a mail (its webhook has a key); else that it was taken is all there is. */
  readonly tells: boolean;
}

/** What mails need of the world; left out, none are sent. */
export interface MailService {
  /** The business's own provider where it is a business's mail, else its agency's, else the platform's; null: there is none yet. */
  readonly routeFor: (agencyId: string | null, businessId: string | null) => Promise<MailRoute | null>;
  readonly brandOf: (agencyId: string | null) => Promise<MailBrand>;
  readonly vault: Pick<Vault, 'get'>;
}

export interface MailSettings {
  /** How often one mail is tried in all. */
  readonly attempts: number;
  readonly retryFirstMs: number;
  readonly retryLongestMs: number;
  /** How long an unknown outcome waits before the mail goes out once more. */
  readonly unknownMs: number;
  /** How long to wait where there is no provider. */
  readonly noProviderMs: number;
  /** How long a broadcast's mail waits for what its provider tells of it. */
  readonly toldWithinMs: number;
  /** Mails of a process under way at once: those that somebody waits for, and bulk. */
  readonly single: number;
  readonly bulk: number;
}
export const defaultMailSettings: MailSettings = {
  attempts: 8,
  retryFirstMs: 5_000,
  retryLongestMs: 15 * 60_000,
  unknownMs: 60_000,
  noProviderMs: 30_000,
  // Longer than SendGrid (72 hours), SES and Mailgun try.
  toldWithinMs: 80 * 3_600_000,
  single: 8,
  bulk: 24,
};

export interface MailDelivery {
  readonly db: Database;
  /** With the codec on: the address is read when the mail is sent. */
  readonly store: EventStore;
  readonly commands: Pick<Commands, 'mail'>;
  readonly service: MailService;
  readonly settings: MailSettings;
  readonly holder: string;
  readonly presence: Presence;
  readonly now: () => Date;
  readonly log: Logger;
  /** Fires when the process stops and the time to drain is over: the request under way becomes unknown. */
  readonly cut: AbortSignal;
  /** Asks a provider when it is its turn: of bulk no more than `bulk` are under way. */
  readonly inTurn: <R>(lane: MailLane, request: () => Promise<R>) => Promise<R>;
}

/**
 * Sends one mail that has been taken and is no broadcast's. An unknown outcome is tried again under the same Message-ID
 * where the loss would be worse than a repeat (a password link: decision 7); marketing is not sent a second time
 * (decision 23).
 */
export async function deliverMail(
  delivery: MailDelivery & { readonly writer: MailWriter },
  entry: AccountEntry | BusinessEntry,
): Promise<void> {
  const { mailId, kind, businessId } = entry;
  const about = { mail: mailId, kind, ...(businessId === null ? {} : { business: businessId }) };
  const own = ofItsOwn(delivery, about);
  try {
    await deliver(own.steps, entry);
  } catch (error) {
    if (!(error instanceof NotSent)) throw error;
    // What its stream says already is no news.
    delivery.log[error.decided ? 'debug' : 'info']({ ...about, reason: error.message }, 'A mail is not sent.');
    const state = error.decided ? 'skipped' : 'failed';
    const provider = own.provider();
    await delivery.writer.ended({ mailId, state, provider, providerMessageId: null, note: error.message });
  }
}

type Single = AccountEntry | BusinessEntry;
interface ToSend {
  readonly letter: Letter;
}
interface Request {
  readonly provider: EmailProvider;
  readonly message: OutgoingEmail;
}

function ofItsOwn(
  delivery: MailDelivery & { readonly writer: MailWriter },
  about: Readonly<Record<string, unknown>>,
): { readonly steps: Steps<Single, ToSend, Request, Exclude<Marked, 'mine' | 'taken-over'>>; provider(): string } {
  const { db, store, commands, service, settings, holder, now, log, cut, presence, writer } = delivery;
  const later = (ms: number): Date => new Date(now().getTime() + ms);
  let provider = 'none';
  const steps: ReturnType<typeof ofItsOwn>['steps'] = {
    async decide(entry) {
      const letter =
        entry.businessId === null ?
          await accountLetter(store, service.vault, entry, now())
        : await businessLetter(commands, entry);
      return { kind: 'send', letter };
    },
    end: async (_, note) => {
      throw new NotSent(note ?? 'it has ended already', true);
    },
    wait: ({ mailId }, { dueAt = now(), note = 'stopped before the request' }) =>
      putMailBack(db, holder, mailId, dueAt, note, false),
    async prepare(entry, { letter }) {
      const route = await service.routeFor(entry.agencyId, entry.businessId);
      if (route === null) {
        log.warn(about, 'A mail waits: no mail provider is set up. Set SMTP_URL, or enter a provider in the settings.');
        await steps.wait(entry, { dueAt: later(settings.noProviderMs), note: noProvider });
        return null;
      }
      provider = route.provider.name;
      const { fromName, ...content } = await letter.compose(await service.brandOf(entry.agencyId));
      return {
        provider: route.provider,
        message: addressed(route, entry.mailId, fromName, { to: letter.to, ...content }),
      };
    },
    inTurn: ({ lane }, work) => delivery.inTurn(lane, work),
    mayAsk: () => presence.alive() && !cut.aborted,
    place: (entry, { letter }) => writer.sending({ entry, reach: letter.reach ?? null }),
    async heldBack(_, __, { letter }) {
      // What is of no broadcast can be held back by nothing else.
      await letter.holdBack?.('daily-limit');
      throw new NotSent('daily-limit', true);
    },
    say: async () => true,
    async ask(entry, _, { message, provider: to }) {
      const outcome = await handedOnce(
        (handOver) => to.send(message, handOver),
        () => writer.handedOver(entry),
        cut,
      );
      await settle(entry, to.name, outcome);
    },
  };
  return { steps, provider: () => provider };

  async function settle(entry: Single, provider: string, outcome: EmailOutcome): Promise<void> {
    const { mailId } = entry;
    const end = (state: 'sent' | 'failed' | 'unsure', providerMessageId: string | null, note: string | null) =>
      writer.ended({ mailId, state, provider, providerMessageId, note });
    if (outcome.kind === 'accepted') return end('sent', outcome.providerMessageId, null);
    const { detail } = outcome;
    log.warn({ ...about, provider, outcome: outcome.kind, detail, attempt: entry.attempts }, 'A mail did not go out.');
    if (outcome.kind === 'unknown' && !entry.repeatable) return end('unsure', null, detail);
    const last = entry.attempts >= settings.attempts;
    if (last || (outcome.kind === 'rejected' && outcome.permanent)) return end('failed', null, detail);
    if (outcome.kind === 'unknown') return mailUnknown(db, holder, mailId, later(settings.unknownMs), detail);
    const wait = backoff(entry.attempts - 1, settings.retryFirstMs, settings.retryLongestMs);
    return putMailBack(db, holder, mailId, later(wait), detail, true);
  }
}

/** What a mail waits for where its business and the product have no account. */
export const noProvider = 'no mail provider is set up (SMTP_URL)';

/** A mail as its provider is handed it, under a Message-ID that it keeps however often it is tried. */
export const addressed = (
  { from }: MailRoute,
  mailId: string,
  fromName: string,
  content: Omit<OutgoingEmail, 'from' | 'messageId'>,
): OutgoingEmail => ({
  from: { name: oneLine(from.name ?? fromName), address: from.address },
  ...content,
  messageId: `<${mailId}@${from.address.split('@').at(-1)}>`,
});

/**
 * What a provider says of a mail, unless the process stops first. `mark` commits that it may be taken, before it can be;
 * false: another process has it. What was not marked when the process stops will not go out any more, and was not taken;
 * of a request that broke after that nobody knows anything.
 */
export function handedOnce(
  send: (handOver: HandOver) => Promise<EmailOutcome>,
  mark: () => Promise<boolean>,
  cut: AbortSignal,
): Promise<EmailOutcome> {
  let began = false;
  const handOver = async (): Promise<void> => {
    if (cut.aborted) throw new Error('stopped');
    began = true;
    if (!(await mark())) throw new Error('taken over');
  };
  const open = (detail: string): EmailOutcome =>
    began ? { kind: 'unknown', detail } : { kind: 'rejected', permanent: false, detail };
  return unlessAborted(
    send(handOver).catch((error: unknown) => open(`the request broke: ${String(error)}`)),
    cut,
    () => open('stopped during the request'),
  );
}
