import { Readable } from 'node:stream';
import { DomainError } from '../../domain/kernel/errors.ts';
import { plainLedger } from '../../domain/kernel/money.ts';
import type { Payer } from '../../domain/payments/payer.ts';
import type { WalletLineView } from '../../projections/wallets/queries.ts';
import { walletCalls } from '../contract/index.ts';
import { privateFile } from '../kernel/files.ts';
import { listReply } from '../kernel/list.ts';
import type { ApiParts } from '../kernel/parts.ts';
import { type Call, route } from '../kernel/route.ts';
import { csvFile } from '../kernel/tables/csv.ts';
import { presentLine, presentWallet } from '../present/wallets.ts';
import { payerOf } from './payments.ts';

const shown = ['wallets'];

/** Whoever is signed in, where they pay here: a business of an agency doesn't. */
function ownPayer({ session }: Pick<Call, 'session'>): Payer {
  if (session.role === 'Business' && session.agencyId !== null)
    throw new DomainError('not_found', 'Your agency pays for this business.');
  return payerOf(session);
}

const said = {
  added: 'The funds were added.',
  processing: 'Your bank is processing the payment. The funds appear when it is done.',
  requires_action: 'Your bank asks you to confirm this payment.',
} as const;

const exported = { perPage: 1_000, pages: 10 };

/** The newest lines of a statement, page by page. */
async function* lines({ readModels }: ApiParts, payer: Payer): AsyncGenerator<readonly WalletLineView[]> {
  for (let page = 1; page <= exported.pages; page += 1) {
    const { data } = await readModels.walletStatement(payer, { page, perPage: exported.perPage });
    if (data.length > 0) yield data;
    if (data.length < exported.perPage) return;
  }
}

/** A statement as a file. */
export function statementFile(parts: ApiParts, payer: Payer): Readable {
  async function* rows() {
    for await (const some of lines(parts, payer))
      yield some.map((view) => {
        const { at, kind, units, balance, currency, charge_id, reason, business, usage } = presentLine(view);
        const sent = usage
          .map(
            ({ channel, direction, country, quantity }) =>
              `${quantity} ${channel} ${country}${direction === 'in' ? ' received' : ''}`,
          )
          .join(', ');
        return [
          { at },
          kind,
          plainLedger(units, currency),
          plainLedger(balance, currency),
          currency,
          business?.name ?? business?.id ?? null,
          sent === '' ? null : sent,
          reason ?? charge_id,
        ];
      });
  }
  const columns = ['Time', 'Kind', 'Amount', 'Balance', 'Currency', 'Business', 'Usage', 'Reference'];
  return Readable.from(csvFile({ name: 'statement', title: 'Wallet statement', columns, rows: rows(), zone: 'UTC' }));
}

export const walletRoutes = [
  route(walletCalls['GET /wallet'], async (call) => ({
    data: presentWallet(await call.parts.readModels.wallet(ownPayer(call))),
  })),

  route(walletCalls['GET /wallet/statement'], async (call) => {
    const query = { page: call.query.page, perPage: call.query.per_page };
    return listReply(await call.parts.readModels.walletStatement(ownPayer(call), query), query, presentLine);
  }),

  route(walletCalls['GET /wallet/statement/export'], async (call) => {
    const payer = ownPayer(call);
    const name = `Wallet statement, ${call.parts.now().toISOString().slice(0, 10)}.csv`;
    call.reply.headers(privateFile('text/csv; charset=utf-8', name));
    return statementFile(call.parts, payer);
  }),

  route(walletCalls['PUT /wallet/recharge'], async (call) => {
    const { recharge } = call.body;
    const { position } = await call.parts.commands.wallets.setAutoRecharge(call.context(), {
      payer: ownPayer(call),
      recharge: recharge && { below: recharge.below, amount: recharge.amount, mostPerDay: recharge.most_per_day },
    });
    await call.settled(position, shown);
    return {
      success: true as const,
      message: recharge === null ? 'Automatic recharge is off.' : 'Automatic recharge is on.',
    };
  }),

  route(walletCalls['POST /subscriptions/add-fund'], async (call) => {
    const { parts, session, body } = call;
    const { cardForm } = parts.config;
    // Each is a charge, and a stolen session must not test cards.
    await parts.rateLimits.take([{ key: `add-funds:${session.userId}`, max: 20, windowMs: 10 * 60_000 }]);
    const wish = { payer: ownPayer(call), amount: body.amount };
    const { position, result } = await parts.commands.payments.addFunds(call.context(), wish);
    await call.settled(position, shown);
    return {
      success: true as const,
      message: said[result.status],
      data: {
        status: result.status,
        charge_id: result.chargeId,
        client_secret: result.clientSecret,
        payment_method: result.methodId,
        publishable_key: cardForm?.publishableKey ?? '',
        form_url: cardForm?.sandboxUrl ? `${cardForm.sandboxUrl}/stripe/elements` : null,
      },
    };
  }),

  route(walletCalls['POST /subscriptions/add-fund/{id}'], async (call) => {
    const wish = { payer: ownPayer(call), chargeId: call.params.id };
    const { position, result } = await call.parts.commands.payments.checkFunds(call.context(), wish);
    await call.settled(position, shown);
    return { success: true as const, message: said[result.status], data: { status: result.status } };
  }),
];
