import { campaignsFor, changeOf } from '../../../domain/automations/runs/changes.ts';
import type { EffectOf } from '../../../domain/automations/steps/step.ts';
import { Campaign } from '../../../domain/campaigns/campaign.ts';
import { Contact } from '../../../domain/contacts/contact.ts';
import { CampaignId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { stateOf } from '../../kernel/unit-of-work.ts';
import { campaignsOf } from '../../campaigns/campaigns-of-business.ts';
import { done, refused, type StepContext, type StepResult } from './step-context.ts';

/** What is so already is no news, and is done all the same. */
export async function change(step: StepContext, { change }: EffectOf<'change'>): Promise<StepResult> {
  const { work, run } = step;
  const decide = changeOf(change, await campaignsNeeded(step, change), run.businessId);
  if (decide === null) return refused('no-campaign');
  await work.change({ stream: streams.contact(run.contactId), aggregate: Contact, decide });
  return done;
}

async function campaignsNeeded(
  { call: { world }, run }: StepContext,
  change: EffectOf<'change'>['change'],
): Promise<readonly Campaign[]> {
  const needed = campaignsFor(change);
  if (needed === 'none') return [];
  return needed === 'running' ?
      campaignsOf(world, run.businessId)
    : [stateOf(Campaign, await world.events.read(streams.campaign(CampaignId.parse(needed.id))))];
}
