import { batcher } from '../../../domain/kernel/batcher.ts';
import type { OutgoingEmail, EmailOutcome } from '../../../adapters/email/port.ts';
import type { Commands } from '../../../commands/catalogue.ts';
import { composeBusinessMail, headersOf } from './business-mail.ts';
import type { Steps } from '../deliver.ts';
import { addressed, handedOnce, type MailDelivery, type MailRoute, noProvider } from './deliver.ts';
import {
  decideMailRecipients,
  type MailMove,
  type MailRecipientDecision,
  moveMails,
  recipientContext,
} from './recipients.ts';
import { type Marked, markHandedOver, markSending, type RecipientEntry, type Sending } from './queue.ts';
import { backoff } from '../../engine/retry-policy.ts';

/** What all deliveries to recipients of broadcasts share; what many write at once goes in one statement. */
export interface BulkDelivery extends MailDelivery {
  readonly commands: Pick<Commands, 'mail'>;
  readonly decide: (entry: RecipientEntry) => Promise<MailRecipientDecision>;
  readonly place: (mail: Sending) => Promise<Marked>;
  /** See `markHandedOver`. */
  readonly handedOver: (entry: RecipientEntry) => Promise<boolean>;
  readonly move: (move: MailMove) => Promise<void>;
  readonly routeOf: (entry: RecipientEntry) => Promise<MailRoute | null>;
}

/** An account that was entered or replaced is used after so long, in ms. */
const routeKeptMs = 5_000;

export function bulkDelivery(delivery: MailDelivery): BulkDelivery {
  const { db, commands, holder, now, service } = delivery;
  const routes = new Map<string, { readonly route: Promise<MailRoute | null>; readonly until: number }>();
  return {
    ...delivery,
    decide: batcher((entries: readonly RecipientEntry[]) => decideMailRecipients(commands, entries), { lanes: 2 }),
    place: batcher((mails: readonly Sending[]) => markSending(db, holder, mails, now())),
    handedOver: batcher((entries: readonly RecipientEntry[]) => markHandedOver(db, holder, entries)),
    move: batcher(async (moves: readonly MailMove[]) => {
      await moveMails(db, holder, moves, now());
      return moves.map(() => undefined);
    }),
    routeOf({ agencyId, businessId }) {
      const kept = routes.get(businessId);
      if (kept !== undefined && kept.until > now().getTime()) return kept.route;
      if (routes.size > 1_000) routes.clear();
      const route = service.routeFor(agencyId, businessId);
      routes.set(businessId, { route, until: now().getTime() + routeKeptMs });
      route.catch(() => routes.delete(businessId));
      return route;
    },
  };
}

/** It failed after `sending` was committed, and before the provider was asked: it has certainly not gone out. */
export class NotAsked extends Error {
  override readonly name = 'NotAsked';
}

type ToSend = Extract<MailRecipientDecision, { kind: 'send' }>;
interface Request {
  readonly route: MailRoute;
  readonly message: OutgoingEmail;
}

/**
 * A recipient of a broadcast, as texts go (`toRecipient`): `sending` and the recipient's place are committed first, then
 * what is sent is said, and only then the provider is asked. That it may have been taken is committed as late as can be
 * (`HandOver`): what a process that died had not handed over by then is sent by another one; of what it had, nobody
 * knows, and it is not sent again.
 */
export function mailToRecipient(
  delivery: BulkDelivery,
): Steps<RecipientEntry, ToSend, Request, Exclude<Marked, 'mine' | 'taken-over'>> {
  const { commands, service, settings, presence, move, now, log, cut } = delivery;
  const end = (entry: RecipientEntry, note: string | null) =>
    move({ entry, state: 'skipped', note: note ?? 'it has ended already', recorded: true });
  const mayAsk = () => presence.alive() && !cut.aborted;
  const back = (entry: RecipientEntry) => move({ entry, state: 'pending', note: null });
  return {
    decide: delivery.decide,
    end,
    wait: (entry, { state, dueAt, note = null }) =>
      move({ entry, state: state ?? 'pending', note, ...(dueAt === undefined ? {} : { dueAt }) }),
    async prepare(entry, { mail }) {
      const route = await delivery.routeOf(entry);
      if (route !== null) {
        const { color } = await service.brandOf(entry.agencyId);
        const content = {
          to: mail.to,
          replyTo: mail.business.email,
          ...composeBusinessMail(mail, color),
          headers: headersOf(mail),
        };
        return { route, message: addressed(route, entry.mailId, mail.business.name, content) };
      }
      log.warn({ business: entry.businessId }, 'Mails of a broadcast wait: no mail provider is set up.');
      await move({
        entry,
        state: 'pending',
        note: noProvider,
        dueAt: new Date(now().getTime() + settings.noProviderMs),
      });
      return null;
    },
    inTurn: ({ lane }, work) => delivery.inTurn(lane, work),
    mayAsk,
    place: (entry, { reach }) => delivery.place({ entry, reach }),
    async heldBack(entry, why) {
      const { mailId, recipient } = entry;
      const contactId = recipient.contactId as never;
      const context = recipientContext(entry, 'withhold-mail', [mailId, why]);
      await commands.mail.toRecipient.withhold(context, { mailId, contactId, reason: why });
      await end(entry, why);
    },
    async say(entry, { fresh, queued }) {
      if (!fresh) return true;
      const { mailId, attempts: attempt } = entry;
      const context = recipientContext(entry, 'queue-mail', [mailId, String(attempt)]);
      const { result } = await commands.mail.toRecipient
        .queue(context, { mail: queued, attempt })
        .catch((error: unknown) => {
          throw new NotAsked('what is sent could not be said', { cause: error });
        });
      return result;
    },
    async ask(entry, _, { route, message }) {
      if (!mayAsk()) return back(entry);
      const outcome = await handedOnce(
        (handOver) => route.provider.send(message, handOver),
        () => delivery.handedOver(entry),
        cut,
      );
      await settle(delivery, entry, route, outcome);
    },
  };
}

/** Writes down how the request ended, and says so where that is the end. */
async function settle(delivery: BulkDelivery, entry: RecipientEntry, route: MailRoute, outcome: EmailOutcome) {
  const { move, settings, now, log } = delivery;
  const provider = route.provider.name;
  const later = (ms: number): Date => new Date(now().getTime() + ms);
  switch (outcome.kind) {
    case 'accepted': {
      const { providerMessageId } = outcome;
      const taken = { entry, note: null, provider, providerMessageId };
      // What it tells is the end. Who tells nothing has told all there is.
      if (route.tells) return move({ ...taken, state: 'accepted', dueAt: later(settings.toldWithinMs) });
      return move({ ...taken, state: 'sent' });
    }
    case 'unknown':
      return move({ entry, state: 'unsure', note: outcome.detail, provider });
    case 'rejected': {
      const { permanent, detail } = outcome;
      if (permanent || entry.recipient.delays + 1 >= settings.attempts)
        return move({ entry, state: 'failed', note: detail, provider });
      log.warn({ mail: entry.mailId, provider, detail, delays: entry.recipient.delays }, 'A mail did not go out.');
      const wait = backoff(entry.recipient.delays, settings.retryFirstMs, settings.retryLongestMs);
      return move({ entry, state: 'pending', note: detail, dueAt: later(wait), delayed: true });
    }
    default:
      outcome satisfies never;
  }
}
