import type { z } from 'zod';
import { draftStatement } from '../../commands/statements/draft.ts';
import { openLine } from '../../commands/statements/items.ts';
import { add, negative } from '../../domain/kernel/money.ts';
import { Payer } from '../../domain/payments/payer.ts';
import { feeLines } from '../../domain/statements/fees.ts';
import { totalOf } from '../../domain/statements/statement.ts';
import { type Statement, statementCalls, type StatementParams } from '../contract/index.ts';
import { ApiError, notFound } from '../kernel/errors.ts';
import { privateFile } from '../kernel/files.ts';
import type { ApiParts } from '../kernel/parts.ts';
import { type Call, route } from '../kernel/route.ts';
import { askedMonth } from '../kernel/today.ts';
import { placeOf, presentContactDays, presentItems } from '../present/statement-items.ts';
import { statementDocument } from '../present/statement-document.ts';
import { amountsFor, presentStatement, statementCsv } from '../present/statements.ts';

type Asked = Call<unknown, z.output<typeof StatementParams>>;
/** What statements and reports are read with. */
export type ReportParts = Pick<ApiParts, 'readModels' | 'commands' | 'now'>;
interface Asking extends Pick<Asked, 'session'> {
  readonly parts: ReportParts;
  readonly query: Pick<Asked['query'], 'agency_id' | 'business_id'>;
}
interface Whose {
  readonly payer: Payer;
  /** One business of an agency; undefined: all. */
  readonly only: string | undefined;
}

/** Whose statement: an admin says it, everyone else has one. A business of an agency has none: its agency pays. */
export async function whoPays({ parts, query, session }: Asking): Promise<Whose> {
  const { role, agencyId, businessId } = session;
  if (role === 'Admin') return named(parts, query);
  const payer = Payer.safeParse(
    role === 'Agency' ?
      { kind: 'agency', id: agencyId }
    : { kind: 'business', id: agencyId === null ? businessId : null },
  );
  if (!payer.success) throw notFound('Your agency pays for this business.');
  return { payer: payer.data, only: role === 'Agency' ? query.business_id : undefined };
}

/** Whom an admin names; a business of an agency is told as a part of its agency's month. */
async function named(
  parts: Asking['parts'],
  { agency_id: agencyId, business_id: businessId }: Asking['query'],
): Promise<Whose> {
  if (agencyId !== undefined) return { payer: Payer.parse({ kind: 'agency', id: agencyId }), only: businessId };
  if (businessId === undefined) {
    const message = 'Say which agency or business.';
    throw new ApiError('validation_failed', message, { fields: { agency_id: [message] } });
  }
  const [business] = await parts.readModels.usersOfUsage({ businessId });
  if (business === undefined) throw notFound('This business does not exist.');
  return business.agencyId === null ?
      { payer: Payer.parse({ kind: 'business', id: businessId }), only: undefined }
    : { payer: Payer.parse({ kind: 'agency', id: business.agencyId }), only: businessId };
}

interface Found {
  readonly statement: Statement;
  /** A zone of the payer. */
  readonly zone: string;
}
async function statementFor(call: Asked): Promise<Found> {
  const month = await askedMonth(call.parts, call.session, call.query.month);
  return statementOfMonth(call, await whoPays(call), month);
}
/** As its reader may see it. */
export async function statementOfMonth(
  { parts, session }: Omit<Asking, 'query'>,
  { payer, only }: Whose,
  month: string,
): Promise<Found> {
  const now = parts.now();
  const draft = await draftStatement(parts.commands, parts.readModels, payer, month, now);
  if (only !== undefined && !draft.businesses.some(({ id }) => id === only))
    throw notFound('This business does not exist.');
  const name = payer.kind === 'agency' ? (await parts.readModels.agency(payer.id))?.name : draft.businesses[0]?.name;
  if (name === undefined) throw notFound(`This ${payer.kind} does not exist.`);
  const zone = (draft.businesses.find(({ id }) => id === only) ?? draft.businesses[0])?.zone ?? 'America/New_York';
  return { statement: presentStatement(draft, { payer, name, month, now, only, session }), zone };
}

