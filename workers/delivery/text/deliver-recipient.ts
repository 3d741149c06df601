import type { SmsCarrier } from '../../../adapters/sms/port.ts';
import { overLimitNote } from '../../../domain/delivery/allowance.ts';
import type { Steps, Wait } from '../deliver.ts';
import { asked, type Delivery } from './delivery.ts';
import type { Marked } from './queue.ts';
import type { RecipientClaim } from './recipients.ts';
import { type Again, settle } from './settle.ts';

/** The last look, and when it was taken: by a clock that does not stand still. */
type Text = Extract<Awaited<ReturnType<Delivery['decide']>>, { kind: 'send' }> & { readonly lookedAt: number };

interface How extends Wait {
  readonly delayed?: boolean;
  readonly keepsPlace?: boolean;
}

/**
 * A recipient of a broadcast. Other than of a message of its own nothing has been said of it yet, so `sending` is
 * committed first, with the recipient's place; then what is sent is said, as the first event of the message, and only
 * then the carrier is asked. A process that dies before that event has asked for nothing. The answer is kept in the
 * outbox alone; how it ended is told by a callback, which is the second event.
 */
export function toRecipient(
  delivery: Delivery,
): Steps<RecipientClaim, Text, SmsCarrier, Exclude<Marked, 'mine' | 'taken-over'>> {
  const { commands, carrierFor, presence, settings, statusCallback, cut, clock } = delivery;
  const end = (claim: RecipientClaim, note: string | null) =>
    delivery.done({ messageId: claim.messageId, providerMessageId: null, note });
  const wait = (claim: RecipientClaim, how: How) =>
    delivery.wait({
      claim,
      state: 'pending',
      dueAt: clock.now(),
      deferred: false,
      delayed: false,
      note: null,
      keepsPlace: false,
      ...how,
    });
  const mayAsk = () => presence.alive() && !cut.aborted;
  return {
    async decide(claim) {
      const lookedAt = clock.elapsed();
      return { ...(await delivery.decide(claim)), lookedAt };
    },
    end,
    wait,
    prepare: async (claim) => carrierFor(claim),
    // What is made ready waits for its turn when the carrier is to be asked.
    inTurn: (_, work) => work(),
    mayAsk,
    place: (claim, { reach, charge }) => delivery.sendingTo({ claim, reach, charge }),
    async heldBack(claim, why, { charge }) {
      if (why === 'over-limit') {
        // All that come after it are over it as well: they are kept for when there is room again.
        await delivery.halt({ claim, by: 'over-limit', note: overLimitNote(charge.most!) });
        return wait(claim, { state: 'parked', note: 'paused' });
      }
      await commands.withhold(claim, why);
      await end(claim, why);
    },
    say: async (claim, { fresh, text }) => !fresh || (await commands.queueRecipient(claim, claim.attempts, text)),
    async ask(claim, { text, fresh, lookedAt }, carrier) {
      const { messageId } = claim;
      const request = {
        from: text.from,
        to: text.to,
        body: text.body,
        mediaUrls: text.media.map(({ url }) => url),
        statusCallback: statusCallback(messageId),
        validitySeconds: settings.validitySeconds,
      };
      // The carrier may have become slow while it waited for its turn: then there is another last look.
      const isOld = () => clock.elapsed() - lookedAt > settings.lastLookMs;
      const outcome = await delivery.inTurn(async () =>
        !mayAsk() || isOld() ? null : asked(carrier.send(request, cut)),
      );
      if (outcome === null) {
        // It has been said, and has not left: that is said too. By who may be dead nothing is said.
        if (presence.alive()) await commands.hold(claim, claim.attempts, 'retry', clock.now(), null);
        return wait(claim, { keepsPlace: true });
      }
      await delivery.persistently(claim, () =>
        settle(delivery, claim, outcome, {
          // That the carrier took it is no event, unless something else had been said of it: an event for each of a million.
          async taken(providerMessageId) {
            await delivery.accepted({ messageId, providerMessageId });
            if (!fresh) await commands.recordAccepted(claim, carrier.name, providerMessageId);
          },
          again: (how) => again(claim, how),
        }),
      );
    },
  };

  /** It is tried again. The first time that is said: it has not left. */
  async function again(claim: RecipientClaim, { dueAt, reason, code, note }: Again): Promise<void> {
    if (claim.delays === 0) await commands.hold(claim, claim.attempts, reason, dueAt, code);
    // Its number waits, so it keeps its place before those behind it; unless it is this one that the carrier never takes.
    const keepsPlace = reason === 'rate-limited' && claim.delays < maxKept;
    await wait(claim, { dueAt, note, keepsPlace, delayed: true });
  }
}
/** So often a text that the carrier slows down is tried before all that came after it. */
const maxKept = 3;
