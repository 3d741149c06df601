import { keeping, keywordChange, subscribing, tagging } from '../../../domain/automation/changes.ts';
import type { NodeOf } from '../../../domain/automation/fields.ts';
import { Campaign } from '../../../domain/campaign/campaign.ts';
import { Contact } from '../../../domain/contact/contact.ts';
import type { ContactEvent } from '../../../domain/contact/events.ts';
import { Conversation } from '../../../domain/conversation/conversation.ts';
import { assign as decideAssigned } from '../../../domain/conversation/decide.ts';
import { CampaignId, UserId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { stateOf } from '../../kernel/unit-of-work.ts';
import { answersFor } from '../../directory/answers-for.ts';
import { campaignsOf } from '../../tenancy/campaigns.ts';
import { done, type Doing, type Done, refused } from './doing.ts';

/** What is so already is no news, and is done all the same. */
async function change({ work, run }: Doing, decide: (contact: Contact) => readonly ContactEvent[]): Promise<Done> {
  await work.change({ stream: streams.contact(run.contactId), aggregate: Contact, decide });
  return done;
}

export const tag = (doing: Doing, node: NodeOf<'Tag'>): Promise<Done> => change(doing, tagging(node));

export async function keyword(doing: Doing, node: NodeOf<'Keyword'>): Promise<Done> {
  const how = keywordChange(node, await campaignsOf(doing.call.world, doing.run.businessId));
  return how === null ? refused('no-campaign') : change(doing, how);
}

export async function subscribe(doing: Doing, { campaignId }: NodeOf<'SubscribeContactToList'>): Promise<Done> {
  const { call, run } = doing;
  const stored =
    campaignId === null ? [] : await call.world.events.read(streams.campaign(CampaignId.parse(campaignId)));
  const how = subscribing(stateOf(Campaign, stored), run.businessId);
  return how === null ? refused('no-campaign') : change(doing, how);
}

/** To somebody who works at the business, or its agency; null: to nobody. */
export async function assign(doing: Doing, { userId }: NodeOf<'Assign'>): Promise<Done> {
  const { call, work, run, business } = doing;
  const { contactId, businessId } = run;
  const assigneeId = userId === null ? null : UserId.parse(userId);
  if (assigneeId !== null) {
    if (!(await answersFor(call.world, business, assigneeId))) return refused('no-such-user');
  }
  await work.change({
    stream: streams.conversation(contactId),
    aggregate: Conversation,
    decide: (conversation) => decideAssigned({ contactId, businessId, assigneeId, why: 'automation' }, conversation),
  });
  return done;
}

/** An answer, where it belongs. */
export const keep = (
  doing: Doing,
  node: NodeOf<'CollectContactData'> | NodeOf<'ImageUpload'>,
  answer: string | null,
): Promise<Done> => change(doing, keeping(node, answer));