const itemsPerPage = 50;

export const statementRoutes = [
  route(statementCalls['GET /statements'], async (call) => ({ data: (await statementFor(call as Asked)).statement })),

  route(statementCalls['GET /statements/file'], async (call) => {
    const { statement, zone } = await statementFor(call as Asked);
    if (call.query.format === 'csv') {
      call.reply.headers(privateFile('text/csv; charset=utf-8', `Usage ${statement.month}.csv`));
      return statementCsv(statement);
    }
    const { documents, config } = call.parts;
    const brand = { name: config.name, color: null };
    const file = await documents.pdf(statementDocument(statement, { brand, zone, title: 'Statement' }));
    call.reply.headers(privateFile('application/pdf', `Statement ${statement.number}.pdf`));
    return Buffer.from(file);
  }),

  route(statementCalls['GET /statements/items'], async (call) => {
    const { parts, query, session } = call;
    const { payer, only } = await whoPays(call as Asked);
    const {
      business_id: businessId,
      rate_id: rateId,
      channel,
      direction,
      country,
      carrier_class: carrierClass,
    } = query;
    if (businessId !== (only ?? payer.id)) throw notFound('This business does not exist.');
    const now = parts.now();
    const month = await askedMonth(parts, session, query.month);
    const key = { businessId, rateId, channel, direction, country, carrierClass };
    const lateOf = query.late_month ?? null;
    const opened = await openLine(parts.commands, parts.readModels, payer, month, now, key, lateOf);
    if (opened === null) throw notFound('This statement has no such line.');
    const asked = { ...key, days: opened.days, since: opened.since, upTo: opened.upTo };
    const { after, before } = placeOf(query.cursor);
    const amounts = amountsFor(session, payer);
    if (channel === 'number') {
      const items = await parts.readModels.usageNumbers(asked, month);
      const sum = { count: items.length, quantity: items.length };
      return presentItems(opened, { items, before: 0, isLast: true, sum }, amounts);
    }
    if (channel === 'contact') {
      const days = await parts.readModels.contactDays(businessId, month);
      return presentContactDays(opened, days, amounts);
    }
    const [rows, sum] = await Promise.all([
      parts.readModels.usageItems(asked, after, itemsPerPage + 1),
      after === null ? parts.readModels.usageItemsSum(asked) : null,
    ]);
    const items = rows.slice(0, itemsPerPage);
    return presentItems(opened, { items, before, isLast: rows.length <= itemsPerPage, sum }, amounts);
  }),

  route(statementCalls['GET /statements/margins'], async ({ parts, query, session }) => {
    const now = parts.now();
    const month = await askedMonth(parts, session, query.month);
    const { data, total } = await parts.readModels.usagePayers(month, { page: query.page, perPage: query.per_page });
    const rows = [];
    for (const { id, kind } of data) {
      const payer = Payer.parse({ kind, id });
      const draft = await draftStatement(parts.commands, parts.readModels, payer, month, now);
      const kept = draft.closed.get(month);
      const { carrier, price } = totalOf([...(kept?.lines ?? draft.lines), ...draft.late, ...feeLines(draft.fees)]);
      const name =
        kind === 'agency' ?
          (await parts.readModels.agency(id))?.name
        : draft.businesses.find((one) => one.id === id)?.name;
      rows.push({
        id,
        kind,
        name: name ?? '',
        currency: kept?.currency ?? draft.currency,
        closed: kept !== undefined,
        carrier,
        price,
        margin: add(price, negative(carrier)),
        unrated: (kept?.unrated ?? draft.unrated).reduce((sum, { quantity }) => sum + quantity, 0),
      });
    }
    return { data: rows, meta: { total, page: query.page, per_page: query.per_page } };
  }),
];
