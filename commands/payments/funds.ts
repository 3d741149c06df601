import { z } from 'zod';
import type { Position } from '../../adapters/event-store/port.ts';
import { type Charge, type Dispute, PaymentRefused, type Refund } from '../../adapters/payments/port.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { platformTenant } from '../../domain/kernel/event.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { amount, Currency, formatMoney, toLedger, toMoney, usd } from '../../domain/kernel/money.ts';
import { PaymentAccount } from '../../domain/payments/account.ts';
import { Payer, payerKey, payerOf } from '../../domain/payments/payer.ts';
import { streams } from '../../domain/streams.ts';
import { fundsAmount, reasonField } from '../../domain/wallets/fields.ts';
import * as funds from '../../domain/wallets/funds.ts';
import { declineRecharge } from '../../domain/wallets/recharge.ts';
import { Wallet } from '../../domain/wallets/wallet.ts';
import type { CommandContext } from '../kernel/caller.ts';
import { platform } from '../kernel/caller.ts';
import { command, question } from '../kernel/command.ts';
import { type CommandServices, startUnitOfWork } from '../kernel/unit-of-work.ts';
import { decideOnWallet } from '../wallets/decider.ts';
import { accountAt, ask, cardRefused, paymentsOf, placeOf } from './account.ts';

/*
 * Money that goes into wallets and comes back. The payment provider moves it; what it says is fetched and booked, the
 * same however often and in whatever order it is told.
 */

/** A charge for a wallet says so in its metadata, which the provider keeps. */
const purpose = 'wallet';
/** The provider forgets a key after a day: an older request is looked for before it is made again. */
const keysLastMs = 12 * 3_600_000;

export interface PaidIn {
  /** `processing`: the bank takes its time. `requires_action`: the cardholder has to confirm it in the browser. */
  readonly status: 'added' | 'processing' | 'requires_action';
  readonly chargeId: string;
  /** With `requires_action`: what the browser confirms it with. */
  readonly clientSecret: string | null;
  readonly methodId: string;
}

/** What is told about one object of the provider has one name, whoever tells it: it can't be booked twice. */
const about = (context: CommandContext, ...what: readonly string[]): CommandContext => ({
  ...context,
  commandId: uuidV5(namespaces.command, 'payment-object', ...what),
});

interface Followed {
  readonly payer: Payer;
  /** Up to where a read model shows it; null: there was nothing to book. */
  readonly position: Position | null;
}

/** Books a charge for a wallet as it stands at the provider. Null: it is none of ours. */
async function follow(world: CommandServices, context: CommandContext, charge: Charge): Promise<Followed | null> {
  const payer = charge.metadata['purpose'] === purpose ? payerOf(charge.metadata['payer']) : null;
  if (payer === null) return null;
  // The charge says whose it is; our own record has the last word.
  const { customerId } = await world.loadState(streams.payments(payer.id), PaymentAccount);
  if (customerId === null || charge.customerId !== customerId) return null;
  const crossing = Number(charge.metadata['crossing'] ?? 0);
  const currency = Currency.parse(charge.currency.toUpperCase());
  if (charge.status === 'succeeded') {
    const { position } = await decideOnWallet(world, {
      payer,
      context: about(context, charge.id),
      decide: (draft) => {
        funds.addFunds(
          {
            payer,
            currency,
            chargeId: charge.id,
            units: toLedger({ amount: charge.amountReceived }),
            crossing: crossing === 0 ? null : crossing,
          },
          draft,
        );
      },
    });
    return { payer, position };
  }
  if (crossing > 0 && (charge.status === 'requires_payment_method' || charge.status === 'canceled'))
    await decline(world, context, payer, crossing, charge.failure?.declineCode ?? charge.failure?.code ?? 'canceled');
  return { payer, position: null };
}

