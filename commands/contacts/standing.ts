import { z } from 'zod';
import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { Contact } from '../../domain/contacts/contact.ts';
import { liftBounce as decide } from '../../domain/contacts/lift-bounce.ts';
import { addressKey } from '../../domain/contacts/mailbox.ts';
import { isPaused } from '../../domain/contacts/preferences.ts';
import { ContactId } from '../../domain/kernel/ids.ts';
import { exceededLimit } from '../../domain/limits/contacts.ts';
import { streams } from '../../domain/streams.ts';
import { contactLimitsFor } from '../directory/contact-room.ts';
import { people } from '../kernel/caller.ts';
import { command, question } from '../kernel/command.ts';
import { startUnitOfWork, stateOf } from '../kernel/unit-of-work.ts';
import { ownContact } from './own-contact.ts';

/** An email that came back was a mistake: the address is written to again. */
export const liftBounce = command({
  input: z.object({ contactId: ContactId, address: z.string().max(254) }),
  by: people,
  async run(call, { contactId, address }) {
    const { stream, seen, tenant } = await ownContact(call, { contactId });
    const work = startUnitOfWork(call.world, call.context, { tenant });
    await work.change({
      stream,
      seen,
      aggregate: Contact,
      decide: (contact, recorded) => decide({ address }, contact, recorded),
    });
    return work.outcome(undefined);
  },
});

/** What somebody has wished, and what stops texts and emails to them, with since when. Null: no contact of that business. */
export const standing = question(async (world, businessId: string, contactId: string) => {
  const recorded = await world.events.read(streams.contact(ContactId.parse(contactId)));
  const contact = stateOf(Contact, recorded);
  if (contact.status === 'none' || contact.status === 'erased' || contact.businessId !== businessId) return null;
  const limit =
    contact.rank === null && contact.agencyRank === null ?
      null
    : exceededLimit(contact, await contactLimitsFor(world, businessId));
  const { preferences, mailboxes, unreachable, suspected } = contact;
  const last = (type: string, fits: (event: StoredEvent) => boolean = () => true): StoredEvent | undefined =>
    recorded.findLast((event) => event.type === type && fits(event));
  return {
    pausedUntil: isPaused(preferences, world.now()) ? preferences.pausedUntil : null,
    frequency: preferences.frequency,
    muted: [...preferences.muted],
    mails: [...mailboxes].flatMap(([address, { stopped }]) => {
      if (stopped === null) return [];
      const type = stopped === 'complained' ? 'ContactEmailComplained' : 'ContactEmailBounced';
      const said = last(type, ({ data }) => addressKey(String(data['email'] ?? '')) === address);
      const reason = said?.data['reason'];
      return [
        {
          address,
          stopped,
          since: said?.metadata.occurredAt ?? null,
          reason: typeof reason === 'string' ? reason : null,
        },
      ];
    }),
    looksOptedOut: suspected === null ? null : (last('ContactOptOutSuspected')?.metadata.occurredAt ?? null),
    /** They came as so-manieth contact, and the limit is lower still; null: no. */
    aboveLimit: limit === null ? null : { limit },
    unreachable:
      unreachable === null ? null : (
        { code: unreachable, since: last('ContactMarkedUnreachable')?.metadata.occurredAt ?? null }
      ),
  };
});
