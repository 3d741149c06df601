import { messageIdOf } from '../../domain/broadcasts/recipient.ts';
import type { Contact } from '../../domain/contacts/contact.ts';
import type { BroadcastId, MessageId } from '../../domain/kernel/ids.ts';
import { EmailQueued } from '../../domain/emails/events.ts';
import { MessageQueued } from '../../domain/messages/events.ts';
import { type streams } from '../../domain/streams.ts';
import type { CommandServices } from '../kernel/unit-of-work.ts';

const said: ReadonlySet<string> = new Set([MessageQueued.type, EmailQueued.type]);

/**
 * Somebody whom another contact was merged into while a broadcast went out, and who got it as that one already: at
 * another number or address than their own, so that nothing else knows of it. `streamOf`: texts' or mails'.
 */
export async function hasReachedAsAnother(
  world: CommandServices,
  broadcastId: BroadcastId,
  contact: Contact,
  streamOf: (id: MessageId) => ReturnType<typeof streams.message | typeof streams.email>,
): Promise<boolean> {
  if (contact.status === 'none' || contact.absorbed.length === 0) return false;
  const ids = contact.absorbed.map((id) => messageIdOf(contact.businessId, broadcastId, id));
  const found = await world.events.readMany(ids.map(streamOf));
  return [...found.values()].flat().some(({ type }) => said.has(type));
}
