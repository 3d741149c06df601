import { isOutage } from '../engine/outage.ts';
import { backoff } from '../engine/wait.ts';
import { deliverRecipient } from './deliver-recipient.ts';
import { type DeliverDependencies, type Delivery, later, shareWrites } from './delivery.ts';
import { type Claim, putBack } from './outbox.ts';
import { isRecipient } from './recipients.ts';
import { recordOutcome } from './record-outcome.ts';

/**
 * Takes one claimed message through its last check, the committed `sending`, the request, and the record of how it
 * ended. Never throws: what can't be recorded stays `sending`, and is looked up once this process is gone.
 */
export function createDelivery(dependencies: DeliverDependencies): (claim: Claim) => Promise<void> {
  const delivery: Delivery = {
    ...shareWrites(dependencies),
    persistently: (claim, write) => persistently(delivery, claim, write),
  };
  return async (claim) => {
    try {
      await (isRecipient(claim) ? deliverRecipient(delivery, claim) : decideAndSend(delivery, claim));
    } catch (error) {
      await putBackAfter(error, delivery, claim);
    }
  };
}

type Decision = Awaited<ReturnType<Delivery['commands']['decideSend']>>;
type Text = Extract<Decision, { kind: 'send' }>;

async function decideAndSend(delivery: Delivery, claim: Claim): Promise<void> {
  const { db, commands, presence, done } = delivery;
  const { messageId } = claim;
  const decision = await commands.decideSend(claim, claim.attempts);
  switch (decision.kind) {
    case 'done':
      return done({ messageId, providerMessageId: null });
    case 'suppressed':
      return done({ messageId, providerMessageId: null, note: decision.reason });
    case 'held':
      await putBack(db, presence.holder, claim, {
        dueAt: new Date(decision.until),
        deferred: decision.reason === 'quiet-hours' || decision.reason === 'scheduled',
        delayed: false,
        note: decision.reason,
      });
      return;
    case 'send':
      return delivery.inTurn(() => send(delivery, claim, decision), 'first');
    default:
      decision satisfies never;
  }
}

async function send(
  delivery: Delivery,
  claim: Claim,
  { from, to, body, mediaUrls, charge, reach }: Text,
): Promise<void> {
  const { db, commands, carrierFor, presence, settings, clock, statusCallback, cut } = delivery;
  const carrier = await carrierFor(claim);
  if (!presence.alive() || cut.aborted) {
    // Others may take this process for dead: nothing may go out. Where they have taken the message over, this does nothing.
    await putBack(db, presence.holder, claim, { dueAt: clock.now(), deferred: false, delayed: false, note: null });
    return;
  }
  const place = await delivery.sending({ claim, charge, reach });
  if (place === 'taken-over') return;
  if (place !== 'mine') {
    await commands.withhold(claim, place);
    return delivery.done({ messageId: claim.messageId, providerMessageId: null, note: place });
  }
  const { validitySeconds } = settings;
  const text = { from, to, body, mediaUrls, statusCallback: statusCallback(claim.messageId), validitySeconds };
  const outcome = await carrier.send(text, cut);
  await delivery.persistently(claim, () => recordOutcome(delivery, claim, carrier.name, outcome));
}

/** Nothing has gone out: `sending` was not committed, or its own outcome is open, and then the dead-process rule clears it up. */
async function putBackAfter(error: unknown, delivery: Delivery, claim: Claim): Promise<void> {
  const { db, presence, clock, log } = delivery;
  log.warn({ err: error, message: claim.messageId }, 'a message could not be sent now');
  const outage = isOutage(error);
  const dueAt = outage ? clock.now() : later(delivery, claim.delays);
  await persistently(delivery, claim, () =>
    putBack(db, presence.holder, claim, { dueAt, deferred: false, delayed: !outage, note: 'could not be decided' }),
  );
}

/** What is known must be written down: tried again through outages, for as long as this process lives. */
async function persistently({ clock, cut, log }: Delivery, claim: Claim, write: () => Promise<void>): Promise<void> {
  for (let failures = 0; ; failures++) {
    try {
      return await write();
    } catch (error) {
      if (cut.aborted || (!isOutage(error) && failures >= 5)) {
        log.error({ err: error, message: claim.messageId }, 'an outcome could not be recorded; it will be looked up');
        return;
      }
      await clock.sleep(backoff(failures, 50, 2_000), cut);
    }
  }
}
