import { z } from 'zod';
import { Payer, payerKey } from '../../domain/payments/payer.ts';
import { command } from '../kernel/command.ts';
import { tell } from './notice.ts';

const place = { agency: '/agency/subscription', business: '/business/subscription' } as const;

/** Until when the payer needs no subscription, and what to do until then. */
export const trialGranted = command({
  input: z.object({ payer: Payer, endsAt: z.iso.datetime() }),
  by: ['system'],
  run: ({ world, context }, { payer, endsAt }) => {
    const tenant = {
      agencyId: payer.kind === 'agency' ? payer.id : null,
      businessId: payer.kind === 'business' ? payer.id : null,
    };
    const day = new Date(endsAt).toLocaleDateString('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });
    return tell(world, context, tenant, [
      {
        of: ['trial-granted', payerKey(payer)],
        kind: 'subscription',
        audience: payer.kind,
        targetId: payer.id,
        title: 'Your 30-day trial has started',
        content: `Everything works as before until ${day}. Choose a plan by then to keep sending.`,
        link: place[payer.kind],
      },
    ]);
  },
});
