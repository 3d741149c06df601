import type { Commands } from '../../commands/catalogue.ts';
import type { CommandContext, CommandOutcome } from '../../commands/kernel/caller.ts';
import { type AgencyId, BusinessId } from '../../domain/kernel/ids.ts';
import { ledgerAmount, usd } from '../../domain/kernel/money.ts';
import { id } from './names.ts';
import { businesses } from './tenants.ts';

/** What a text of the demo cost: the carrier's part, the agency's price, and its business's. */
const price = { carrier: ledgerAmount(5_000), price: ledgerAmount(7_900), resale: ledgerAmount(15_000), included: 0 };
const key = { channel: 'sms', direction: 'out', country: 'US', carrierClass: 'local' } as const;

/** The agency's wallet: a welcome credit, funds from its card, and what its businesses have texted. Once. */
export async function walletDemo(
  { payments, wallets }: Pick<Commands, 'payments' | 'wallets'>,
  context: (...purpose: string[]) => CommandContext,
  agencyId: AgencyId,
  month: string,
): Promise<readonly CommandOutcome<unknown>[]> {
  const payer = { kind: 'agency', id: agencyId } as const;
  const own = context('wallet', 'funds');
  const asAgency = {
    ...own,
    caller: { ...own.caller, role: 'agency', tenant: { agencyId, businessId: null } },
  } as const;
  const outcomes: CommandOutcome<unknown>[] = [
    await wallets.grantCredit(context('wallet', 'credit'), {
      payer,
      currency: usd,
      grantId: id('wallet', 'credit'),
      units: ledgerAmount(25 * 1_000_000),
      reason: 'Welcome credit',
    }),
  ];
  if ((await wallets.walletOf(payer)).wallet === 0)
    outcomes.push(await payments.addFunds(asAgency, { payer, amount: 20_000 }));
  for (const [nth, { businessId }] of businesses.slice(0, 2).entries())
    outcomes.push(
      await wallets.captureSlice(context('wallet', 'usage', businessId), {
        payer,
        currency: usd,
        holdId: id('wallet', 'slice', businessId),
        month,
        businessId: BusinessId.parse(businessId),
        key,
        quantity: 1_240 - nth * 412,
        price,
      }),
    );
  outcomes.push(
    await wallets.setAutoRecharge(context('wallet', 'recharge'), {
      payer,
      recharge: { below: 2_500, amount: 10_000, mostPerDay: 50_000 },
    }),
  );
  return outcomes;
}