const decline = (world: CommandServices, context: CommandContext, payer: Payer, crossing: number, code: string) =>
  decideOnWallet(world, {
    payer,
    context: about(context, 'declined', payerKey(payer), String(crossing)),
    decide: (draft) => {
      declineRecharge({ payer, crossing, code: /^\w{1,100}$/.test(code) ? code : 'declined' }, draft);
    },
  });

/** The charge of a refund or dispute, booked first: what goes back was there before. Null: it is none of ours. */
async function chargeBehind(world: CommandServices, context: CommandContext, chargeId: string | null) {
  const charge = chargeId === null ? null : await ask(() => paymentsOf(world).charges.fetch(chargeId));
  const followed = charge === null ? null : await follow(world, context, charge);
  return charge === null || followed === null ? null : { charge, payer: followed.payer };
}

/** Looks at a charge, refund or dispute at the provider, and books what it finds. False: it is none of ours. */
export async function lookAtFunds(
  world: CommandServices,
  context: CommandContext,
  type: 'payment_intent' | 'refund' | 'dispute',
  id: string,
): Promise<boolean> {
  const { charges } = paymentsOf(world);
  if (type === 'payment_intent') return (await chargeBehind(world, context, id)) !== null;
  if (type === 'refund') {
    const refund = await ask(() => charges.fetchRefund(id));
    const found = refund === null ? null : await chargeBehind(world, context, refund.chargeId);
    if (refund === null || found === null) return false;
    // One that is on its way is told again when it has arrived.
    if (refund.status === 'succeeded')
      await bookRefund(world, context, found.payer, { ...refund, chargeId: found.charge.id });
    return true;
  }
  const dispute = await ask(() => charges.fetchDispute(id));
  const found = dispute === null ? null : await chargeBehind(world, context, dispute.chargeId);
  if (dispute === null || found === null) return false;
  if (!takesMoney(dispute)) return true;
  const status = disputeOf(dispute).outcome ?? 'open';
  const { payer, charge } = found;
  await decideOnWallet(world, {
    payer,
    context: about(context, dispute.id, status),
    decide: (draft) => {
      funds.recordDispute(
        {
          payer,
          currency: Currency.parse(dispute.currency.toUpperCase()),
          disputeId: dispute.id,
          chargeId: charge.id,
          units: toLedger(dispute),
          status,
        },
        draft,
      );
    },
  });
  return true;
}

/** Why it was given back, as it was handed to the provider with the wish. */
const reasonOf = ({ metadata }: Pick<Refund, 'metadata'>): string | undefined =>
  reasonField.safeParse(metadata['reason']).data;

const bookRefund = (
  world: CommandServices,
  context: CommandContext,
  payer: Payer,
  refund: Pick<Refund, 'id' | 'amount' | 'currency' | 'metadata'> & { readonly chargeId: string },
) =>
  decideOnWallet(world, {
    payer,
    context: about(context, refund.id),
    decide: (draft) => {
      funds.refundFunds(
        {
          payer,
          currency: Currency.parse(refund.currency.toUpperCase()),
          refundId: refund.id,
          chargeId: refund.chargeId,
          units: toLedger(refund),
          reason: reasonOf(refund),
        },
        draft,
      );
    },
  });

const refused = (message: string) => new DomainError('payment_declined', message, { payment_method: [message] });

/**
 * Charges the default card and books it. Repeated, it is the same charge. A bank that wants the cardholder is
 * answered with what the browser confirms it with. Throws `payment_declined`; `provider_unavailable` when the outcome
 * is open: the same command again finds out.
 */
