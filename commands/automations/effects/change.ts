import { keeping, keywordChange, subscribing, tagging } from '../../../domain/automation/runs/changes.ts';
import type { NodeOf } from '../../../domain/automation/document/document.ts';
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
import { done, type StepContext, type StepResult, refused } from './step-context.ts';

/** What is so already is no news, and is done all the same. */
async function change(
  { work, run }: StepContext,
  decide: (contact: Contact) => readonly ContactEvent[],
): Promise<StepResult> {
  await work.change({ stream: streams.contact(run.contactId), aggregate: Contact, decide });
  return done;
}

export const tag = (step: StepContext, node: NodeOf<'Tag'>): Promise<StepResult> => change(step, tagging(node));

export async function keyword(step: StepContext, node: NodeOf<'Keyword'>): Promise<StepResult> {
  const how = keywordChange(node, await campaignsOf(step.call.world, step.run.businessId));
  return how === null ? refused('no-campaign') : change(step, how);
}

export async function subscribe(
  step: StepContext,
  { campaignId }: NodeOf<'SubscribeContactToList'>,
): Promise<StepResult> {
  const { call, run } = step;
  const stored =
    campaignId === null ? [] : await call.world.events.read(streams.campaign(CampaignId.parse(campaignId)));
  const how = subscribing(stateOf(Campaign, stored), run.businessId);
  return how === null ? refused('no-campaign') : change(step, how);
}

/** To somebody who works at the business, or its agency; null: to nobody. */
export async function assign(step: StepContext, { userId }: NodeOf<'Assign'>): Promise<StepResult> {
  const { call, work, run, business } = step;
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
  step: StepContext,
  node: NodeOf<'CollectContactData'> | NodeOf<'ImageUpload'>,
  answer: string | null,
): Promise<StepResult> => change(step, keeping(node, answer));
