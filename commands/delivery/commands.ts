import { z } from 'zod';
import { endingOf, Outcome } from '../../domain/delivery/outcome.ts';
import { text } from '../../domain/kernel/fields.ts';
import { BroadcastId, BusinessId, ContactId } from '../../domain/kernel/ids.ts';
import { command } from '../kernel/command.ts';
import type { ChannelTypes, DeliveryChannel } from './channel.ts';
import { decideQueued, decideRecipients } from './decide.ts';
import { hear, record } from './outcome.ts';
import { sayFirst, sayLast } from './say.ts';
import { withhold } from './withhold.ts';

const id = z.uuid().toLowerCase();
const system = { by: ['system'] as const };

/** What is asked and said of one channel's texts or emails on their way out. `id`: of the text or email. */
export function deliveryCommands<C extends ChannelTypes>(channel: DeliveryChannel<C>) {
  return {
    /** The last look before one that was queued leaves: see `decideQueued`. */
    decide: command({
      ...system,
      input: z.object({
        id,
        /** It was handed over before and no one knows whether it was taken: then a no doesn't say that it was kept. */
        mayHaveArrived: z.boolean().default(false),
      }),
      run: (call, of) => decideQueued(call, channel, of.id, of.mayHaveArrived),
    }),

    /** The last look at some recipients of one broadcast: see `decideRecipients`. */
    decideRecipients: command({
      ...system,
      input: z.object({
        broadcastId: BroadcastId,
        recipients: z.array(
          z.object({
            id,
            contactId: ContactId,
            variant: z.number().int(),
            /** It was tried before: its stream is looked at first. */
            tried: z.boolean(),
          }),
        ),
      }),
      run: async (call, { broadcastId, recipients }) => ({
        position: null,
        result: await decideRecipients(call, channel, broadcastId, recipients),
      }),
    }),

    /** Says what is about to be sent to a recipient, with its exact words: see `sayFirst`. */
    say: command({
      ...system,
      input: z.object({ id, queued: z.custom<C['Queued']>(), attempt: z.number().int() }),
      run: (call, { queued, attempt, ...of }) => sayFirst(call, channel, of.id, queued, attempt),
    }),

    /** Whether anything was said of it: of what was not, nothing was asked of a provider. */
    wasSaid: command({
      ...system,
      input: z.object({ id }),
      run: async ({ world }, of) => ({
        position: null,
        result: (await world.events.read(channel.streamOf(of.id))).length > 0,
      }),
    }),

    /** It is not sent after all: its place was taken, or its broadcast is over and something was said. */
    withhold: command({
      ...system,
      input: z.object({ id, contactId: ContactId, reason: channel.reason }),
      async run(call, { contactId, reason, ...of }) {
        const businessId = BusinessId.parse(call.context.caller.tenant.businessId);
        await withhold(call, channel, { id: of.id, businessId, contactId }, reason);
        return { position: null, result: undefined };
      },
    }),

    /** How a request to its provider ended. */
    record: command({
      ...system,
      input: z.object({ id, outcome: Outcome }),
      run: (call, { outcome, ...of }) => record(call, channel, of.id, outcome),
    }),

    /** What its provider says of it later, by a webhook or when it is asked: see `hear`. */
    hear: command({
      by: ['carrier', 'system'],
      input: z.object({ id, provider: text, providerMessageId: z.string(), word: channel.word }),
      run: (call, { provider, providerMessageId, word, ...of }) =>
        hear(call, channel, of.id, { provider, providerMessageId, word }),
    }),

    /** The end of one whose own stream can't be read, said without a look at it: see `sayLast`. `broadcastId` null: it is none's. */
    endUnread: command({
      ...system,
      input: z.object({ id, contactId: ContactId, broadcastId: BroadcastId.nullable(), end: endingOf(channel.reason) }),
      run({ world, context }, { contactId, broadcastId, end, ...of }) {
        const ids = { id: of.id, businessId: BusinessId.parse(context.caller.tenant.businessId), contactId };
        return sayLast(world, context, channel.streamOf(of.id), channel.endedUnread(ids, end, broadcastId));
      },
    }),
  };
}