export const addFunds = command({
  input: z.object({ payer: Payer, amount: fundsAmount }),
  by: ['agency', 'business'],
  async run({ world, context }, { payer, amount }) {
    const place = await placeOf(world, context, payer);
    const { customerId, defaultMethodId } = await accountAt(world, place);
    if (customerId === null || defaultMethodId === null) throw refused('Add a card first, then add funds.');
    const { currency } = await world.loadState(streams.wallet(payer), Wallet);
    const answer = (paid: Omit<PaidIn, 'methodId'>): PaidIn => ({ ...paid, methodId: defaultMethodId });
    const waiting = (result: PaidIn) => ({ position: null, result });
    let charge: Charge;
    try {
      charge = await paymentsOf(world).charges.now(
        {
          amount,
          currency: currency ?? usd,
          customerId,
          methodId: defaultMethodId,
          description: 'Wallet funds',
          metadata: { purpose, payer: payerKey(payer), wish: context.commandId },
        },
        `add-funds/${context.commandId}`,
      );
    } catch (error) {
      if (error instanceof PaymentRefused && error.kind === 'authentication-required' && error.intent !== null) {
        const { id: chargeId, clientSecret } = error.intent;
        // A repeat after the cardholder has confirmed it.
        const now = await ask(() => paymentsOf(world).charges.fetch(chargeId));
        if (now?.status !== 'succeeded')
          return waiting(
            answer({ status: 'requires_action', chargeId, clientSecret: now?.clientSecret ?? clientSecret }),
          );
        charge = now;
      } else if (error instanceof PaymentRefused && error.kind === 'declined') {
        throw refused(cardRefused(error.message));
      } else if (error instanceof PaymentRefused && error.kind === 'key-reused') {
        charge = await chargeOf(world, customerId, context.commandId);
        if (charge.status === 'requires_action' || charge.failure?.code === 'authentication_required')
          return waiting({
            status: 'requires_action',
            chargeId: charge.id,
            clientSecret: charge.clientSecret,
            methodId: charge.methodId ?? defaultMethodId,
          });
        if (charge.status === 'requires_payment_method' || charge.status === 'canceled')
          throw refused(cardRefused(charge.failure?.message));
      } else {
        return ask(() => Promise.reject(error as Error));
      }
    }
    if (charge.status !== 'succeeded')
      return waiting(answer({ status: 'processing', chargeId: charge.id, clientSecret: null }));
    const followed = await follow(world, context, charge);
    return {
      position: followed?.position ?? null,
      result: answer({ status: 'added', chargeId: charge.id, clientSecret: null }),
    };
  },
});

/**
 * What was charged under a command that is repeated after the default card has changed: the provider knows its key from
 * the card before. Throws `conflict` where nothing was.
 */
async function chargeOf(world: CommandServices, customerId: string, wish: string): Promise<Charge> {
  const since = new Date(world.now().getTime() - 2 * keysLastMs);
  const made = await ask(() => paymentsOf(world).charges.list({ customerId, since }));
  const found = made.find(({ metadata }) => metadata['wish'] === wish);
  if (found === undefined)
    throw new DomainError('conflict', 'Your card has changed since, and nothing was charged. Add funds again.');
  return found;
}

/** Looks at a charge that the cardholder has confirmed, without waiting for the provider to tell. */
export const checkFunds = command({
  input: z.object({ payer: Payer, chargeId: z.string().regex(/^pi_\w{1,100}$/, 'This is not a payment.') }),
  by: ['agency', 'business'],
  async run({ world, context }, { payer, chargeId }) {
    const gone = () => new DomainError('not_found', 'This payment does not exist.');
    if ((await accountAt(world, await placeOf(world, context, payer))).customerId === null) throw gone();
    const charge = await ask(() => paymentsOf(world).charges.fetch(chargeId));
    if (charge === null || charge.metadata['payer'] !== payerKey(payer)) throw gone();
    const followed = await follow(world, context, charge);
    if (followed === null) throw gone();
    if (charge.status === 'requires_payment_method' || charge.status === 'canceled')
      throw refused(cardRefused(charge.failure?.message));
    const status: PaidIn['status'] =
      charge.status === 'succeeded' ? 'added'
      : charge.status === 'requires_action' ? 'requires_action'
      : 'processing';
    return { position: followed.position, result: { status } };
  },
});

