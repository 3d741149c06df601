import type { EffectOf } from '../../../domain/automations/steps/step.ts';
import { whyNotRegistered } from '../../../domain/automations/runs/words.ts';
import { DomainError } from '../../../domain/kernel/errors.ts';
import { IntegrationId } from '../../../domain/kernel/ids.ts';
import { withGrant } from '../../integrations/access.ts';
import { done, failed, refused, type StepContext, type StepResult } from './step-context.ts';

/** At GoToWebinar, where a contact who is registered already stays so: asked twice, it is done once. */
export async function registration(
  { call, contact }: StepContext,
  { integrationId: id, webinar }: EffectOf<'registration'>,
): Promise<StepResult> {
  const why = whyNotRegistered(contact);
  if (why !== null || id === null) return refused(why ?? 'integration-refused');
  const { firstName, lastName, details } = contact;
  const person = { firstName: firstName!, lastName: lastName!, email: details.email! };
  const integrationId = IntegrationId.parse(id);
  try {
    await withGrant(call, { integrationId, type: 'goto' }, (goto, grant) => goto.register(grant, webinar, person));
    return done;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    // The service is away: it may work another time. Anything else waits for people.
    return error.code === 'provider_unavailable' ? failed('unavailable', true) : refused('integration-refused');
  }
}
