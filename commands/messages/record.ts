import { z } from 'zod';
import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { MessageId, namespaces, NotificationId, uuidV5 } from '../../domain/kernel/ids.ts';
import type { MessageEvent } from '../../domain/message/events.ts';
import { isOutgoing, Message, type OutgoingMessage } from '../../domain/message/message.ts';
import { hold, recordAccepted, recordCarrierStatus, recordFailed, recordUnknown } from '../../domain/message/record.ts';
import { Notification, raise } from '../../domain/notification/notification.ts';
import { streams } from '../../domain/streams.ts';
import { Text } from '../inputs.ts';
import { allow, begin, parse, stateOf, type Work, type World } from '../kernel.ts';
import type { CommandContext, Commands } from '../types.ts';

const Accepted = z.object({ messageId: MessageId, provider: Text, providerMessageId: Text });
const Status = Accepted.extend({
  status: z.enum(['queued', 'sending', 'sent', 'delivered', 'undelivered', 'failed']),
  errorCode: z.number().int().nullable(),
});
const Failed = z.object({ messageId: MessageId, errorCode: z.number().int().nullable(), reason: Text });
const Unknown = z.object({ messageId: MessageId, detail: Text });
const Held = z.object({
  messageId: MessageId,
  reason: z.enum(['quiet-hours', 'retry', 'rate-limited']),
  until: z.iso.datetime(),
  errorCode: z.number().int().nullable(),
});

/** The carrier answers for its own tenant only: a callback that names another's message knows no such message. */
export const recordStatus =
  (world: World): Commands['messages']['recordCarrierStatus'] =>
  async (context, given) => {
    allow(context.caller, 'carrier', 'system');
    const { messageId, ...status } = parse(Status, given);
    const loaded = await load(world, messageId);
    const { tenant } = context.caller;
    if (
      loaded === null ||
      (tenant.businessId !== null && loaded.message.message.businessId !== tenant.businessId) ||
      (tenant.agencyId !== null && loaded.tenant.agencyId !== tenant.agencyId)
    ) {
      return { position: null, result: { known: false } };
    }
    const commandId = uuidV5(namespaces.command, 'carrier-status', messageId, status.providerMessageId, status.status);
    const work = await apply(world, context, loaded, (message) => recordCarrierStatus(status, message), commandId);
    return work.outcome({ known: true });
  };

export const recordTaken =
  (world: World): Commands['messages']['recordAccepted'] =>
  async (context, given) => {
    const { messageId, ...accepted } = parse(Accepted, given);
    return record(
      world,
      context,
      messageId,
      (message) => recordAccepted(accepted, message),
      uuidV5(namespaces.command, 'accepted', messageId, accepted.providerMessageId),
    );
  };

export const recordFailure =
  (world: World): Commands['messages']['recordFailed'] =>
  async (context, given) => {
    const { messageId, ...failed } = parse(Failed, given);
    return record(world, context, messageId, (message) => recordFailed(failed, message));
  };

export const recordCutOff =
  (world: World): Commands['messages']['recordUnknown'] =>
  async (context, given) => {
    const { messageId, ...unknown } = parse(Unknown, given);
    return record(world, context, messageId, (message) => recordUnknown(unknown, message));
  };

export const holdMessage =
  (world: World): Commands['messages']['hold'] =>
  async (context, given) => {
    const { messageId, ...held } = parse(Held, given);
    return record(world, context, messageId, (message) => hold(held, message));
  };

interface Loaded {
  readonly messageId: MessageId;
  readonly stored: readonly StoredEvent[];
  readonly message: OutgoingMessage;
  readonly tenant: StoredEvent['metadata']['tenant'];
}

async function load(world: World, messageId: MessageId): Promise<Loaded | null> {
  const stored = await world.events.read(streams.message(messageId));
  const message = stateOf(Message, stored);
  return isOutgoing(message) ? { messageId, stored, message, tenant: stored[0]!.metadata.tenant } : null;
}

async function record(
  world: World,
  context: CommandContext,
  messageId: MessageId,
  decide: (message: Message) => readonly MessageEvent[],
  commandId?: string,
) {
  allow(context.caller, 'system');
  const loaded = await load(world, messageId);
  if (loaded === null) throw new DomainError('not_found', 'This message does not exist.');
  return (await apply(world, context, loaded, decide, commandId)).outcome(undefined);
}

async function apply(
  world: World,
  context: CommandContext,
  loaded: Loaded,
  decide: (message: Message) => readonly MessageEvent[],
  commandId?: string,
): Promise<Work> {
  const work = begin(world, context, {
    tenant: loaded.tenant,
    correlationId: loaded.stored[0]!.metadata.correlationId,
    causationId: context.causationId ?? loaded.stored.at(-1)!.id,
    ...(commandId === undefined ? {} : { commandId }),
  });
  const { events } = await work.change({
    stream: streams.message(loaded.messageId),
    aggregate: Message,
    seen: loaded.stored,
    decide,
  });
  const failure = events.find((event) => event.type === 'MessageFailed');
  if (failure?.type === 'MessageFailed') await notifyAuthor(work, loaded.message, failure.data.reason);
  return work;
}

/** People who wrote it should know that it did not arrive. What the error says of the contact is the carrier-verdicts worker's business. */
async function notifyAuthor(work: Work, { message }: OutgoingMessage, reason: string): Promise<void> {
  const { contactId, businessId, messageId } = message;
  if (message.purpose !== 'livechat') return;
  const notificationId = NotificationId.parse(
    uuidV5(namespaces.notification, businessId, 'delivery-problem', messageId),
  );
  await work.change({
    stream: streams.notification(notificationId),
    aggregate: Notification,
    seen: [],
    decide: (before) =>
      raise(
        {
          notificationId,
          businessId,
          contactId,
          kind: 'delivery-problem',
          title: 'Message not delivered',
          content: reason,
          link: `/business/livechat?contact=${contactId}`,
        },
        before,
      ),
  });
}