/**
 * Charges what a wallet asked for when it fell below its line. The crossing's number is the key: however often it is
 * tried, from wherever, it is one charge. A refusal is written down; an open outcome throws, and is to be tried again.
 */
export const chargeRecharge = command({
  input: z.object({ payer: Payer, crossing: z.int().min(1) }),
  by: ['system'],
  async run({ world, context }, { payer, crossing }) {
    const done = () => startUnitOfWork(world, context, { tenant: platformTenant }).outcome(undefined);
    const { recharge, currency } = await world.loadState(streams.wallet(payer), Wallet);
    if (recharge.inFlight?.crossing !== crossing) return done();
    const { customerId, defaultMethodId } = await world.loadState(streams.payments(payer.id), PaymentAccount);
    const { charges } = paymentsOf(world);
    const asked = new Date(recharge.lately.at(-1) ?? world.now());
    /** Books what an attempt whose answer was lost has charged; false: there was none. */
    const isCharged = async (): Promise<boolean> => {
      if (customerId === null) return false;
      const since = new Date(asked.getTime() - 3_600_000);
      const made = await ask(() => charges.list({ customerId, since }));
      const own = made.find(
        ({ metadata }) => metadata['payer'] === payerKey(payer) && metadata['crossing'] === String(crossing),
      );
      return own !== undefined && (await follow(world, context, own)) !== null;
    };
    if (customerId === null || defaultMethodId === null) {
      if (!(await isCharged())) await decline(world, context, payer, crossing, 'no_card');
      return done();
    }
    if (world.now().getTime() - asked.getTime() > keysLastMs && (await isCharged())) return done();
    try {
      const charge = await charges.now(
        {
          amount: recharge.inFlight.amount,
          currency: currency ?? usd,
          customerId,
          methodId: defaultMethodId,
          description: 'Automatic wallet recharge',
          metadata: { purpose, payer: payerKey(payer), crossing: String(crossing) },
        },
        `recharge/${payerKey(payer)}/${crossing}`,
      );
      await follow(world, context, charge);
    } catch (error) {
      if (!(error instanceof PaymentRefused) || error.kind === 'rate-limited' || error.kind === 'in-progress')
        return ask(() => Promise.reject(error as Error));
      // The bank's word is of this charge; any other refusal, as of a card that is another one by now, says nothing of it.
      const isOfBank = error.kind === 'declined' || error.kind === 'authentication-required';
      if (!isOfBank && (await isCharged())) return done();
      const code = error.kind === 'authentication-required' ? 'authentication_required' : error.declineCode;
      await decline(world, context, payer, crossing, code ?? error.code ?? error.kind);
    }
    return done();
  },
});

/** Gives money back to the card that it came from. It is booked as the provider says. */
export const refundFunds = command({
  input: z.object({
    payer: Payer,
    chargeId: z.string().regex(/^pi_\w{1,100}$/, 'This is not a payment.'),
    amount: amount.min(1, 'Enter an amount above 0.').nullable(),
    reason: reasonField,
    seen: z.int().min(0).optional(),
  }),
  by: platform,
  async run({ world, context }, { payer, chargeId, amount: wanted, reason, seen }) {
    const wallet = await world.loadState(streams.wallet(payer), Wallet);
    funds.expectSeen(wallet, { seen });
    const topUp = wallet.topUps.get(chargeId);
    if (topUp === undefined || wallet.currency === null)
      throw new DomainError('not_found', 'This payment does not exist.');
    const { money } = toMoney(funds.leftOf(topUp), wallet.currency);
    if (money.amount === 0 || (wanted ?? 0) > money.amount) {
      const message =
        money.amount === 0 ? 'Nothing of this payment is left.' : `Of this payment ${formatMoney(money)} is left.`;
      throw new DomainError('validation_failed', message, { amount: [message] });
    }
    // What a person has seen names the wish: two tabs are one refund, also when both were first.
    const key = seen === undefined ? context.commandId : `${payerKey(payer)}/${chargeId}/${seen}`;
    const refund = await ask(async () => {
      try {
        const wish = { amount: wanted ?? money.amount, metadata: { reason } };
        return await paymentsOf(world).charges.refund(chargeId, wish, `refund-funds/${key}`);
      } catch (error) {
        if (error instanceof PaymentRefused && error.kind === 'key-reused') throw funds.changedMeanwhile();
        throw error;
      }
    });
    const booked =
      refund.status === 'succeeded' ? await bookRefund(world, context, payer, { ...refund, chargeId }) : null;
    return { position: booked?.position ?? null, result: { refundId: refund.id } };
  },
});

