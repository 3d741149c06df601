import { z } from 'zod';
import { enteredThresholds } from '../../domain/limits/fields.ts';
import { changeAlerts, PayerAlerts } from '../../domain/limits/thresholds.ts';
import { Payer } from '../../domain/payments/payer.ts';
import { streams } from '../../domain/streams.ts';
import { decision, question } from '../kernel/command.ts';
import { allowTenant } from '../kernel/unit-of-work.ts';

/** Chooses when the people of a payer are told of its usage. */
export const changePayerAlerts = decision({
  input: z.object({ payer: Payer, thresholds: enteredThresholds }),
  by: ['agency', 'business', 'system'],
  aggregate: PayerAlerts,
  at: ({ context: { caller } }, { payer }) => {
    const isAgency = payer.kind === 'agency';
    const tenant = { agencyId: isAgency ? payer.id : null, businessId: isAgency ? null : payer.id };
    allowTenant(caller, tenant, 'This account');
    return { stream: streams.payerAlerts(payer.id), tenant };
  },
  decide: changeAlerts,
});

export const payerAlerts = question((world, payer: Payer) =>
  world.loadState(streams.payerAlerts(payer.id), PayerAlerts),
);
