import type { NodeOf } from '../../../domain/automation/fields.ts';
import { Campaign } from '../../../domain/campaign/campaign.ts';
import { assignCampaigns, removeCampaigns } from '../../../domain/contact/campaigns.ts';
import { Contact } from '../../../domain/contact/contact.ts';
import { giveDetails } from '../../../domain/contact/details.ts';
import type { ContactEvent } from '../../../domain/contact/events.ts';
import { nameContact } from '../../../domain/contact/name.ts';
import { tag as decideTags } from '../../../domain/contact/tag.ts';
import { Conversation } from '../../../domain/conversation/conversation.ts';
import { assign as decideAssigned } from '../../../domain/conversation/decide.ts';
import { CampaignId, UserId } from '../../../domain/kernel/ids.ts';
import { canonicalKeyword } from '../../../domain/sms/keywords.ts';
import { streams } from '../../../domain/streams.ts';
import { User } from '../../../domain/user/user.ts';
import { stateOf } from '../../kernel.ts';
import { campaignsOf } from '../../tenancy/campaigns.ts';
import { done, type Doing, type Done, refused } from './doing.ts';

/** What is so already is no news, and is done all the same. */
async function change({ work, run }: Doing, decide: (contact: Contact) => readonly ContactEvent[]): Promise<Done> {
  await work.change({ stream: streams.contact(run.contactId), aggregate: Contact, decide });
  return done;
}

export function tag(doing: Doing, { change: how, tag: typed }: NodeOf<'Tag'>): Promise<Done> {
  const wanted = typed.trim().toLowerCase();
  return change(doing, (contact) => {
    const tags = contact.status === 'none' ? [] : contact.tags.filter((one) => one.toLowerCase() !== wanted);
    const had = contact.status !== 'none' && tags.length < contact.tags.length;
    if (had === (how === 'add')) return [];
    return decideTags({ tags: how === 'add' ? [...tags, wanted] : tags }, contact);
  });
}

/** A keyword stands for the campaign that has it: who is given it is of that campaign, and has agreed to nothing. */
export async function keyword(doing: Doing, { change: how, keyword: typed }: NodeOf<'Keyword'>): Promise<Done> {
  const wanted = canonicalKeyword(typed);
  const campaigns = await campaignsOf(doing.call.world, doing.run.businessId);
  const campaign = campaigns.find((one) => one.keyword === wanted);
  if (wanted === null || campaign === undefined) return refused('no-campaign');
  const { campaignId } = campaign;
  return change(doing, (contact) =>
    how === 'add' ?
      assignCampaigns([{ campaignId, keyword: wanted }], contact)
    : removeCampaigns([campaignId], contact),
  );
}

export async function subscribe(doing: Doing, { campaignId }: NodeOf<'SubscribeContactToList'>): Promise<Done> {
  const { call, run } = doing;
  const stored =
    campaignId === null ? [] : await call.world.events.read(streams.campaign(CampaignId.parse(campaignId)));
  const campaign = stateOf(Campaign, stored);
  if (campaign.status === 'none' || campaign.status === 'archived' || campaign.businessId !== run.businessId)
    return refused('no-campaign');
  const { keyword: brought } = campaign;
  return change(doing, (contact) => assignCampaigns([{ campaignId: campaign.campaignId, keyword: brought }], contact));
}

/** To somebody who works at the business, or its agency; null: to nobody. */
export async function assign(doing: Doing, { userId }: NodeOf<'Assign'>): Promise<Done> {
  const { call, work, run, business } = doing;
  const { contactId, businessId } = run;
  const assigneeId = userId === null ? null : UserId.parse(userId);
  if (assigneeId !== null) {
    const user = stateOf(User, await call.world.events.read(streams.user(assigneeId)));
    const works =
      user.status === 'active' &&
      (user.businessId === businessId ||
        (user.businessId === null && user.agencyId !== null && user.agencyId === business.agencyId));
    if (!works) return refused('no-such-user');
  }
  await work.change({
    stream: streams.conversation(contactId),
    aggregate: Conversation,
    decide: (conversation) => decideAssigned({ contactId, businessId, assigneeId }, conversation),
  });
  return done;
}

/** An answer, where it belongs. */
export function keep(
  doing: Doing,
  node: NodeOf<'CollectContactData'> | NodeOf<'ImageUpload'>,
  answer: string | null,
): Promise<Done> {
  const field = node.kind === 'ImageUpload' ? ({ of: 'custom', id: node.fieldId } as const) : node.field;
  return change(doing, (contact) => {
    if (answer === null || contact.status === 'none') return [];
    if (field.of === 'custom') return field.id === null ? [] : giveDetails({ custom: { [field.id]: answer } }, contact);
    const { firstName, lastName } = contact;
    switch (field.name) {
      case 'first_name':
        return nameContact({ firstName: answer, lastName }, contact);
      case 'last_name':
        return nameContact({ firstName, lastName: answer }, contact);
      case 'company_name':
        return giveDetails({ companyName: answer }, contact);
      default:
        return giveDetails({ [field.name]: answer }, contact);
    }
  });
}
