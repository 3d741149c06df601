import { z } from 'zod';
import { platformTenant } from '../../domain/kernel/event.ts';
import { type Payer, Payer as PayerSchema, payerKey } from '../../domain/payments/payer.ts';
import { command } from '../kernel/command.ts';
import { type Notice, tell } from './notice.ts';
import { tellPayer, tenantOf } from './payer-notice.ts';

const place = { agency: '/agency/payment-methods', business: '/business/payment-methods' } as const;
const toPayer = (payer: Payer, notice: Pick<Notice, 'of' | 'title' | 'content'>): Notice => ({
  kind: 'wallet',
  audience: payer.kind,
  targetId: payer.id,
  link: place[payer.kind],
  ...notice,
});
const crossing = z.int().min(1);

export const rechargeDeclined = command({
  input: z.object({ payer: PayerSchema, crossing }),
  by: ['system'],
  run: ({ world, context }, { payer, crossing }) =>
    tellPayer(world, context, payer, {
      of: ['recharge-declined', payerKey(payer), String(crossing)],
      kind: 'wallet',
      link: place[payer.kind],
      title: 'Your wallet could not be recharged',
      content:
        'Your card was declined, so texts stop when the balance is used up. Update your card or add funds, and automatic recharge goes on.',
    }),
});

export const rechargeAlarm = command({
  input: z.object({ payer: PayerSchema, crossing, recharges: z.int(), withinMinutes: z.int() }),
  by: ['system'],
  run: ({ world, context }, { payer, crossing, recharges, withinMinutes }) =>
    tell(world, context, tenantOf(payer), [
      toPayer(payer, {
        of: ['recharge-alarm', payerKey(payer), String(crossing)],
        title: `Your wallet was recharged ${recharges} times in ${withinMinutes} minutes`,
        content:
          'Something sends more than usual. Look at what is going out, or lower the daily limit of automatic recharge.',
      }),
    ]),
});

/** The proof of the ledger found what doesn't add up, or payments of no one: operators look at it. */
export const ledgerFaults = command({
  input: z.object({ proofId: z.uuid(), faults: z.int().min(0), unmatched: z.int().min(0) }),
  by: ['system'],
  run: ({ world, context }, { proofId, faults, unmatched }) =>
    tell(world, context, platformTenant, [
      {
        of: ['ledger-faults', proofId],
        kind: 'wallet',
        audience: 'admins',
        targetId: null,
        title: 'The ledger proof needs a person',
        content: `It found ${counted(faults, 'fault')} and ${counted(unmatched, 'payment')} that match no record.`,
        link: '/admin/health',
      },
    ]),
});
const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`;

/** What can't be so has to be looked at by an operator; the payer is told that it is being looked at. */
export const walletParked = command({
  input: z.object({ payer: PayerSchema, about: z.string() }),
  by: ['system'],
  run: ({ world, context }, { payer, about }) =>
    tell(world, context, tenantOf(payer), [
      {
        of: ['wallet-parked', payerKey(payer), about, 'admins'],
        kind: 'wallet',
        audience: 'admins',
        targetId: null,
        title: 'A wallet needs a person',
        content: `Something about ${about} contradicts the ledger. Nothing is sent or recharged until it is resolved.`,
        link: `/admin/wallets/${payer.id}`,
      },
      toPayer(payer, {
        of: ['wallet-parked', payerKey(payer), about, 'payer'],
        title: 'Your wallet is being checked',
        content: 'A payment doesn’t match our records. Texts wait until support has looked at it. Your money is safe.',
      }),
    ]),
});
