import { z } from 'zod';
import { existingCampaign } from '../../domain/campaigns/campaign.ts';
import { isInbound, serviceNames } from '../../domain/integrations/fields.ts';
import { Intake } from '../../domain/integrations/intake.ts';
import { changeIntake as decideIntake, Integration } from '../../domain/integrations/integration.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { IntegrationId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { campaignsAt } from '../kernel/business-user.ts';
import { people } from '../kernel/caller.ts';
import { command, question } from '../kernel/command.ts';
import { startUnitOfWork } from '../kernel/unit-of-work.ts';
import { credentialsOf, loaded, ownIntegration } from './access.ts';

/** Which field comes from where, and which campaigns of its own type contacts enter. */
export const changeIntake = command({
  input: z.object({ integrationId: IntegrationId, intake: Intake }),
  by: people,
  async run(call, { integrationId, intake }) {
    const { world, context } = call;
    const { type } = await loaded(call, integrationId);
    const { businessId, tenant, stream } = await ownIntegration(call, { integrationId });
    const chosen = intake.campaigns.map(({ campaignId }) => campaignId);
    for (const campaign of (await campaignsAt(world, { businessId }, chosen)).map(existingCampaign)) {
      if (campaign.type === type) continue;
      const message = `${campaign.name} is not a campaign for ${serviceNames[type]}.`;
      throw new DomainError('validation_failed', message, { campaigns: [message] });
    }
    const work = startUnitOfWork(world, context, { tenant });
    await work.change({
      stream,
      aggregate: Integration,
      decide: (current) => decideIntake({ businessId, integrationId, intake }, current),
    });
    return work.outcome(undefined);
  },
});

/** An integration that programs send contacts to; null: there is none. Whose it is, is asked of what is answered. */
export const inboundState = question(async (world, id: string) => {
  const found = await world.loadState(streams.integration(IntegrationId.parse(id)), Integration);
  return found.status === 'connected' && isInbound(found.type) && found.keyHash !== null ?
      { ...found, integrationId: id, secretHash: found.keyHash }
    : null;
});

/** How records become contacts, and the key that they are sent with; null: none are sent. */
export const intakeOf = command({
  input: z.object({ integrationId: IntegrationId }),
  by: people,
  async run(call, { integrationId }) {
    const found = await loaded(call, integrationId);
    const key = isInbound(found.type) ? (await credentialsOf(call.world, integrationId)).accessToken : null;
    return { position: null, result: { type: found.type, intake: found.intake, key } };
  },
});