/**
 * What a payer paid into its wallet at the provider since an instant, in smallest units. Null: payments are off, or it
 * never paid. Throws `provider_unavailable`.
 */
export const paidIn = question(
  async (
    world,
    payer: Payer,
    since: Date,
  ): Promise<readonly { readonly id: string; readonly amount: number; readonly at: Date }[] | null> => {
    const { payments } = world;
    if (payments === null || payments === undefined) return null;
    const { customerId } = await world.loadState(streams.payments(payer.id), PaymentAccount);
    if (customerId === null) return null;
    const all = await ask(() => payments.charges.list({ customerId, since }));
    return all
      .filter(
        ({ status, metadata }) =>
          status === 'succeeded' && metadata['purpose'] === purpose && metadata['payer'] === payerKey(payer),
      )
      .map(({ id, amountReceived, createdAt }) => ({ id, amount: amountReceived, at: createdAt }));
  },
);

/** Money that went back of a charge, by the provider. `outcome`: of a dispute; null: it is open, or it is a refund. */
export interface Return {
  readonly id: string;
  readonly chargeId: string | null;
  readonly amount: number;
  readonly at: Date;
  readonly outcome: 'won' | 'lost' | null;
}
export interface Returns {
  readonly refunds: readonly Return[];
  readonly disputes: readonly Return[];
}

const isMade = ({ status }: Pick<Refund, 'status'>): boolean => status === 'succeeded';
const returnOf = ({ id, chargeId, amount, createdAt: at }: Refund): Return => ({
  id,
  chargeId,
  amount,
  at,
  outcome: null,
});
/** An inquiry, and one that was prevented, takes no money. */
const takesMoney = ({ status }: Pick<Dispute, 'status'>): boolean =>
  !status.startsWith('warning_') && status !== 'prevented';
const disputeOf = ({ id, chargeId, amount, createdAt: at, status }: Dispute): Return => ({
  id,
  chargeId,
  amount,
  at,
  outcome: status === 'won' || status === 'lost' ? status : null,
});

/** What went back since then, of all customers. Null: payments are off. Throws `provider_unavailable`. */
export const returnedSince = question(async (world, since: Date): Promise<Returns | null> => {
  const { payments } = world;
  if (payments === null || payments === undefined) return null;
  const { charges } = payments;
  const [refunds, disputes] = await Promise.all([
    ask(() => charges.listRefunds({ since })),
    ask(() => charges.listDisputes({ since })),
  ]);
  return { refunds: refunds.filter(isMade).map(returnOf), disputes: disputes.filter(takesMoney).map(disputeOf) };
});
/** One of them as the provider has it now; null: it has none that took money. */
export const returnedAs = question(async (world, kind: 'refund' | 'dispute', id: string): Promise<Return | null> => {
  const { charges } = paymentsOf(world);
  if (kind === 'refund') {
    const refund = await ask(() => charges.fetchRefund(id));
    return refund !== null && isMade(refund) ? returnOf(refund) : null;
  }
  const dispute = await ask(() => charges.fetchDispute(id));
  return dispute !== null && takesMoney(dispute) ? disputeOf(dispute) : null;
});
