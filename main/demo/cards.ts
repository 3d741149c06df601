import type { Commands } from '../../commands/catalogue.ts';
import type { CommandContext, CommandOutcome } from '../../commands/kernel/caller.ts';
import type { AgencyId } from '../../domain/kernel/ids.ts';

/** Where the sandbox takes cards, and the key that browsers use there. */
export interface CardSandbox {
  readonly url: string;
  readonly publishableKey: string;
}

/** Stripe's numbers for tests (docs.stripe.com/testing): the first becomes the default. */
const testCards = [
  { number: '4242424242424242', exp_month: '8', exp_year: '2031' },
  { number: '5555555555554444', exp_month: '3', exp_year: '2030' },
];

/** The agency's cards, entered at the sandbox as a browser would. None are added where there are some. */
export async function cardDemo(
  { payments }: Pick<Commands, 'payments'>,
  context: (...purpose: string[]) => CommandContext,
  agencyId: AgencyId,
  { url, publishableKey }: CardSandbox,
): Promise<readonly CommandOutcome<unknown>[]> {
  const payer = { kind: 'agency', id: agencyId } as const;
  const as = (purpose: string): CommandContext => {
    const own = context('card', purpose);
    return { ...own, caller: { ...own.caller, role: 'agency', tenant: { agencyId, businessId: null } } };
  };
  const { methods } = await payments.account(as('look'), payer);
  const outcomes: CommandOutcome<unknown>[] = [];
  for (const { number, exp_month, exp_year } of testCards.slice(methods.length)) {
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
