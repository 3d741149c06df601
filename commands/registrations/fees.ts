import { Agency } from '../../domain/agencies/agency.ts';
import type { ExistingBusiness } from '../../domain/businesses/business.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { toLedger, usd } from '../../domain/kernel/money.ts';
import type { Payer } from '../../domain/payments/payer.ts';
import { cancel, type DueFee, noFunds } from '../../domain/registrations/a2p/decide.ts';
import { feeOn } from '../../domain/registrations/a2p/fees.ts';
import type { SingleFee } from '../../domain/registrations/a2p/fields.ts';
import { type A2pFee, A2pRegistration } from '../../domain/registrations/a2p/registration.ts';
import { openFees } from '../../domain/registrations/a2p/steps.ts';
import { streams } from '../../domain/streams.ts';
import { chargeFee } from '../../domain/wallets/funds.ts';
import { hold, release } from '../../domain/wallets/holds.ts';
import { spendable, Wallet } from '../../domain/wallets/wallet.ts';
import type { Call } from '../kernel/command.ts';
import { type CommandServices, startUnitOfWork } from '../kernel/unit-of-work.ts';
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
  const { businessId } = business;
  await decideOnWallet(world, {
    payer,
    context: { ...context, commandId },
    decide: (draft) => {
      chargeFee({ payer, currency: usd, feeId, businessId, what, units, holdId: holdIdOf(fee) }, draft);
    },
  });
}

const holdIdOf = ({ feeId, attempt }: A2pFee): string =>
  uuidV5(namespaces.command, 'a2p-fee-hold', feeId, String(attempt));
/** Until it is charged or given up. */
const heldForMs = 366 * 86_400_000;

/**
 * Keeps the money of agreed fees while their parts are handed to the carrier, and lets go of it where one was refused
 * before the carrier took it, or canceled. Answers with those whose wallet hasn't enough: their parts aren't handed over.
 */
export async function holdFees({ world, context }: Call, registration: A2pRegistration): Promise<readonly A2pFee[]> {
  const missing: A2pFee[] = [];
  for (const { fee, isHeld } of openFees(registration)) {
    const { payer, cents } = fee;
    const holdId = holdIdOf(fee);
    const commandId = uuidV5(namespaces.command, isHeld ? 'a2p-fee-hold' : 'a2p-fee-release', holdId);
    const expiresAt = new Date(world.now().getTime() + heldForMs).toISOString();
    try {
      await decideOnWallet(world, {
        payer,
        context: { ...context, commandId },
        decide: (draft) => {
          if (isHeld) hold({ payer, currency: usd, holdId, units: toLedger({ amount: cents }), expiresAt }, draft);
          else release({ payer, holdId }, draft);
        },
      });
    } catch (error) {
      if (!(error instanceof DomainError) || !lacksFunds.has(error.code)) throw error;
      missing.push(fee);
    }
  }
  return missing;
}
const lacksFunds: ReadonlySet<string> = new Set(['insufficient_funds', 'wallet_parked']);

/**
 * Keeps the money of what was just submitted. Where others were faster to spend it, it is taken back. Cut off in
 * between, the registrar goes on with it: it keeps the money before anything is handed over.
 */
export async function holdOrTakeBack(
  call: Call,
  { businessId, agencyId }: ExistingBusiness,
  feeId: string | undefined,
): Promise<void> {
  const { world, context } = call;
  const stream = streams.registrations(businessId);
  const missing = await holdFees(call, await world.loadState(stream, A2pRegistration));
  const own = missing.find((fee) => fee.feeId === feeId && fee.attempt === 1);
  if (own === undefined) return;
  const { part, partId } = own;
  const commandId = uuidV5(namespaces.command, 'a2p-fee-missing', own.feeId);
  const work = startUnitOfWork(world, context, { tenant: { agencyId, businessId }, commandId });
  const decide = (state: A2pRegistration) => cancel({ businessId, part, partId }, state);
  await work.change({ stream, aggregate: A2pRegistration, decide });
  throw noFunds();
}
