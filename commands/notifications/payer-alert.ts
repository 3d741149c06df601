import { z } from 'zod';
import { Business } from '../../domain/businesses/business.ts';
import { BusinessId } from '../../domain/kernel/ids.ts';
import { type Currency, formatMoney, toMoney, usd } from '../../domain/kernel/money.ts';
import { limitsOf } from '../../domain/limits/contacts.ts';
import { payerAlertWords, PayerAlerts, reached, saidByLimit } from '../../domain/limits/thresholds.ts';
import { Payer, payerKey } from '../../domain/payments/payer.ts';
import { streams } from '../../domain/streams.ts';
import { spendable, Wallet } from '../../domain/wallets/wallet.ts';
import { standingOf } from '../directory/payer-standing.ts';
import type { CommandOutcome } from '../kernel/caller.ts';
import { command } from '../kernel/command.ts';
import { startUnitOfWork } from '../kernel/unit-of-work.ts';
import { tellPayer, tenantOf } from './payer-notice.ts';

const quantity = z.int().min(0);

/**
 * A payer has reached thresholds of its own: its people are told in the product, and its owner by email. Once for each
 * kind, threshold and month (`2026-11`), however often it is asked. What is included, what the wallet holds and which
 * thresholds were chosen is said by the streams. Answers the names of what it was told of.
 */
export const payerAlert = command({
  input: z.object({
    payer: Payer,
    used: z.object({ messages: quantity, mms: quantity, emails: quantity, contacts: quantity, minutes: quantity }),
    month: z.string().regex(/^\d{4}-\d{2}$/),
    /** Names of what it was told of, as an answer before said them: they are passed over. */
    told: z.array(z.string()),
  }),
  by: ['system'],
  async run({ world, context }, { payer, used, month, told: known }): Promise<CommandOutcome<readonly string[]>> {
    const tenant = tenantOf(payer);
    const standing = await standingOf(world, tenant);
    if (standing === null) return startUnitOfWork(world, context, { tenant }).outcome([]);
    const [thresholds, wallet] = await Promise.all([
      world.loadState(streams.payerAlerts(payer.id), PayerAlerts),
      world.loadState(streams.wallet(payer), Wallet),
    ]);
    const currency: Currency = wallet.currency ?? usd;
    const { messages = null, mms = null, emails = null, contacts = null, minutes = null } = standing.included ?? {};
    const figures = {
      used,
      included: { messages, mms, emails, contacts, minutes },
      balance: wallet.currency === null ? null : toMoney(spendable(wallet), currency).money.amount,
    };
    const limits = await limitsSaid();
    const found = reached(thresholds, figures).filter((one) => !saidByLimit(one, limits));
    const names: string[] = [];
    let position: bigint | null = null;
    for (const one of found) {
      const of = ['payer-alert', payerKey(payer), one.kind, one.by, String(one.threshold), month];
      names.push(of.join(' '));
      if (known.includes(of.join(' '))) continue;
      const money = (amount: number) => formatMoney({ amount, currency });
      const told = await tellPayer(world, context, payer, {
        of,
        kind: one.kind === 'balance' ? 'wallet' : 'usage-alert',
        link: `/${payer.kind}/${one.kind === 'balance' ? 'payment-methods' : 'subscription'}`,
        ...payerAlertWords(one, figures, money),
      });
      position = told.position ?? position;
    }
    return { position, result: names };

    /** The limits of a business that pays for itself, of which it is told at 90 and 100 per cent in any case. */
    async function limitsSaid() {
      if (payer.kind === 'agency') return { messages: null, contacts: null };
      const business = await world.loadState(streams.business(BusinessId.parse(payer.id)), Business);
      return business.status === 'none' ? { messages: null, contacts: null } : limitsOf(business, standing);
    }
  },
});
