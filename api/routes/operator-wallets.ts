import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { formatMoney, toLedger, usd } from '../../domain/kernel/money.ts';
import { Payer } from '../../domain/payments/payer.ts';
import { operatorWalletCalls } from '../contract/index.ts';
import { notFound } from '../kernel/errors.ts';
import { privateFile } from '../kernel/files.ts';
import { listQuery, listReply } from '../kernel/list.ts';
import { type Call, route } from '../kernel/route.ts';
import { presentOperatorLine, presentPayerWallet, presentWalletRow } from '../present/wallets.ts';
import { statementFile } from './wallets.ts';

const shown = ['wallets'];

/** Whose wallet an id names, and how it stands by its stream. */
async function walletAt({ parts, params }: Pick<Call<{ readonly id: string }>, 'parts' | 'params'>) {
  const named = await parts.readModels.payerNamed(params.id);
  // Whose tenant is gone has a wallet all the same: the ledger forgets nothing.
  const wallet = await parts.commands.wallets.walletOf(Payer.parse({ kind: named?.kind ?? 'agency', id: params.id }));
  const payer = named === null ? wallet.payer : Payer.parse({ kind: named.kind, id: params.id });
  if (payer === null) throw notFound('This wallet does not exist.');
  return { payer: wallet.payer ?? payer, name: named?.name ?? null, wallet, currency: wallet.currency ?? usd };
}

/** Names what is asked for, so that the same request is booked once. */
const nameOf = (call: Call<unknown>, what: string): string =>
  uuidV5(namespaces.command, call.context().commandId, what);

export const operatorWalletRoutes = [
  route(operatorWalletCalls['GET /wallets'], async ({ parts, query }) => {
    const given = listQuery(query);
    return listReply(await parts.readModels.wallets(given), given, presentWalletRow);
  }),

  route(operatorWalletCalls['GET /wallets/{id}'], async (call) => {
    const { readModels, now } = call.parts;
    const { payer, name, wallet } = await walletAt(call);
    const abouts = wallet.contradictions.map(({ about }) => about);
    const [accounts, lines, changedAt] = await Promise.all([
      readModels.walletAccounts(payer.id),
      abouts.length === 0 ? [] : readModels.walletLinesAbout(payer.id, abouts),
      readModels.walletChangedAt(payer.id),
    ]);
    const linesOf = (about: string) =>
      lines.filter(({ cause: { chargeId, refundId, disputeId, holdId } }) =>
        [chargeId, refundId, disputeId, holdId].includes(about),
      );
    return { data: presentPayerWallet({ ...payer, name }, wallet, accounts, linesOf, changedAt, now()) };
  }),

  route(operatorWalletCalls['GET /wallets/{id}/statement'], async (call) => {
    const { payer, wallet } = await walletAt(call);
    const page = { page: call.query.page, perPage: call.query.per_page };
    const found = await call.parts.readModels.walletStatement(payer, page);
    return listReply(found, page, (line) => presentOperatorLine(line, wallet));
  }),

  route(operatorWalletCalls['GET /wallets/{id}/statement/export'], async (call) => {
    const { payer } = await walletAt(call);
    const name = `Wallet statement, ${call.parts.now().toISOString().slice(0, 10)}.csv`;
    call.reply.headers(privateFile('text/csv; charset=utf-8', name));
    return statementFile(call.parts, payer);
  }),

  route(operatorWalletCalls['POST /wallets/{id}/credit'], async (call) => {
    const { amount, reason, revision } = call.body;
    const { payer, currency } = await walletAt(call);
    const { position } = await call.parts.commands.wallets.grantCredit(call.context(), {
      payer,
      currency,
      grantId: nameOf(call, 'grant'),
      units: toLedger({ amount }),
      reason,
      seen: revision,
    });
    await call.settled(position, shown);
    return { success: true as const, message: `${formatMoney({ amount, currency })} credit was granted.` };
  }),

  route(operatorWalletCalls['POST /wallets/{id}/adjustments'], async (call) => {
    const { amount, reason, revision } = call.body;
    const { payer, currency } = await walletAt(call);
    const { position } = await call.parts.commands.wallets.adjustWallet(call.context(), {
      payer,
      currency,
      adjustmentId: nameOf(call, 'adjustment'),
      units: toLedger({ amount }),
      reason,
      seen: revision,
    });
    await call.settled(position, shown);
    return { success: true as const, message: `The wallet was adjusted by ${formatMoney({ amount, currency })}.` };
  }),

  route(operatorWalletCalls['POST /wallets/{id}/refunds'], async (call) => {
    const { amount, reason, revision, charge_id: chargeId } = call.body;
    const { payer } = await walletAt(call);
    const wish = { payer, chargeId, amount, reason, seen: revision };
    const { position } = await call.parts.commands.payments.refundFunds(call.context(), wish);
    await call.settled(position, shown);
    return { success: true as const, message: 'The refund is on its way to the card.' };
  }),

  route(operatorWalletCalls['POST /wallets/{id}/reversals'], async (call) => {
    const { line_id: eventId, reason, revision } = call.body;
    const { payer } = await walletAt(call);
    const { position } = await call.parts.commands.wallets.reversePosting(call.context(), {
      payer,
      reversalId: nameOf(call, 'reversal'),
      eventId,
      reason,
      seen: revision,
    });
    await call.settled(position, shown);
    return { success: true as const, message: 'The posting was reversed.' };
  }),

  route(operatorWalletCalls['POST /wallets/{id}/resolve'], async (call) => {
    const { reason, revision } = call.body;
    const { payer } = await walletAt(call);
    const { position } = await call.parts.commands.wallets.resolveWallet(call.context(), {
      payer,
      reason,
      seen: revision,
    });
    await call.settled(position, shown);
    return { success: true as const, message: 'The wallet works again.' };
  }),

  route(operatorWalletCalls['POST /wallets/{id}/recharge/resume'], async (call) => {
    const { payer } = await walletAt(call);
    const { position } = await call.parts.commands.wallets.resumeRecharge(call.context(), { payer });
    await call.settled(position, shown);
    return { success: true as const, message: 'Automatic recharge goes on.' };
  }),
];
