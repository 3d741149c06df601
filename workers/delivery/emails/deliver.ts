import type { Logger } from 'pino';
import type { EmailOutcome, EmailProvider, HandOver, OutgoingEmail } from '../../../adapters/email/port.ts';
import type { EventStore } from '../../../adapters/event-store/port.ts';
import type { Vault } from '../../../adapters/vault/port.ts';
import type { EmailTypes } from '../../../commands/delivery/channels/email.ts';
import type { Decided, ToSend } from '../../../commands/delivery/decide.ts';
import { batcher } from '../../../domain/kernel/batcher.ts';
import { unlessAborted } from '../../../domain/kernel/unless-aborted.ts';
import type { Presence } from '../../engine/presence.ts';
import { backoff } from '../../engine/retry-policy.ts';
import type { Database } from '../../engine/worker.ts';
import type { SenderCommands } from '../commands.ts';
import { deliver, type Steps } from '../deliver.ts';
import { accountLetter } from './account-letter.ts';
import type { EmailBrand } from './brand.ts';
import { businessLetter } from './business-email.ts';
import { oneLine } from './html.ts';
import { type Letter, NotSent } from './letter.ts';
import { type BusinessEntry, type EmailEntry, type EmailLane, type EmailWriter, type Marked } from './queue.ts';

/** Through whom email goes out. `from.name` null: the name of the brand, or of the business. */
export interface EmailRoute {
  readonly provider: EmailProvider;
  readonly from: { readonly address: string; readonly name: string | null };
  /** Whether the provider tells what becomes of an email (its webhook has a key); else that it was taken is all there is. */
  readonly tells: boolean;
}

/** What emails need of the world; left out, none are sent. */
export interface EmailService {
  /** The business's own provider where it is a business's email, else its agency's, else the platform's; null: there is none yet. */
  readonly routeFor: (agencyId: string | null, businessId: string | null) => Promise<EmailRoute | null>;
  readonly brandOf: (agencyId: string | null) => Promise<EmailBrand>;
  readonly vault: Pick<Vault, 'get'>;
}

