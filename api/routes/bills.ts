import type { ClosedStatement } from '../../domain/statements/statements.ts';
import { AgencyId, type BusinessId } from '../../domain/kernel/ids.ts';
import { billCalls } from '../contract/index.ts';
import { notFound, validationFailed } from '../kernel/errors.ts';
import { privateFile } from '../kernel/files.ts';
import { type Call, route } from '../kernel/route.ts';
import type { ApiParts } from '../kernel/parts.ts';
import { billDocument, billedIn, billWords, presentBillRow } from '../present/bills.ts';

const agencyOf = ({ session }: Pick<Call<unknown, unknown>, 'session'>): AgencyId => AgencyId.parse(session.agencyId);

async function closedMonth({ commands }: ApiParts, agencyId: AgencyId, month: string): Promise<ClosedStatement | null> {
  return (await commands.statements.closed(agencyId)).get(month) ?? null;
}
async function namesOf({ readModels }: ApiParts, agencyId: AgencyId) {
  const users = await readModels.usersOfUsage({ agencyId });
  return new Map(users.map((user) => [user.id, user]));
}
async function billOf(parts: ApiParts, agencyId: AgencyId, businessId: string, month: string) {
  const closed = await closedMonth(parts, agencyId, month);
  const business = (await namesOf(parts, agencyId)).get(businessId);
  if (closed === null || business === undefined || !billedIn(closed).includes(businessId))
    throw notFound('This business has no bill for this month.');
  return { closed, business };
}

export const billRoutes = [
  route(billCalls['GET /bills'], async (call) => {
    const { parts, query } = call;
    const { month, business_id: businessId, page, per_page: perPage } = query;
    const agencyId = agencyOf(call);
    if (businessId !== undefined) return billsOfBusiness(parts, agencyId, businessId, { month, page, perPage });
    if (month === undefined) throw validationFailed({ month: ['Choose a month.'] });
    const closed = await closedMonth(parts, agencyId, month);
    const names = await namesOf(parts, agencyId);
    const billed = (closed === null ? [] : billedIn(closed))
      .flatMap((id) => names.get(id) ?? [])
      .sort((one, other) => one.name.localeCompare(other.name, 'en') || (one.id < other.id ? -1 : 1));
    const shown = billed.slice((page - 1) * perPage, page * perPage);
    const sent = await parts.commands.bills.history(
      agencyId,
      shown.map(({ id }) => id as BusinessId),
      month,
    );
    return {
      data: shown.map(({ id, name }) => presentBillRow(closed!, { id, name }, sent.get(id) ?? [])),
      meta: { total: billed.length, page, per_page: perPage },
    };
  }),

  route(billCalls['GET /bills/file'], async (call) => {
    const { parts, query, reply } = call;
    const agencyId = agencyOf(call);
    const { closed, business } = await billOf(parts, agencyId, query.business_id, query.month);
    const [brand, agency, settings] = await Promise.all([
      parts.readModels.whitelabel(agencyId),
      parts.readModels.agency(agencyId),
      parts.commands.bills.settings(agencyId),
    ]);
    const name = agency?.name ?? '';
    const file = await parts.documents.pdf(
      billDocument(
        closed,
        { agency: { id: agencyId, name }, business: { id: business.id, name: business.name } },
        { brand: { name: brand?.name ?? name, color: brand?.color ?? null }, zone: business.zone, note: settings.note },
      ),
    );
    reply.headers(privateFile('application/pdf', billWords(closed, business.id).fileName));
    return Buffer.from(file);
  }),

  route(billCalls['POST /bills/send'], async (call) => {
    const { parts, body } = call;
    const { business_id: businessId, month, seen } = body;
    const agencyId = agencyOf(call);
    const { closed, business } = await billOf(parts, agencyId, businessId, month);
    await parts.commands.bills.send(call.context(), { agencyId, businessId, month, seen });
    const sent = await parts.commands.bills.history(agencyId, [businessId as BusinessId], month);
    const { id, name } = business;
    return { data: presentBillRow(closed, { id, name }, sent.get(id) ?? []) };
  }),

  route(billCalls['GET /bills/settings'], async (call) => ({ data: await settingsOf(call.parts, agencyOf(call)) })),

  route(billCalls['PUT /bills/settings'], async (call) => {
    const agencyId = agencyOf(call);
    const { is_on: isOn, note } = call.body;
    await call.parts.commands.bills.setUp(call.context(), { agencyId, isOn, note });
    return { data: await settingsOf(call.parts, agencyId) };
  }),
];

/** The bills of one business, the newest month first. */
async function billsOfBusiness(
  parts: ApiParts,
  agencyId: AgencyId,
  businessId: string,
  { month, page, perPage }: { readonly month: string | undefined; readonly page: number; readonly perPage: number },
) {
  const business = (await namesOf(parts, agencyId)).get(businessId);
  if (business === undefined) throw notFound('This business does not exist.');
  const billed = [...(await parts.commands.statements.closed(agencyId)).values()]
    .filter((closed) => closed.month === (month ?? closed.month) && billedIn(closed).includes(businessId))
    .sort((one, other) => (one.month < other.month ? 1 : -1));
  const sent = (await parts.commands.bills.history(agencyId, [businessId as BusinessId], null)).get(businessId) ?? [];
  const named = { id: businessId, name: business.name };
  return {
    data: billed.slice((page - 1) * perPage, page * perPage).map((closed) =>
      presentBillRow(
        closed,
        named,
        sent.filter((one) => one.month === closed.month),
      ),
    ),
    meta: { total: billed.length, page, per_page: perPage },
  };
}

async function settingsOf({ commands }: ApiParts, agencyId: AgencyId) {
  const { isOn, note, from } = await commands.bills.settings(agencyId);
  return { is_on: isOn, note, from };
}
