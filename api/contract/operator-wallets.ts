import { z } from 'zod';
import { amount, largestCharge } from '../../domain/kernel/money.ts';
import { reasonField } from '../../domain/wallets/fields.ts';
import { walletList, walletStates } from '../../domain/wallets/list.ts';
import { calls } from './calls.ts';
import { IdParams, Instant, list, Revision, Success } from './common.ts';
import { listParams, pageParams } from './lists.ts';
import { WalletLine, Recharge } from './wallets.ts';

export { type WalletState, walletStates } from '../../domain/wallets/list.ts';

/** In 1/10,000 of the currency's smallest unit. */
const units = z.number().int();
const currency = z.string().meta({ examples: ['USD'] });

/** A payer's wallet as operators see it. `states`: all that hold; `enough` stands alone. */
export const PayerWallet = z.object({
  id: z.string(),
  kind: z.enum(['agency', 'business']),
  /** Null: whose it was is not known any more. */
  name: z.string().nullable(),
  currency,
  paid: units,
  granted: units,
  held: units,
  states: z.array(z.enum(walletStates)),
  changed_at: Instant.nullable(),
});
export type PayerWallet = z.output<typeof PayerWallet>;

/** What doesn't add up, and was not booked. `about`: the charge, refund, dispute, hold or night that it is about. */
export const Contradiction = z.object({
  code: z.string().meta({ examples: ['more-returned-than-charged'] }),
  about: z.string().meta({ examples: ['re_3PgafmB7WZ01zgkW0JcVq1Xs'] }),
  expected: units.nullable(),
  found: units.nullable(),
  at: Instant,
  /** The lines of the statement that it is about, the newest first. */
  lines: z.array(WalletLine),
});
export type Contradiction = z.output<typeof Contradiction>;

/** What can be done with a line: book it back, or refund `refundable` of it. `reversed`: it was booked back. */
export const OperatorLine = WalletLine.extend({
  is_reversible: z.boolean(),
  is_reversed: z.boolean(),
  refundable: units,
});
export type OperatorLine = z.output<typeof OperatorLine>;

/** One wallet whole. `revision`: what an action says that it has seen. Accounts add up to zero. */
export const PayerWalletRecord = PayerWallet.extend({
  revision: Revision,
  recharge: Recharge.nullable(),
  recharge_state: z.enum(['off', 'on', 'charging', 'paused', 'limit']),
  contradictions: z.array(Contradiction),
  accounts: z.array(
    z.object({
      account: z.string().meta({ examples: ['held:sending'] }),
      business: z
        .string()
        .nullable()
        .meta({ examples: ['Bella’s Pizzeria'] }),
      currency,
      units,
    }),
  ),
  /** Open ones, those that end first; no more than 50. */
  holds: z.array(
    z.object({
      id: z.string(),
      units,
      captured: units,
      /** How many pieces it is for; null: it is for an amount. */
      pieces: z.int().nullable(),
      included: z.int().nullable(),
      expires_at: Instant.nullable(),
    }),
  ),
  open_holds: z.int(),
});
export type PayerWalletRecord = z.output<typeof PayerWalletRecord>;

export const PayerWalletList = list(PayerWallet);
export const PayerWalletReply = z.object({ data: PayerWalletRecord });
export const OperatorStatement = list(OperatorLine);

const byHand = { reason: reasonField.meta({ examples: ['Agreed by phone'] }), revision: Revision } as const;
const positive = amount.min(1, 'Enter an amount above 0.');
export const GrantCredit = z.object({ amount: positive.meta({ examples: [2500] }), ...byHand });
/** Below 0 takes away. */
export const AdjustWallet = z.object({
  amount: z
    .int('Enter the amount as a whole number of cents.')
    .min(-largestCharge, 'This amount is too large.')
    .max(largestCharge, 'This amount is too large.')
    .refine((given) => given !== 0, 'Enter an amount other than 0.')
    .meta({ examples: [-500] }),
  ...byHand,
});
/** `amount` null: all that is left of the payment. */
export const RefundFunds = z.object({
  charge_id: z
    .string()
    .regex(/^pi_\w{1,100}$/, 'This is not a payment.')
    .meta({ examples: ['pi_3PgafmB7WZ01zgkW6dKueIc5'] }),
  amount: positive.nullable().meta({ examples: [1500] }),
  ...byHand,
});
export const ReversePosting = z.object({ line_id: z.uuid('This is not a valid id.').toLowerCase(), ...byHand });
export const ResolveWallet = z.object(byHand);

const admins = ['Admin'] as const;

export const operatorWalletCalls = calls('Wallets', {
  'GET /wallets': {
    id: 'listWallets',
    who: admins,
    summary: 'The wallets of all payers, those that need a person first.',
    query: listParams(walletList),
    reply: PayerWalletList,
  },
  'GET /wallets/{id}': {
    id: 'getPayerWallet',
    who: admins,
    summary: 'One wallet: what it holds, every account, open holds, and what it is parked for. By its payer’s id.',
    params: IdParams,
    reply: PayerWalletReply,
  },
  'GET /wallets/{id}/statement': {
    id: 'listPayerWalletLines',
    who: admins,
    summary: 'Its statement, the newest first, with what can be refunded or reversed.',
    params: IdParams,
    query: pageParams(),
    reply: OperatorStatement,
  },
  'GET /wallets/{id}/statement/export': {
    id: 'exportPayerWalletStatement',
    who: admins,
    summary: 'The same as a file (CSV), the newest 10,000 lines.',
    params: IdParams,
    reply: z.any(),
    download: ['text/csv'],
  },
  'POST /wallets/{id}/credit': {
    id: 'grantWalletCredit',
    who: admins,
    summary:
      'Give credit, which can be spent and not paid out. Refused (409) when the wallet was changed since `revision`.',
    params: IdParams,
    body: GrantCredit,
    reply: Success,
  },
  'POST /wallets/{id}/adjustments': {
    id: 'adjustWallet',
    who: admins,
    summary: 'Correct the paid balance by more or less. Refused (409) when the wallet was changed since `revision`.',
    params: IdParams,
    body: AdjustWallet,
    reply: Success,
  },
  'POST /wallets/{id}/refunds': {
    id: 'refundWalletFunds',
    who: admins,
    summary: 'Give money back to the card it came from, within what is left of that payment.',
    params: IdParams,
    body: RefundFunds,
    reply: Success,
  },
  'POST /wallets/{id}/reversals': {
    id: 'reverseWalletLine',
    who: admins,
    summary: 'Book usage, a grant or a correction back, along its own legs. Once.',
    params: IdParams,
    body: ReversePosting,
    reply: Success,
  },
  'POST /wallets/{id}/resolve': {
    id: 'resolveWallet',
    who: admins,
    summary: 'Say that what a wallet was parked for is settled: holds and recharges go on.',
    params: IdParams,
    body: ResolveWallet,
    reply: Success,
  },
  'POST /wallets/{id}/recharge/resume': {
    id: 'resumeWalletRecharge',
    who: admins,
    summary: 'Let a declined automatic recharge be tried again.',
    params: IdParams,
    reply: Success,
  },
});
