import { Business, type ExistingBusiness } from '../domain/businesses/business.ts';
import { Campaign, type ExistingCampaign } from '../domain/campaigns/campaign.ts';
import { Contact } from '../domain/contacts/contact.ts';
import type { BusinessId, CampaignId, ContactId } from '../domain/kernel/ids.ts';
import { Message } from '../domain/messages/message.ts';
import { type Queue, queue } from '../domain/messages/queue.ts';
import { streams } from '../domain/streams.ts';
import { stateOf, type UnitOfWork, type CommandServices } from './kernel/unit-of-work.ts';

/** Who is texted about a campaign by itself, as all of it is now. */
export interface Reachable {
  readonly business: ExistingBusiness;
  readonly campaign: ExistingCampaign;
  readonly contact: Extract<Contact, { status: 'subscribed' }>;
  /** The two ends of the text. */
  readonly line: Pick<Queue, 'businessId' | 'campaignId' | 'contactId' | 'from' | 'to'>;
}

/** Null: nobody can be texted about it (opted out, no number, gone). Whether a text may go is decided when it is sent. */
export async function reachableAbout(
  world: CommandServices,
  {
    businessId,
    campaignId,
    contactId,
  }: { readonly businessId: BusinessId; readonly campaignId: CampaignId; readonly contactId: ContactId },
): Promise<Reachable | null> {
  const names = {
    business: streams.business(businessId),
    campaign: streams.campaign(campaignId),
    contact: streams.contact(contactId),
  };
  const found = await world.events.readMany(Object.values(names));
  const business = stateOf(Business, found.get(names.business));
  const campaign = stateOf(Campaign, found.get(names.campaign));
  const contact = stateOf(Contact, found.get(names.contact));
  if (business.status === 'none' || campaign.status === 'none' || contact.status !== 'subscribed') return null;
  const { number: from } = business;
  const { phone: to } = contact;
  return from === null || to === null ?
      null
    : { business, campaign, contact, line: { businessId, campaignId, contactId, from, to } };
}

/** Queues a text without pictures, to leave as soon as it may. */
export const queueAbout = (
  work: UnitOfWork,
  { line }: Reachable,
  text: Pick<Queue, 'body' | 'messageId' | 'purpose'>,
): Promise<unknown> =>
  work.change({
    stream: streams.message(text.messageId),
    aggregate: Message,
    decide: (state) => queue({ ...line, ...text, media: [], notBefore: null }, state),
  });
