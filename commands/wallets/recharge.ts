import { z } from 'zod';
import { DomainError } from '../../domain/kernel/errors.ts';
import { rechargeFields } from '../../domain/wallets/fields.ts';
import * as recharge from '../../domain/wallets/recharge.ts';
import { peopleAndSystem, platform } from '../kernel/caller.ts';
import { command } from '../kernel/command.ts';
import { allowTenant } from '../kernel/unit-of-work.ts';
import { decideOnWallet, tenantOf } from './decider.ts';
import { ofPayer, walletCommand } from './wish.ts';

/** The payer's own choice, or support's; null switches it off. */
export const setAutoRecharge = command({
  input: z.object({ ...ofPayer, recharge: rechargeFields.nullable() }),
  by: peopleAndSystem,
  async run({ world, context }, given) {
    const { payer } = given;
    allowTenant(context.caller, tenantOf(payer), 'This wallet');
    if (context.caller.role !== payer.kind && context.caller.role !== 'admin' && context.caller.role !== 'system')
      throw new DomainError('not_found', 'This wallet does not exist.');
    const { position, wallet } = await decideOnWallet(world, {
      payer,
      context,
      decide: (draft) => recharge.setAutoRecharge(given, draft),
    });
    return { position, result: { wallet } };
  },
});

export const declineRecharge = walletCommand({
  input: z.object({ ...ofPayer, crossing: z.int().min(1), code: z.string().regex(/^\w{1,100}$/) }),
  by: ['system'],
  decide: recharge.declineRecharge,
});
export const resumeRecharge = walletCommand({
  input: z.object({ ...ofPayer, changedAt: z.iso.datetime().optional() }),
  by: platform,
  decide: recharge.resumeRecharge,
});
