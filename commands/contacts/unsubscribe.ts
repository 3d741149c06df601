import { z } from 'zod';
import { Business } from '../../domain/business/business.ts';
import { Contact } from '../../domain/contact/contact.ts';
import { optOut } from '../../domain/contact/opt-out.ts';
import { unsubscribeFromEmail } from '../../domain/contact/unsubscribe.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { type BusinessId, ContactId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { anybody } from '../caller.ts';
import { command, question } from '../command.ts';
import { begin, stateOf, type World } from '../kernel.ts';

const businessOf = async (world: World, businessId: BusinessId) =>
  stateOf(Business, await world.events.read(streams.business(businessId)));

/** What the page behind the link of an e-mail says; null: nobody is meant. */
export const emailStanding = question(async (world, contactId: ContactId) => {
  const contact = stateOf(Contact, await world.events.read(streams.contact(contactId)));
  if (contact.status === 'none') return null;
  const business = await businessOf(world, contact.businessId);
  if (business.status === 'none') return null;
  return {
    businessName: business.name,
    agencyId: business.agencyId,
    email: contact.details.email,
    unsubscribed: contact.emails === 'unsubscribed',
    texts: contact.status === 'subscribed',
  };
});

/**
 * Whoever has the link of an e-mail, or whose mail program has, wants no more of them; `all`: no texts either. The link
 * is the proof: no sign-in is asked for (RFC 8058; CAN-SPAM, 16 CFR 316.5).
 */
export const unsubscribe = command({
  input: z.object({
    contactId: ContactId,
    via: z.enum(['unsubscribe-page', 'one-click']),
    mailId: z.string().max(60).nullable(),
    all: z.boolean(),
  }),
  by: anybody,
  async run({ world, context }, { contactId, via, mailId, all }) {
    const stream = streams.contact(contactId);
    const seen = await world.events.read(stream);
    const contact = stateOf(Contact, seen);
    if (contact.status === 'none') throw new DomainError('not_found', 'This page does not exist.');
    const { businessId } = contact;
    const business = await businessOf(world, businessId);
    const agencyId = business.status === 'none' ? null : business.agencyId;
    const work = begin(world, context, { tenant: { agencyId, businessId } });
    await work.change({
      stream,
      aggregate: Contact,
      seen,
      decide: (current) => [
        ...unsubscribeFromEmail({ via, mailId }, current),
        ...(all ?
          optOut({ contactId, businessId, via: 'unsubscribe-page', words: null, providerMessageId: null }, current)
        : []),
      ],
    });
    return work.outcome(undefined);
  },
});
