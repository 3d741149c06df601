import type { SmsCarrier } from '../../../adapters/sms/port.ts';
import { isOutage } from '../../engine/outage.ts';
import { backoff, ourFault, retryAt } from '../../engine/retry-policy.ts';
import { deliver, type Steps } from '../deliver.ts';
import { toRecipient } from './deliver-recipient.ts';
import { asked, type DeliverDependencies, type Delivery, shareWrites } from './delivery.ts';
import { endAsFailed } from './give-up.ts';
import { type Claim, type Marked, putBack } from './queue.ts';
import { isRecipient } from './recipients.ts';
import { again, settle } from './settle.ts';

/**
 * Takes one claimed message through its last check, the committed `sending`, the request, and the record of how it
 * ended. Never throws: what can't be recorded stays `sending`, and is looked up once this process is gone.
 */
export function createDelivery(dependencies: DeliverDependencies): (claim: Claim) => Promise<void> {
  const delivery: Delivery = {
    ...shareWrites(dependencies),
    persistently: (claim, write) => persistently(delivery, claim, write),
  };
  const [single, recipient] = [ofItsOwn(delivery), toRecipient(delivery)];
  return async (claim) => {
    try {
      await (isRecipient(claim) ? deliver(recipient, claim) : deliver(single, claim));
    } catch (error) {
      await putBackAfter(error, delivery, claim);
    }
  };
}

type Decision = Awaited<ReturnType<Delivery['commands']['decideSend']>>;
type Text = Extract<Decision, { kind: 'send' }>;

/** A text that is no broadcast's. What is said of it is said before it comes here, and how it ended at once. */
function ofItsOwn(delivery: Delivery): Steps<Claim, Text, SmsCarrier, Exclude<Marked, 'mine' | 'taken-over'>> {
  const { db, commands, carrierFor, presence, settings, clock, statusCallback, cut } = delivery;
  const end = (claim: Claim, note: string | null) =>
    delivery.done({ messageId: claim.messageId, providerMessageId: null, note });
  return {
    decide: (claim) => commands.decideSend(claim, claim.attempts),
    end,
    wait: (claim, { dueAt = clock.now(), deferred = false, note = null }) =>
      putBack(db, presence.holder, claim, { dueAt, deferred, delayed: false, note }),
    prepare: async (claim) => carrierFor(claim),
    inTurn: (_, work) => delivery.inTurn(work, 'first'),
    mayAsk: () => presence.alive() && !cut.aborted,
    place: (claim, { charge, reach }) => delivery.sending({ claim, charge, reach }),
    async heldBack(claim, why) {
      await commands.withhold(claim, why);
      await end(claim, why);
    },
    say: async () => true,
    async ask(claim, { from, to, body, mediaUrls }, carrier) {
      const { validitySeconds } = settings;
      const text = { from, to, body, mediaUrls, statusCallback: statusCallback(claim.messageId), validitySeconds };
      const outcome = await asked(carrier.send(text, cut));
      await delivery.persistently(claim, () =>
        settle(delivery, claim, outcome, {
          async taken(providerMessageId) {
            await commands.recordAccepted(claim, carrier.name, providerMessageId);
            await delivery.done({ messageId: claim.messageId, providerMessageId });
          },
          again: (how) => again(delivery, claim, how),
        }),
      );
    },
  };
}

/** Nothing has gone out: `sending` was not committed, or its own outcome is open, and then the dead-process rule clears it up. */
async function putBackAfter(error: unknown, delivery: Delivery, claim: Claim): Promise<void> {
  const { db, presence, clock, log, settings } = delivery;
  const failed = !isOutage(error);
  const dueAt = failed ? retryAt(claim.faults + 1, clock.now(), settings.faults) : clock.now();
  // Where others may have taken it over, putting it back does nothing, and it is theirs to give up.
  if (dueAt === null && presence.alive()) return giveUp(error, delivery, claim);
  log.warn({ err: error, message: claim.messageId, faults: claim.faults }, 'a message could not be sent now');
  const wait = { dueAt: dueAt ?? clock.now(), deferred: false, delayed: failed, failed, note: 'could not be decided' };
  await persistently(delivery, claim, () => putBack(db, presence.holder, claim, wait));
}

/** It has failed by our own fault so often that it ends, so that whoever waits for it goes on. */
async function giveUp(error: unknown, delivery: Delivery, claim: Claim): Promise<void> {
  const { messageId } = claim;
  delivery.log.error({ gaveUp: 'text', message: messageId, err: error }, 'a text failed for good by our own fault');
  await persistently(delivery, claim, async () => {
    await endAsFailed(delivery, claim, isRecipient(claim));
    await delivery.done({ messageId, providerMessageId: null, note: ourFault });
  });
}

/** What is known must be written down: tried again through outages, for as long as this process lives. */
async function persistently({ clock, cut, log }: Delivery, claim: Claim, write: () => Promise<void>): Promise<void> {
  for (let attempts = 0; ; attempts++) {
    try {
      return await write();
    } catch (error) {
      if (cut.aborted || (!isOutage(error) && attempts >= 5)) {
        log.error({ err: error, message: claim.messageId }, 'an outcome could not be recorded; it will be looked up');
        return;
      }
      await clock.sleep(backoff(attempts, 50, 2_000), cut);
    }
  }
}
