import { z } from 'zod';
import { fundsAmount, rechargeFields } from '../../domain/wallets/fields.ts';
import { singleFees } from '../../domain/registrations/a2p/fields.ts';
import { calls } from './calls.ts';
import { Instant, list, Success } from './common.ts';
import { pageParams } from './lists.ts';
import { channels } from './rates.ts';

export { smallestFunds } from '../../domain/wallets/fields.ts';

/** In 1/10,000 of the currency's smallest unit: a text costs less than a cent. */
const units = z.number().int();
const currency = z.string().meta({ examples: ['USD'] });
const ChargeId = z
  .string()
  .regex(/^pi_\w{1,100}$/, 'This is not a payment.')
  .meta({ examples: ['pi_3PgafmB7WZ01zgkW6dKueIc5'] });

/** Amounts in the currency's smallest unit. */
export const Recharge = z.object({ below: z.int(), amount: z.int(), most_per_day: z.int() });
/** How the last automatic recharge stands. `code`: why it was declined. */
export const LastRecharge = z.object({
  state: z.enum(['charging', 'added', 'declined', 'resumed']),
  code: z
    .string()
    .nullable()
    .meta({ examples: ['insufficient_funds'] }),
  at: Instant,
});
/**
 * What a payer has. `paid` and `granted` can be spent; `held` is kept aside for what is being sent. `status`: 0 without
 * a wallet, 1 enough, 2 below the line. Without a wallet all is 0, and nothing is charged for what is sent.
 */
export const Wallet = z.object({
  status: z.int().min(0).max(2),
  currency,
  paid: units,
  granted: units,
  held: units,
  recharge: Recharge.nullable(),
  last_recharge: LastRecharge.nullable(),
  /** Nothing is sent or recharged until support has looked at it. */
  is_parked: z.boolean(),
});
export type Wallet = z.output<typeof Wallet>;
export const WalletReply = z.object({ data: Wallet });

/** What changed what the payer has. `balance`: what it has after it, held or not. What caused it, as far as it applies. */
export const WalletLine = z.object({
  id: z.string(),
  at: Instant,
  kind: z.enum([
    'funds',
    'refund',
    'dispute',
    'dispute-closed',
    'credit',
    'adjustment',
    'reversal',
    'usage',
    'difference',
    'fee',
  ]),
  currency,
  units,
  balance: units,
  charge_id: z
    .string()
    .nullable()
    .meta({ examples: ['pi_3PgafmB7WZ01zgkW6dKueIc5'] }),
  is_automatic: z.boolean(),
  reason: z.string().nullable(),
  business: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  /** Of a `difference`: the month whose statement it makes up for. */
  month: z
    .string()
    .nullable()
    .meta({ examples: ['2026-10'] }),
  /** Of a `fee`: what of a registration it is for. */
  fee: z.enum(singleFees).nullable(),
  /** What was used: `quantity` of a channel to a country, or from it. Of a `difference` it may be less than none. */
  usage: z.array(
    z.object({
      channel: z.enum(channels),
      direction: z.enum(['out', 'in']),
      country: z.string().meta({ examples: ['US'] }),
      quantity: z.int(),
    }),
  ),
});
export type WalletLine = z.output<typeof WalletLine>;
export const WalletStatement = list(WalletLine);

export const AddFunds = z.object({ amount: fundsAmount.meta({ examples: [5000] }) });
/**
 * `added`: it is in the wallet. `processing`: the bank takes its time. `requires_action`: the cardholder has to confirm
 * it in the browser with `client_secret`, then `POST /subscriptions/add-fund/{id}` books it.
 */
export const FundsReply = Success.extend({
  data: z.object({
    status: z.enum(['added', 'processing', 'requires_action']),
    charge_id: ChargeId,
    client_secret: z
      .string()
      .nullable()
      .meta({ examples: ['pi_1Pga_secret_Qk2v'] }),
    payment_method: z.string().meta({ examples: ['pm_1PgafmB7WZ01zgkW6dKueIc5'] }),
    publishable_key: z.string().meta({ examples: ['pk_live_51Pga'] }),
    /** Where the sandbox asks in place of a bank; null: with the payment provider's elements. */
    form_url: z
      .string()
      .nullable()
      .meta({ examples: ['http://127.0.0.1:3001/stripe/elements'] }),
  }),
});
export const FundsStatusReply = Success.extend({
  data: z.object({ status: z.enum(['added', 'processing', 'requires_action']) }),
});
export const SetRecharge = z.object({
  recharge: z
    .object({
      below: rechargeFields.shape.below,
      amount: rechargeFields.shape.amount,
      most_per_day: rechargeFields.shape.mostPerDay,
    })
    .nullable()
    .meta({ examples: [{ below: 1000, amount: 5000, most_per_day: 20_000 }] }),
});

const payers = ['Agency', 'Business'] as const;

export const walletCalls = calls('Wallets', {
  'GET /wallet': {
    id: 'getWallet',
    who: payers,
    summary: 'What you have for texts: paid, granted, held. A business of an agency has none: its agency pays.',
    reply: WalletReply,
  },
  'GET /wallet/statement': {
    id: 'listWalletLines',
    who: payers,
    summary: 'What changed your balance, the newest first, each with its cause and the balance after it.',
    query: pageParams(),
    reply: WalletStatement,
  },
  'GET /wallet/statement/export': {
    id: 'exportWalletStatement',
    who: payers,
    summary: 'The same as a file (CSV), the newest 10,000 lines.',
    reply: z.any(),
    download: ['text/csv'],
  },
  'PUT /wallet/recharge': {
    id: 'setWalletRecharge',
    who: payers,
    summary: 'Fill the wallet from the default card when it falls below a line; null switches it off.',
    body: SetRecharge,
    reply: Success,
  },
  'POST /subscriptions/add-fund': {
    id: 'addFunds',
    who: payers,
    summary: 'Charge the default card and put it into the wallet. The same Idempotency-Key charges once.',
    body: AddFunds,
    reply: FundsReply,
    secret: true,
  },
  'POST /subscriptions/add-fund/{id}': {
    id: 'confirmFunds',
    who: payers,
    summary: 'Look at a payment that was confirmed in the browser, and book it.',
    params: z.object({ id: ChargeId }),
    reply: FundsStatusReply,
  },
});
