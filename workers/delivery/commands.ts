import type { z } from 'zod';
import type { Logger } from 'pino';
import type { Commands } from '../../commands/catalogue.ts';
import type { ChannelTypes } from '../../commands/delivery/channel.ts';
import type { Decided } from '../../commands/delivery/decide.ts';
import type { CommandContext, CommandOutcome } from '../../commands/kernel/caller.ts';
import type { Ending, Outcome } from '../../domain/delivery/outcome.ts';
import { BroadcastId } from '../../domain/kernel/ids.ts';
import { type Channel, channels } from '../../domain/kernel/channels.ts';
import { type WorkerTenant, workerContext } from '../context.ts';
import { isOutage } from '../engine/outage.ts';

/** A text or email that something is asked or said of. */
export interface Subject extends WorkerTenant {
  readonly id: string;
  readonly contactId: string;
  readonly attempts: number;
  /** Null: it is no broadcast's. */
  readonly broadcastId: string | null;
}
/** One that this process has claimed. `attempts` fences: whoever acts on a claim names it. */
export interface Claim extends Subject {
  /** How often its provider could not take it. */
  readonly delays: number;
  /** How often it has failed by our own fault. */
  readonly faults: number;
  /** Of a broadcast's: its variant, 0 is A; and whether it was `sending` before, so that something may have been said. */
  readonly variant: number;
  readonly tried: boolean;
}

export type HaltedBy = 'over-limit' | 'insufficient-funds';
/** Pauses the broadcast of a recipient: the month of its business, or the wallet, is used up. */
export function haltBroadcast(
  { broadcasts }: Pick<Commands, 'broadcasts'>,
  worker: string,
  of: Subject,
  by: HaltedBy,
  note: string,
) {
  const broadcastId = BroadcastId.parse(of.broadcastId);
  const cause = [of.id, by, String(of.attempts)];
  const context = workerContext(worker, of, 'halt', cause, { correlationId: of.id, causationId: null });
  return broadcasts.halt(context, { broadcastId, by, note });
}

type Handler<Input, Result = undefined> = (context: CommandContext, input: Input) => Promise<CommandOutcome<Result>>;

/** The commands of one channel (`deliveryCommands`), as they are called. */
export interface DeliveryHandlers<C extends ChannelTypes> {
  readonly decide: Handler<{ readonly id: string; readonly mayHaveArrived?: boolean }, Decided<C>>;
  readonly decideRecipients: Handler<
    { broadcastId: string; recipients: { id: string; contactId: string; variant: number; tried: boolean }[] },
    readonly Decided<C>[]
  >;
  readonly say: Handler<{ readonly id: string; readonly queued: C['Queued']; readonly attempt: number }, boolean>;
  readonly wasSaid: Handler<{ readonly id: string }, boolean>;
  readonly withhold: Handler<{ readonly id: string; readonly contactId: string; readonly reason: C['Reason'] }>;
  readonly record: Handler<{ readonly id: string; readonly outcome: z.input<typeof Outcome> }>;
  readonly hear: Handler<
    { readonly id: string; readonly provider: string; readonly providerMessageId: string; readonly word: C['Word'] },
    { known: boolean }
  >;
  readonly endUnread: Handler<{
    readonly id: string;
    readonly contactId: string;
    readonly broadcastId: string | null;
    readonly end: Ending<C['Reason']>;
  }>;
}

/** What a sender asks and says of its texts or emails, each under an id that is derived. `worker`: in whose name. */
export function senderCommands<C extends ChannelTypes>(
  { worker, noun, log }: { readonly worker: string; readonly noun: Channel; readonly log: Logger },
  handlers: DeliveryHandlers<C>,
) {
  const context = (of: Subject, purpose: string, ...cause: string[]) =>
    workerContext(worker, of, purpose, [of.id, ...cause], {
      correlationId: of.broadcastId ?? of.id,
      causationId: null,
    });
  const endUnread = (of: Subject, end: Ending<C['Reason']>) => {
    const { id, contactId, broadcastId } = of;
    return handlers.endUnread(context(of, 'end-unread', end.kind), { id, contactId, broadcastId, end });
  };
  return {
    endUnread,
    /** Of one that was queued: decided again for every attempt. */
    decide: async (of: Subject, mayHaveArrived = false) =>
      (await handlers.decide(context(of, 'decide-send', String(of.attempts)), { id: of.id, mayHaveArrived })).result,

    /** The last look at recipients, those of one broadcast together. In the order given. */
    async decideRecipients(claims: readonly Claim[]): Promise<readonly Decided<C>[]> {
      const decided = new Map<Claim, Decided<C>>();
      await Promise.all(
        [...Map.groupBy(claims, ({ broadcastId }) => broadcastId!)].map(async ([broadcastId, group]) => {
          const recipients = group.map(({ id, contactId, variant, tried }) => ({ id, contactId, variant, tried }));
          const of = context(group[0]!, 'decide-broadcast', broadcastId);
          const { result } = await handlers.decideRecipients(of, { broadcastId, recipients });
          group.forEach((claim, index) => decided.set(claim, result[index]!));
        }),
      );
      return claims.map((claim) => decided.get(claim)!);
    },

    /** Says what is about to be sent to a recipient. False: somebody else has said it. */
    say: async (of: Subject, queued: C['Queued']) =>
      (await handlers.say(context(of, 'say', String(of.attempts)), { id: of.id, queued, attempt: of.attempts })).result,
    wasSaid: async (of: Subject) => (await handlers.wasSaid(context(of, 'was-said'), { id: of.id })).result,

    withhold: (of: Subject, reason: C['Reason']) =>
      handlers.withhold(context(of, 'withhold', reason), { id: of.id, contactId: of.contactId, reason }),

    /** How a request ended. `purpose` names one that may come of an attempt beside another of its kind. */
    record: (of: Subject, outcome: z.input<typeof Outcome>, purpose = `record-${outcome.kind}`) =>
      handlers.record(context(of, purpose, String(of.attempts), 'until' in outcome ? outcome.reason : ''), {
        id: of.id,
        outcome,
      }),
    hear: async (of: Subject, heard: { provider: string; providerMessageId: string; word: C['Word'] }) =>
      (await handlers.hear(context(of, 'hear', heard.providerMessageId), { id: of.id, ...heard })).result.known,

    /** Says the end of one; where its own stream can't be read, by our own fault, without a look at it. */
    async end(of: Subject, say: () => Promise<unknown>, end: Ending<C['Reason']>): Promise<void> {
      try {
        await say();
      } catch (error) {
        if (isOutage(error)) throw error;
        log.error(
          { gaveUp: `${noun}-story`, [noun]: of.id, err: error },
          `the end of ${channels[noun].noun} was written down without a look at its stream`,
        );
        await endUnread(of, end);
      }
    },
  };
}
export type SenderCommands<C extends ChannelTypes> = ReturnType<typeof senderCommands<C>>;
