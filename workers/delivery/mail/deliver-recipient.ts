import { together } from '../../../domain/kernel/together.ts';
import type { EmailOutcome } from '../../../adapters/email/port.ts';
import type { Commands } from '../../../commands/catalogue.ts';
import type { Presence } from '../../engine/presence.ts';
import { composeBusinessMail, headersOf } from './business-mail.ts';
import { handedOnce, type MailDelivery, type MailRoute } from './deliver.ts';
import { oneLine } from './html.ts';
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
  readonly presence: Presence;
  readonly decide: (entry: RecipientEntry) => Promise<MailRecipientDecision>;
  readonly place: (mail: Sending) => Promise<Marked>;
  /** See `markHandedOver`. */
  readonly handedOver: (entry: RecipientEntry) => Promise<boolean>;
  readonly move: (move: MailMove) => Promise<void>;
  readonly routeOf: (entry: RecipientEntry) => Promise<MailRoute | null>;
}

/** An account that was entered or replaced is used after so long, in ms. */
const routeKeptMs = 5_000;

export function bulkDelivery(delivery: MailDelivery & { readonly presence: Presence }): BulkDelivery {
  const { db, commands, holder, now, service } = delivery;
  const routes = new Map<string, { readonly route: Promise<MailRoute | null>; readonly until: number }>();
  return {
    ...delivery,
    decide: together((entries: readonly RecipientEntry[]) => decideMailRecipients(commands, entries), { lanes: 2 }),
    place: together((mails: readonly Sending[]) => markSending(db, holder, mails, now())),
    handedOver: together((entries: readonly RecipientEntry[]) => markHandedOver(db, holder, entries)),
    move: together(async (moves: readonly MailMove[]) => {
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

/**
 * Takes a recipient of a broadcast from the claim to the provider's answer, as texts go (`deliverRecipient`): `sending`
 * and the recipient's place are committed first, then what is sent is said, and only then the provider is asked. That it
 * may have been taken is committed as late as can be (`HandOver`): what a process that died had not handed over by then is
 * sent by another one; of what it had, nobody knows, and it is not sent again.
 */
export async function deliverToRecipient(delivery: BulkDelivery, entry: RecipientEntry): Promise<void> {
  const { move, routeOf, settings, now, log } = delivery;
  const decision = await delivery.decide(entry);
  switch (decision.kind) {
    case 'done':
      return move({ entry, state: 'skipped', note: 'it has ended already', recorded: true });
    case 'suppressed':
      return move({ entry, state: 'skipped', note: decision.reason, recorded: true });
    case 'over':
      return move({ entry, state: 'skipped', note: decision.why, recorded: true });
    case 'park':
      return move({ entry, state: 'parked', note: 'paused' });
    case 'send': {
      const route = await routeOf(entry);
      if (route !== null) return delivery.inTurn(entry.lane, () => send(delivery, entry, decision, route));
      log.warn({ business: entry.businessId }, 'Mails of a broadcast wait: no mail provider is set up.');
      const dueAt = new Date(now().getTime() + settings.noProviderMs);
      return move({ entry, state: 'pending', note: 'no mail provider is set up (SMTP_URL)', dueAt });
    }
    default:
      decision satisfies never;
  }
}

/** It failed after `sending` was committed, and before the provider was asked: it has certainly not gone out. */
export class NotAsked extends Error {
  override readonly name = 'NotAsked';
}

type ToSend = Extract<MailRecipientDecision, { kind: 'send' }>;

async function send(
  delivery: BulkDelivery,
  entry: RecipientEntry,
  { mail, queued, fresh, reach }: ToSend,
  route: MailRoute,
): Promise<void> {
  const { commands, service, presence, move, cut } = delivery;
  const { mailId, agencyId, recipient } = entry;
  const back = () => move({ entry, state: 'pending', note: null });
  // Others may take this process for dead: nothing may go out. Where they have taken it over, this does nothing.
  const mayNot = () => !presence.alive() || cut.aborted;
  if (mayNot()) return back();
  // All that may fail by our own fault comes before anything is said or committed.
  const letter = {
    from: { name: oneLine(route.from.name ?? mail.business.name), address: route.from.address },
    to: mail.to,
    replyTo: mail.business.email,
    ...composeBusinessMail(mail, (await service.brandOf(agencyId)).color),
    messageId: `<${mailId}@${route.from.address.split('@').at(-1)}>`,
    headers: headersOf(mail),
  };
  const placed = await delivery.place({ entry, reach });
  if (placed === 'taken-over') return;
  if (placed !== 'mine') {
    await commands.mail.toRecipient.withhold(recipientContext(entry, 'withhold-mail', [mailId, placed]), {
      mailId,
      contactId: recipient.contactId as never,
      reason: placed,
    });
    return move({ entry, state: 'skipped', note: placed, recorded: true });
  }
  if (fresh) {
    const attempt = entry.attempts;
    const context = recipientContext(entry, 'queue-mail', [mailId, String(attempt)]);
    const { result: said } = await commands.mail.toRecipient
      .queue(context, { mail: queued, attempt })
      .catch((error: unknown) => {
        throw new NotAsked('what is sent could not be said', { cause: error });
      });
    if (!said) return back();
  }
  if (mayNot()) return back();
  const outcome = await handedOnce(
    (handOver) => route.provider.send(letter, handOver),
    () => delivery.handedOver(entry),
    cut,
  );
  await settle(delivery, entry, route, outcome);
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
