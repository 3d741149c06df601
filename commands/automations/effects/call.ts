import { createHmac } from 'node:crypto';
import { eachByApiName } from '../../../domain/contacts/attributes.ts';
import type { EffectOf } from '../../../domain/automations/steps/step.ts';
import { AutomationSigning, generationsAt } from '../../../domain/automations/hooks/signing.ts';
import { streams } from '../../../domain/streams.ts';
import type { CommandServices } from '../../kernel/unit-of-work.ts';
import type { StepContext, StepResult } from './step-context.ts';

/** What the requests of a business's automations are signed with: shown to who sets one up, so that they can tell ours. */
export const signingSecret = (
  world: Pick<CommandServices, 'identifiers'>,
  businessId: string,
  generation = 0,
): string =>
  `whsec_${world.identifiers.digest('automation-webhook', businessId, ...(generation === 0 ? [] : [String(generation)]))}`;

/**
 * The contact, as JSON, to another system. Signed over time and body (`t=<seconds>,v1=<HMAC-SHA256 in hex>`, with a second
 * `v1` for a day after the secret was changed), so that an old request can not be played again; named by the effect, so
 * that one that came twice is done once.
 */
export async function call(
  { call: { world }, effectId, run, node, contact }: StepContext,
  { url }: EffectOf<'call'>,
): Promise<StepResult> {
  const { contactId, businessId, automationId, runId, version } = run;
  const { phone, firstName, lastName, tags, details } = contact;
  const seconds = Math.floor(world.now().getTime() / 1_000);
  const body = JSON.stringify({
    id: effectId,
    created_at: new Date(seconds * 1_000).toISOString(),
    type: 'automation.step',
    automation: { id: automationId, run_id: runId, step_id: node, version },
    contact: {
      id: contactId,
      phone,
      first_name: firstName,
      last_name: lastName,
      tags,
      ...eachByApiName((name) => details[name]),
      custom_fields: details.custom ?? {},
    },
  });
  const signing = await world.loadState(streams.automationSigning(businessId), AutomationSigning);
  const signatures = generationsAt(signing, world.now()).map((generation) =>
    createHmac('sha256', signingSecret(world, businessId, generation))
      .update(`${seconds}.${body}`)
      .digest('hex'),
  );
  const headers = {
    'content-type': 'application/json',
    'webhook-id': effectId,
    'webhook-signature': [`t=${seconds}`, ...signatures.map((one) => `v1=${one}`)].join(','),
  };
  return { kind: 'call', request: { url, headers, body } };
}
