import type { Commands } from '../../commands/catalogue.ts';
import type { CommandContext, CommandOutcome } from '../../commands/kernel/caller.ts';
import type { AgencyId } from '../../domain/kernel/ids.ts';

/** Stripe's ready-made cards for tests (docs.stripe.com/testing): the first becomes the default. */
const testCards = ['pm_card_visa', 'pm_card_mastercard'];

/** The agency's cards at the sandbox's Stripe. */
export async function cardDemo(
  { payments }: Pick<Commands, 'payments'>,
  context: (...purpose: string[]) => CommandContext,
  agencyId: AgencyId,
): Promise<readonly CommandOutcome<unknown>[]> {
  const outcomes: CommandOutcome<unknown>[] = [];
  for (const methodId of testCards) {
    const own = context('card', methodId);
    const caller = { ...own.caller, role: 'agency', tenant: { agencyId, businessId: null } } as const;
    outcomes.push(await payments.add({ ...own, caller }, { payer: { kind: 'agency', id: agencyId }, methodId }));
  }
  return outcomes;
}
