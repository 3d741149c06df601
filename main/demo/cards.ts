import type { Payments } from '../../adapters/payments/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import type { CommandContext, CommandOutcome } from '../../commands/kernel/caller.ts';
import type { AgencyId } from '../../domain/kernel/ids.ts';
import type { Payer } from '../../domain/payments/payer.ts';

/** Where the sandbox takes cards, and the key that browsers use there. */
interface CardSandbox {
  readonly url: string;
  readonly publishableKey: string;
}

/** The sandbox's stand-in for Stripe, where the demo pays. */
export interface Till extends CardSandbox {
  /** What is asked of it counts as asked then. */
  readonly paymentsAt: (then: () => Date) => Payments;
}

export interface Card {
  readonly number: string;
  readonly exp_month: string;
  readonly exp_year: string;
}

/** Stripe's numbers for tests (docs.stripe.com/testing). */
export const visa: Card = { number: '4242424242424242', exp_month: '8', exp_year: '2031' };
export const mastercard: Card = { number: '5555555555554444', exp_month: '3', exp_year: '2030' };
/** It can be saved, and each charge fails. */
export const failingVisa: Card = { number: '4000000000000341', exp_month: '11', exp_year: '2029' };

/** The agency's cards, entered at the sandbox as a browser would. None are added where there are some. */
export const cardDemo = (
  commands: Pick<Commands, 'payments'>,
  context: (...purpose: string[]) => CommandContext,
  agencyId: AgencyId,
  sandbox: CardSandbox,
): Promise<readonly CommandOutcome<unknown>[]> => {
  const as = (purpose: string): CommandContext => {
    const own = context('card', purpose);
    return { ...own, caller: { ...own.caller, role: 'agency', tenant: { agencyId, businessId: null } } };
  };
  return enterCards(commands, as, { kind: 'agency', id: agencyId }, [visa, mastercard], sandbox);
};

/** Enters the cards that a payer has not got yet; the first becomes the default. */
export async function enterCards(
  { payments }: Pick<Commands, 'payments'>,
  as: (purpose: string) => CommandContext,
  payer: Payer,
  cards: readonly Card[],
  { url, publishableKey }: CardSandbox,
): Promise<readonly CommandOutcome<unknown>[]> {
  const { methods } = await payments.account(as('look'), payer);
  const outcomes: CommandOutcome<unknown>[] = [];
  for (const { number, exp_month, exp_year } of cards.slice(methods.length)) {
    const fields = { 'card[number]': number, 'card[exp_month]': exp_month, 'card[exp_year]': exp_year };
    // eslint-disable-next-line no-restricted-globals -- the sandbox of this installation
    const answer = await fetch(`${url}/v1/payment_methods`, {
      method: 'POST',
      headers: { authorization: `Bearer ${publishableKey}` },
      body: new URLSearchParams({ type: 'card', 'card[cvc]': '123', ...fields }),
    });
    const { id } = (await answer.json()) as { readonly id: string };
    outcomes.push(await payments.add({ ...as(number), commandId: crypto.randomUUID() }, { payer, methodId: id }));
  }
  return outcomes;
}