export interface EmailSettings {
  /** How often one email is tried in all. */
  readonly attempts: number;
  readonly retryFirstMs: number;
  readonly retryLongestMs: number;
  /** How long an unknown outcome waits before the email goes out once more. */
  readonly unknownMs: number;
  /** How long to wait where there is no provider. */
  readonly noProviderMs: number;
  /** How long a broadcast's email waits for what its provider tells of it. */
  readonly toldWithinMs: number;
  /** Emails of a process under way at once: those that somebody waits for, and bulk. */
  readonly single: number;
  readonly bulk: number;
}
export const defaultEmailSettings: EmailSettings = {
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

export interface EmailDelivery {
  readonly db: Database;
  /** With the codec on: the address is read when the email is sent. */
  readonly store: EventStore;
  readonly commands: SenderCommands<EmailTypes>;
  readonly service: EmailService;
  readonly settings: EmailSettings;
  readonly presence: Presence;
  readonly now: () => Date;
  readonly log: Logger;
  /** Fires when the process stops and the time to drain is over: the request under way becomes unknown. */
  readonly cut: AbortSignal;
  readonly writer: EmailWriter;
  /** Asks a provider when it is its turn: of bulk no more than `bulk` are under way. */
  readonly inTurn: <R>(lane: EmailLane, request: () => Promise<R>) => Promise<R>;
}

/** It failed after `sending` was committed, and before the provider was asked: it has certainly not gone out. */
export class NotAsked extends Error {
  override readonly name = 'NotAsked';
}

/** An account that was entered or replaced is used by broadcasts after so long, in ms. */
const routeKeptMs = 5_000;
/** What an email waits for where its business and the product have no account. */
const noProvider = 'no email provider is set up (SMTP_URL)';

/** One that may go. Of the product's own emails to its users nothing was decided but `letter`. */
interface Email extends Pick<ToSend<EmailTypes>, 'kind' | 'fresh' | 'reach'> {
  readonly queued: ToSend<EmailTypes>['queued'] | null;
  readonly letter: Letter;
}
interface Request {
  readonly route: EmailRoute;
  readonly message: OutgoingEmail;
}

/** Sends one email that has been taken. What is thrown has not gone out, or `sending` was committed. */
export function createEmailDelivery(delivery: EmailDelivery): (entry: EmailEntry) => Promise<void> {
  const steps = stepsOf(delivery);
  return async (entry) => {
    try {
      await deliver(steps, entry);
    } catch (error) {
      if (!(error instanceof NotSent)) throw error;
      delivery.log.info({ mail: entry.id, kind: entry.kind, reason: error.message }, 'An email is not sent.');
      await delivery.writer.move({
        entry,
        state: error.decided ? 'skipped' : 'failed',
        note: error.message,
        recorded: error.decided,
      });
    }
  };
}

/**
 * An email, as texts go: `sending` is committed first, with the place of the contact it reaches; what is sent to a recipient
 * of a broadcast is said; and only then the provider is asked. That it may have been taken is committed as late as can be
 * (`HandOver`): what a process that died had not handed over by then is sent by another one. Of what it had, nobody knows:
 * it is tried again under the same Message-ID where the loss would be worse than a repeat (a password link: decision 7);
 * marketing is not sent a second time (decision 23).
 */
function stepsOf(delivery: EmailDelivery): Steps<EmailEntry, Email, Request, Exclude<Marked, 'mine' | 'taken-over'>> {
  const { store, commands, service, settings, presence, writer, now, log, cut } = delivery;
  const { move } = writer;
  const later = (ms: number): Date => new Date(now().getTime() + ms);
  const routes = new Map<string, { readonly route: Promise<EmailRoute | null>; readonly until: number }>();
  const decideRecipient = batcher(commands.decideRecipients, { lanes: 2 });
  const end = (entry: EmailEntry, note: string | null) =>
    move({ entry, state: 'skipped', note: note ?? 'it has ended already', recorded: true });
  const mayAsk = () => presence.alive() && !cut.aborted;

  function routeOf({ agencyId, businessId, broadcastId }: EmailEntry): Promise<EmailRoute | null> {
    if (broadcastId === null || businessId === null) return service.routeFor(agencyId, businessId);
    const kept = routes.get(businessId);
    if (kept !== undefined && kept.until > now().getTime()) return kept.route;
    if (routes.size > 1_000) routes.clear();
    const route = service.routeFor(agencyId, businessId);
    routes.set(businessId, { route, until: now().getTime() + routeKeptMs });
    route.catch(() => routes.delete(businessId));
    return route;
  }
  const decide = (entry: BusinessEntry): Promise<Decided<EmailTypes>> =>
    entry.broadcastId === null ? commands.decide(entry, entry.unknowns > 0) : decideRecipient(entry);

  const steps: ReturnType<typeof stepsOf> = {
    async decide(entry) {
      if (entry.businessId === null) {
        const letter = await accountLetter(store, service.vault, entry, now());
        return { kind: 'send', letter, queued: null, fresh: false, reach: null };
      }
      const decided = await decide(entry);
      return decided.kind === 'send' ? { ...decided, letter: businessLetter(decided.content) } : decided;
    },
    end,
    wait: (entry, { state, dueAt = now(), note = null }) =>
      move({ entry, state: state ?? 'pending', note, dueAt, untried: entry.broadcastId === null }),
    async prepare(entry, { letter }) {
      const route = await routeOf(entry);
      if (route === null) {
        const about = { mail: entry.id, kind: entry.kind, business: entry.businessId };
        log.warn(
          about,
          'An email waits: no email provider is set up. Set SMTP_URL, or enter a provider in the settings.',
        );
        await steps.wait(entry, { dueAt: later(settings.noProviderMs), note: noProvider });
        return null;
      }
      const { fromName, ...content } = await letter.compose(await service.brandOf(entry.agencyId));
      return { route, message: addressed(route, entry.id, fromName, { to: letter.to, ...content }) };
    },
    inTurn: ({ lane }, work) => delivery.inTurn(lane, work),
    mayAsk,
    place: (entry, { reach }) => writer.sending({ entry, reach }),
    async heldBack(entry, why) {
      // The product's own are held back by nothing.
      if (entry.businessId !== null) await commands.withhold(entry, why);
      await end(entry, why);
    },
    async say(entry, { fresh, queued }) {
      if (!fresh || queued === null || entry.businessId === null) return true;
      return commands.say(entry, queued).catch((error: unknown) => {
        throw new NotAsked('what is sent could not be said', { cause: error });
      });
    },
    async ask(entry, _, { route, message }) {
      if (!mayAsk()) return steps.wait(entry, {});
      const outcome = await handedOnce(
        (handOver) => route.provider.send(message, handOver),
        () => writer.handedOver(entry),
        cut,
      );
      await settle(entry, route, outcome);
    },
  };
  return steps;

  /** Writes down how the request ended. */
  async function settle(entry: EmailEntry, { provider: { name: provider }, tells }: EmailRoute, outcome: EmailOutcome) {
    if (outcome.kind === 'accepted') {
      const taken = { entry, note: null, provider, providerMessageId: outcome.providerMessageId };
      // Of a broadcast's what it tells is the end. Who tells nothing has told all there is.
      if (entry.broadcastId !== null && tells)
        return move({ ...taken, state: 'accepted', dueAt: later(settings.toldWithinMs) });
      return move({ ...taken, state: 'sent' });
    }
    const { detail: note } = outcome;
    const tries = entry.broadcastId === null ? entry.attempts : entry.delays + 1;
    log.warn({ mail: entry.id, provider, outcome: outcome.kind, note, tries }, 'An email did not go out.');
    if (outcome.kind === 'unknown' && !entry.repeatable) return move({ entry, state: 'unsure', note, provider });
    if (tries >= settings.attempts || (outcome.kind === 'rejected' && outcome.permanent))
      return move({ entry, state: 'failed', note, provider });
    if (outcome.kind === 'unknown') return move({ entry, state: 'unknown', note, dueAt: later(settings.unknownMs) });
    const wait = backoff(tries - 1, settings.retryFirstMs, settings.retryLongestMs);
    return move({ entry, state: 'pending', note, dueAt: later(wait), delayed: true });
  }
}

/** An email as its provider is handed it, under a Message-ID that it keeps however often it is tried. */
const addressed = (
  { from }: EmailRoute,
  emailId: string,
  fromName: string,
  content: Omit<OutgoingEmail, 'from' | 'messageId'>,
): OutgoingEmail => ({
  from: { name: oneLine(from.name ?? fromName), address: from.address },
  ...content,
  messageId: `<${emailId}@${from.address.split('@').at(-1)}>`,
});

/**
 * What a provider says of an email, unless the process stops first. `mark` commits that it may be taken, before it can be;
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
