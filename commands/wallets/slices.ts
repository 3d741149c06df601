import { z } from 'zod';
import { DomainError } from '../../domain/kernel/errors.ts';
import { BusinessId } from '../../domain/kernel/ids.ts';
import { type Currency, LedgerAmount } from '../../domain/kernel/money.ts';
import { type Payer } from '../../domain/payments/payer.ts';
import { quantity, type UsageKey, usageKey } from '../../domain/rates/measures.ts';
import { Rates } from '../../domain/rates/rates.ts';
import { priceBeyond, rateFor } from '../../domain/rates/rating.ts';
import { ratesIn, resalePrices } from '../../domain/rates/pricing.ts';
import { streams } from '../../domain/streams.ts';
import { usageCurrency, usageTerms } from '../../domain/subscriptions/usage-terms.ts';
import * as holds from '../../domain/wallets/holds.ts';
import { Wallet } from '../../domain/wallets/wallet.ts';
import { standingFor } from '../directory/standing.ts';
import type { CommandOutcome } from '../kernel/caller.ts';
import { command, question } from '../kernel/command.ts';
import type { CommandServices } from '../kernel/dependencies.ts';
import { decideOnWallet, tenantOf } from './decider.ts';
import { inCurrency, walletCommand } from './wish.ts';

/** What one more piece costs, in the wallet's currency. */
export interface QuotedPrice extends holds.SlicePrice {
  readonly currency: Currency;
}

/**
 * What usage of a business costs whoever pays for it, on a day of its zone, by the same lists and terms as its statement.
 * Null: no list says what it costs; it is not held, and statements list it for a person.
 */
async function priceOf(
  world: CommandServices,
  payer: Payer,
  businessId: BusinessId,
  key: UsageKey,
  day: string,
): Promise<QuotedPrice | null> {
  const [wallet, standing, platform, agency] = await Promise.all([
    world.loadState(streams.wallet(payer), Wallet),
    standingFor(world, tenantOf(payer)),
    world.loadState(streams.rates(null), Rates),
    payer.kind === 'agency' ? world.loadState(streams.rates(payer.id), Rates) : null,
  ]);
  const currency = usageCurrency(wallet.currency, standing);
  const rate = rateFor(ratesIn(platform, currency), key, day);
  if (rate === null) return null;
  const { included, overage } = usageTerms(standing, currency);
  const ofChannel = included[key.channel];
  return {
    currency,
    carrier: rate.carrier,
    price: priceBeyond(rate, key, overage),
    resale: resalePrices(agency, currency)({ ...key, businessId, day }),
    included: ofChannel === undefined ? 0 : ofChannel,
  };
}
export const slicePrice = question(priceOf);

const ofSlice = { ...inCurrency, holdId: z.uuid(), month: z.string().regex(/^\d{4}-\d{2}-01$/) } as const;
const units = LedgerAmount.refine((given) => given >= 0);
const included = quantity.nullable();

/** `pieces`: so many it is for. */
export type SliceOutcome =
  | { readonly kind: 'held'; readonly pieces: number }
  | { readonly kind: 'refused'; readonly message: string; readonly isFilling: boolean };

/**
 * Keeps what some pieces cost. Refused: why, and whether the wallet is being filled just now, so that it is worth
 * waiting. The same hold again is no second one.
 */
export const holdSlice = command({
  input: z.object({
    ...ofSlice,
    channel: usageKey.channel,
    price: units,
    included,
    most: z.int().min(1),
    least: z.int().min(1),
    expiresAt: z.iso.datetime(),
  }),
  by: ['system'],
  async run({ world, context }, given): Promise<CommandOutcome<SliceOutcome>> {
    const decide = (draft: Parameters<typeof holds.holdSlice>[1]) => {
      holds.holdSlice(given, draft);
    };
    try {
      const { position, wallet } = await decideOnWallet(world, { payer: given.payer, context, decide });
      const pieces = wallet.holds.get(given.holdId)?.slice?.quantity ?? 0;
      return { position, result: { kind: 'held', pieces } };
    } catch (error) {
      if (!(error instanceof DomainError) || (error.code !== 'insufficient_funds' && error.code !== 'wallet_parked'))
        throw error;
      const { recharge, contradictions } = await world.loadState(streams.wallet(given.payer), Wallet);
      const isFilling = recharge.inFlight !== null && contradictions.length === 0;
      return { position: null, result: { kind: 'refused', message: error.message, isFilling } };
    }
  },
});

/** Books what was sent of a slice, at all its levels. Never refused. */
export const captureSlice = walletCommand({
  input: z.object({
    ...ofSlice,
    businessId: BusinessId,
    key: z.object(usageKey),
    quantity,
    price: z.object({ carrier: units, price: units, resale: units.nullable(), included }),
  }),
  by: ['system'],
  decide: holds.captureSlice,
});
