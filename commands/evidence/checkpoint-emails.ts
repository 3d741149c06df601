import { z } from 'zod';
import { CheckpointEmails, switchCheckpointEmails as decide } from '../../domain/evidence/checkpoint-emails.ts';
import { Payer } from '../../domain/payments/payer.ts';
import { streams } from '../../domain/streams.ts';
import { decision, question } from '../kernel/command.ts';
import { allowTenant } from '../kernel/unit-of-work.ts';

/** Chooses whether the owner of an account gets the checkpoint of each day by email. */
export const switchCheckpointEmails = decision({
  input: z.object({ account: Payer, isOn: z.boolean() }),
  by: ['agency', 'business', 'system'],
  aggregate: CheckpointEmails,
  at: ({ context: { caller } }, { account: { kind, id } }) => {
    const tenant = { agencyId: kind === 'agency' ? id : null, businessId: kind === 'business' ? id : null };
    allowTenant(caller, tenant, 'This account');
    return { stream: streams.checkpointEmails(id), tenant };
  },
  decide,
});

export const checkpointEmails = question((world, { id }: Payer) =>
  world.loadState(streams.checkpointEmails(id), CheckpointEmails),
);
