import { Agency } from '../../domain/agencies/agency.ts';
import type { ExistingBusiness } from '../../domain/businesses/business.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { toLedger, usd } from '../../domain/kernel/money.ts';
import type { Payer } from '../../domain/payments/payer.ts';
import type { DueFee } from '../../domain/registrations/a2p/decide.ts';
import { feeOn } from '../../domain/registrations/a2p/fees.ts';
import type { SingleFee } from '../../domain/registrations/a2p/fields.ts';
import type { A2pFee } from '../../domain/registrations/a2p/registration.ts';
import { streams } from '../../domain/streams.ts';
import { chargeFee } from '../../domain/wallets/funds.ts';
import { spendable, Wallet } from '../../domain/wallets/wallet.ts';
import type { Call } from '../kernel/command.ts';
import type { CommandServices } from '../kernel/unit-of-work.ts';
import { decideOnWallet } from '../wallets/decider.ts';

/**
 * Who pays the fees of a registration out of a wallet; null: they are not charged, since the payer has a free fee, or no
 * wallet in the currency of the fees.
 */
export async function feePayer(world: CommandServices, business: ExistingBusiness): Promise<Payer | null> {
  const { agencyId, businessId } = business;
  const agency = agencyId === null ? null : await world.loadState(streams.agency(agencyId), Agency);
  const owner = agency ?? business;
  if (owner.status === 'none' || owner.freeFee || owner.isTemplate || business.isTemplate) return null;
  const payer: Payer = agencyId === null ? { kind: 'business', id: businessId } : { kind: 'agency', id: agencyId };
  return (await world.loadState(streams.wallet(payer), Wallet)).currency === usd ? payer : null;
}

/** What is charged for a first submission; null: nothing. The same command names the same fee. */
export async function dueFee(
  { world, context }: Call,
  business: ExistingBusiness,
  what: SingleFee,
): Promise<DueFee | null> {
  const payer = await feePayer(world, business);
  const cents = feeOn(what, world.now().toISOString().slice(0, 10)) ?? 0;
  if (payer === null || cents === 0) return null;
  const wallet = await world.loadState(streams.wallet(payer), Wallet);
  const canPay = wallet.contradictions.length === 0 && spendable(wallet) >= toLedger({ amount: cents });
  return { feeId: uuidV5(namespaces.command, context.commandId, 'a2p-fee'), what, cents, payer, canPay };
}

/** Named by the fee, so that a repeat after a crash books nothing more. */
export async function payFee({ world, context }: Call, business: ExistingBusiness, fee: A2pFee): Promise<void> {
  const { feeId, payer, what, cents } = fee;
  const commandId = uuidV5(namespaces.command, 'a2p-fee', feeId);
  const units = toLedger({ amount: cents });
  await decideOnWallet(world, {
    payer,
    context: { ...context, commandId },
    decide: (draft) => {
      chargeFee({ payer, currency: usd, feeId, businessId: business.businessId, what, units }, draft);
    },
  });
}
