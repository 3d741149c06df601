import type { EffectOf } from '../../../domain/automations/steps/step.ts';
import { Conversation } from '../../../domain/livechat/conversation.ts';
import { assign as decideAssigned } from '../../../domain/livechat/decide.ts';
import { UserId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { answersFor } from '../../directory/answers-for.ts';
import { done, refused, type StepContext, type StepResult } from './step-context.ts';

/** To a user who works at the business, or its agency; null: to no one. */
export async function assign(step: StepContext, { userId }: EffectOf<'assign'>): Promise<StepResult> {
  const { call, work, run, business } = step;
  const { contactId, businessId } = run;
  const assigneeId = userId === null ? null : UserId.parse(userId);
  if (assigneeId !== null && !(await answersFor(call.world, business, assigneeId))) return refused('no-such-user');
  await work.change({
    stream: streams.conversation(contactId),
    aggregate: Conversation,
    decide: (conversation) => decideAssigned({ contactId, businessId, assigneeId, why: 'automation' }, conversation),
  });
  return done;
}
