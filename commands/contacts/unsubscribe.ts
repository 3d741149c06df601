import { z } from 'zod';
import { Business } from '../../domain/businesses/business.ts';
import { Contact } from '../../domain/contacts/contact.ts';
import { choosePreferences } from '../../domain/contacts/choose.ts';
import { isPaused } from '../../domain/contacts/preferences.ts';
import { optOut } from '../../domain/contacts/opt-out.ts';
import { unsubscribeFromEmail } from '../../domain/contacts/unsubscribe.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { Campaign } from '../../domain/campaigns/campaign.ts';
import { Frequency } from '../../domain/contacts/fields.ts';
import { type BusinessId, CampaignId, ContactId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { anybody } from '../kernel/caller.ts';
import { command, question } from '../kernel/command.ts';
import { startUnitOfWork, stateOf, type CommandServices } from '../kernel/unit-of-work.ts';

const businessOf = async (world: CommandServices, businessId: BusinessId) =>
  stateOf(Business, await world.events.read(streams.business(businessId)));

/** What the page behind the link of an email says; null: nobody is meant. */
export const emailStanding = question(async (world, contactId: ContactId) => {
  const contact = stateOf(Contact, await world.events.read(streams.contact(contactId)));
  if (contact.status === 'none' || contact.status === 'erased') return null;
  const business = await businessOf(world, contact.businessId);
  if (business.status === 'none') return null;
  const { preferences } = contact;
  const ids = [...new Set([...(contact.status === 'subscribed' ? contact.campaigns : []), ...contact.joined])];
  const found = await world.events.readMany(ids.slice(-maxTopics).map((id) => streams.campaign(id)));
  return {
    businessName: business.name,
    agencyId: business.agencyId,
    email: contact.details.email,
    unsubscribed: contact.emails === 'unsubscribed',
    texts: contact.status === 'subscribed',
    frequency: preferences.frequency,
    pausedUntil: isPaused(preferences, world.now()) ? preferences.pausedUntil : null,
    timezone: business.timezone,
    /** Campaigns that they are in, by name. */
    topics: [...found.values()].flatMap((events) => {
      const campaign = stateOf(Campaign, events);
      if (campaign.status === 'none' || campaign.status === 'archived') return [];
      const { campaignId, name } = campaign;
      return [{ campaignId, name, wanted: !preferences.muted.has(campaignId) }];
    }),
  };
});

/** As many campaigns are offered to leave; of more, the newest. */
const maxTopics = 20;

/** Of a contact that the link of an email names. */
async function ofLink(world: CommandServices, contactId: ContactId) {
  const stream = streams.contact(contactId);
  const seen = await world.events.read(stream);
  const contact = stateOf(Contact, seen);
  if (contact.status === 'none' || contact.status === 'erased')
    throw new DomainError('not_found', 'This page does not exist.');
  const { businessId } = contact;
  const business = await businessOf(world, businessId);
  const agencyId = business.status === 'none' ? null : business.agencyId;
  return { stream, seen, businessId, tenant: { agencyId, businessId } };
}

/** Whoever has the link of an email wants fewer, a pause, or no more of some campaigns. What is left out stays. */
export const updatePreferences = command({
  input: z.object({
    contactId: ContactId,
    mailId: z.string().max(60).nullable(),
    pause: z.boolean().optional(),
    frequency: Frequency.optional(),
    /** The campaigns that they were shown, and those of them that they want to hear of. */
    topics: z.object({ shown: z.array(CampaignId).max(100), wanted: z.array(CampaignId).max(100) }).optional(),
  }),
  by: anybody,
  async run({ world, context }, { contactId, ...chosen }) {
    const { stream, seen, tenant } = await ofLink(world, contactId);
    const work = startUnitOfWork(world, context, { tenant });
    const decide = (contact: Contact) => choosePreferences({ ...chosen, now: world.now() }, contact);
    await work.change({ stream, aggregate: Contact, seen, decide });
    return work.outcome(undefined);
  },
});

/**
 * Whoever has the link of an email, or whose email program has, wants no more of them; `all`: no texts either. The link
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
    const { stream, seen, businessId, tenant } = await ofLink(world, contactId);
    const work = startUnitOfWork(world, context, { tenant });
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
