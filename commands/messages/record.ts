import { z } from 'zod';
import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { text } from '../../domain/kernel/fields.ts';
import { BusinessId, ContactId, MessageId, namespaces, NotificationId, uuidV5 } from '../../domain/kernel/ids.ts';
import { type MessageEvent, MessageFailed, MessageSuppressed } from '../../domain/messages/events.ts';
import { CarrierStatus, HoldReason, SuppressReason } from '../../domain/messages/fields.ts';
import { isOutgoing, Message, type OutgoingMessage } from '../../domain/messages/message.ts';
import * as decide from '../../domain/messages/record.ts';
import { Notification, raise } from '../../domain/notifications/notification.ts';
import { streams } from '../../domain/streams.ts';
import type { CommandOutcome } from '../kernel/caller.ts';
import { type Call, command } from '../kernel/command.ts';
import { startUnitOfWork, stateOf, type UnitOfWork, type CommandServices } from '../kernel/unit-of-work.ts';
import { sayLast } from '../delivery/say.ts';

const errorCode = z.number().int().nullable();
const accepted = z.object({ messageId: MessageId, provider: text, providerMessageId: text });

/**
 * A status callback, or what a look-up found. Late, repeated and reordered ones change nothing they should not. The
 * carrier answers for its own tenant only, and for the number that it signs for (`sender`; left out by a look-up, which
 * asks for one message): a callback that names another's message knows no such message.
 */
export const recordCarrierStatus = command({
  input: accepted.extend({ status: CarrierStatus, errorCode, sender: z.string().optional() }),
  by: ['carrier', 'system'],
  async run(call, { messageId, sender, ...status }): Promise<CommandOutcome<{ known: boolean }>> {
    const loaded = await load(call.world, messageId);
    const { tenant } = call.context.caller;
    if (
      loaded === null ||
      (sender !== undefined && loaded.message.message.from !== sender) ||
      (tenant.businessId !== null && loaded.message.message.businessId !== tenant.businessId) ||
      (tenant.agencyId !== null && loaded.tenant.agencyId !== tenant.agencyId)
    ) {
      return { position: null, result: { known: false } };
    }
    const commandId = uuidV5(namespaces.command, 'carrier-status', messageId, status.providerMessageId, status.status);
    const work = await apply(call, loaded, (message) => decide.recordCarrierStatus(status, message), commandId);
    return work.outcome({ known: true });
  },
});

/** The carrier took it and named it. */
export const recordAccepted = command({
  input: accepted,
  by: ['system'],
  run: (call, { messageId, ...taken }) =>
    record(
      call,
      messageId,
      (message) => decide.recordAccepted(taken, message),
      uuidV5(namespaces.command, 'accepted', messageId, taken.providerMessageId),
    ),
});

/** The carrier refused it, or we gave up. `unsure`: nobody knows whether it was taken. */
export const recordFailed = command({
  input: z.object({ messageId: MessageId, errorCode, reason: text, unsure: z.literal(true).optional() }),
  by: ['system'],
  run: (call, { messageId, ...failed }) => record(call, messageId, (message) => decide.recordFailed(failed, message)),
});

/**
 * The end of a text whose own stream can not be read: it is said without a look at it. `reason` of one that was kept
 * back; of one that failed, plain words.
 */
export const endUnread = command({
  input: z.object({
    messageId: MessageId,
    contactId: ContactId,
    end: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('suppressed'), reason: SuppressReason }),
      z.object({ kind: z.literal('failed'), reason: text, unsure: z.literal(true).optional() }),
    ]),
  }),
  by: ['system'],
  run({ world, context }, { messageId, contactId, end }) {
    const ids = { messageId, businessId: BusinessId.parse(context.caller.tenant.businessId), contactId };
    const said =
      end.kind === 'suppressed' ?
        MessageSuppressed.create({ ...ids, reason: end.reason })
      : MessageFailed.create({
          ...ids,
          providerMessageId: null,
          errorCode: null,
          reason: end.reason,
          ...(end.unsure === undefined ? {} : { unsure: end.unsure }),
        });
    return sayLast(world, context, streams.message(messageId), said);
  },
});

/** The request to the carrier was cut off: it may have been taken. */
export const recordUnknown = command({
  input: z.object({ messageId: MessageId, detail: text }),
  by: ['system'],
  run: (call, { messageId, ...unknown }) =>
    record(call, messageId, (message) => decide.recordUnknown(unknown, message)),
});

/** It waits. */
export const holdMessage = command({
  input: z.object({ messageId: MessageId, reason: HoldReason, until: z.iso.datetime(), errorCode }),
  by: ['system'],
  run: (call, { messageId, ...held }) => record(call, messageId, (message) => decide.hold(held, message)),
});

interface Loaded {
  readonly messageId: MessageId;
  readonly stored: readonly StoredEvent[];
  readonly message: OutgoingMessage;
  readonly tenant: StoredEvent['metadata']['tenant'];
}

async function load(world: CommandServices, messageId: MessageId): Promise<Loaded | null> {
  const stored = await world.events.read(streams.message(messageId));
  const message = stateOf(Message, stored);
  return isOutgoing(message) ? { messageId, stored, message, tenant: stored[0]!.metadata.tenant } : null;
}

async function record(
  call: Call,
  messageId: MessageId,
  decision: (message: Message) => readonly MessageEvent[],
  commandId?: string,
) {
  const loaded = await load(call.world, messageId);
  if (loaded === null) throw new DomainError('not_found', 'This message does not exist.');
  return (await apply(call, loaded, decision, commandId)).outcome(undefined);
}

async function apply(
  { world, context }: Call,
  loaded: Loaded,
  decision: (message: Message) => readonly MessageEvent[],
  commandId?: string,
): Promise<UnitOfWork> {
  const work = startUnitOfWork(world, context, {
    tenant: loaded.tenant,
    correlationId: loaded.stored[0]!.metadata.correlationId,
    causationId: context.causationId ?? loaded.stored.at(-1)!.id,
    ...(commandId === undefined ? {} : { commandId }),
  });
  const { events } = await work.change({
    stream: streams.message(loaded.messageId),
    aggregate: Message,
    seen: loaded.stored,
    decide: decision,
  });
  const failure = events.find((event) => event.type === 'MessageFailed');
  if (failure?.type === 'MessageFailed') await notifyAuthor(work, loaded.message, failure.data.reason);
  return work;
}

/** People who wrote it should know that it did not arrive. What the error says of the contact is the carrier-verdicts worker's business. */
async function notifyAuthor(work: UnitOfWork, { message }: OutgoingMessage, reason: string): Promise<void> {
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
