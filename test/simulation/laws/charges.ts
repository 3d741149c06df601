import { payerKey } from '../../../domain/payments/payer.ts';
import { streams } from '../../../domain/streams.ts';
import type { Law } from '../action.ts';
import type { World } from '../world.ts';

const cent = 10_000;
/** One sorted text of what is there, to be compared. */
const said = (entries: readonly (readonly [string, unknown])[]): readonly string[] =>
  entries.map(([id, what]) => `${id} ${String(what)}`).sort();
const differences = (what: string, there: readonly string[], here: readonly string[]): readonly string[] => [
  ...there.filter((one) => !here.includes(one)).map((one) => `${what} ${one} is not booked`),
  ...here
    .filter((one, nth) => !there.includes(one) || here.indexOf(one) !== nth)
    .map((one) => `${what} ${one} is booked`),
];

/** Nobody is charged twice: Stripe's charges, refunds and disputes are what wallets have booked, each once. */
export const charges: Law = {
  name: 'charges are what was booked',
  async check(world) {
    if (world.stripe === null) return [];
    const { core } = world.stripe.standIn;
    const problems: string[] = [];
    for (const { payer, name } of world.cast.payers) {
      const events = await world.observer.store.read(streams.wallet(payer));
      const of = (type: string) => events.filter((event) => event.type === type).map(({ data }) => data);
      const isOwn = (metadata: Readonly<Record<string, string>>) =>
        metadata['purpose'] === 'wallet' && metadata['payer'] === payerKey(payer);
      const intents = core.all('payment_intent').filter(({ metadata }) => isOwn(metadata));
      const paid = intents.filter(({ status }) => status === 'succeeded');
      const ids = new Set(paid.map(({ id }) => id));
      const refunds = core
        .all('refund')
        .filter(({ payment_intent: intent, status }) => ids.has(intent ?? '') && status === 'succeeded');
      const disputes = core.all('dispute').filter(({ payment_intent: intent }) => ids.has(intent ?? ''));
      const own = [
        ...differences(
          'the charge',
          said(paid.map(({ id, amount_received: amount }) => [id, amount * cent])),
          said(of('FundsAdded').map((data) => [String(data['chargeId']), data['units']])),
        ),
        ...differences(
          'the refund',
          said(refunds.map(({ id, amount }) => [id, amount * cent])),
          said(of('FundsRefunded').map((data) => [String(data['refundId']), data['units']])),
        ),
        ...differences(
          'the dispute',
          said(disputes.map(({ id, amount }) => [id, amount * cent])),
          said(of('FundsDisputed').map((data) => [String(data['disputeId']), data['units']])),
        ),
        ...differences(
          'the end of the dispute',
          said(
            disputes
              .filter(({ status }) => status === 'won' || status === 'lost')
              .map(({ id, status }) => [id, status]),
          ),
          said(of('DisputeClosed').map((data) => [String(data['disputeId']), data['outcome']])),
        ),
      ];
      for (const { contradiction } of of('WalletParked') as readonly { readonly contradiction?: unknown }[])
        own.push(`Stripe tells the truth, and the wallet is parked: ${JSON.stringify(contradiction)}`);

      // Once for each wish: of a person, and of the wallet.
      const wishes = Map.groupBy(paid, ({ id, metadata }) => metadata['crossing'] ?? keyOf(world, id) ?? id);
      for (const [wish, some] of wishes) if (some.length > 1) own.push(`charged ${some.length} times for ${wish}`);
      const { adding } = world.books.get(payer.id)!;
      for (const [commandId, { cents, isDone }] of adding) {
        const charged = wishes.get(`add-funds/${commandId}`) ?? [];
        if (isDone && charged.length === 0) own.push(`${cents} cents of ${commandId} are said to be added`);
        if (charged.some(({ amount }) => amount !== cents)) own.push(`${commandId} is charged with another amount`);
      }
      const declined = of('RechargeDeclined').map((data) => String(data['crossing']));
      for (const crossing of declined)
        if (wishes.has(crossing)) own.push(`the recharge ${crossing} is declined, and was charged`);
      const asked = of('RechargeRequested').map((data) => String(data['crossing']));
      const over = new Set([...declined, ...of('FundsAdded').map((data) => String(data['crossing']))]);
      for (const crossing of asked) if (!over.has(crossing)) own.push(`the recharge ${crossing} never comes to an end`);
      problems.push(...own.map((problem) => `${name}: ${problem}`));
    }
    return problems;
  },
};

/** Under which key a charge was asked for. */
function keyOf({ stripe }: Pick<World, 'stripe'>, id: string): string | null {
  const events = stripe?.standIn.core.all('event') ?? [];
  const made = events.find(({ type, data }) => type === 'payment_intent.created' && data.object['id'] === id);
  return (
    (made as { readonly request?: { readonly idempotency_key: string | null } } | undefined)?.request
      ?.idempotency_key ?? null
  );
}
