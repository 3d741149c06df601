import type { z } from 'zod';
import { previewStatement, type StatementPreview } from '../../commands/statements/preview.ts';
import { BusinessId } from '../../domain/kernel/ids.ts';
import { zero } from '../../domain/kernel/money.ts';
import { Payer } from '../../domain/payments/payer.ts';
import { type Compared, compareByBusiness, compareByUse, totalsOf } from '../../domain/statements/preview.ts';
import { type PreviewedMonth, type PreviewMonth, statementCalls } from '../contract/index.ts';
import { notFound } from '../kernel/errors.ts';
import type { ApiParts } from '../kernel/parts.ts';
import { route } from '../kernel/route.ts';
import type { Session } from '../kernel/sessions.ts';
import { amountsFor } from '../present/statements.ts';

type Body = z.output<typeof PreviewMonth>;

/** The payers that are asked for: an agency is its own; an admin names one, or takes all of a month, page by page. */
async function payersOf(parts: ApiParts, { role, agencyId }: Session, body: Body) {
  if (role === 'Agency') return { payers: [Payer.parse({ kind: 'agency', id: agencyId })], total: 1 };
  if (body.agency_id !== null) return { payers: [Payer.parse({ kind: 'agency', id: body.agency_id })], total: 1 };
  if (body.business_id !== null) {
    const [business] = await parts.readModels.usersOfUsage({ businessId: body.business_id });
    if (business === undefined) throw notFound('This business does not exist.');
    const { agencyId: above } = business;
    const payer = above === null ? { kind: 'business', id: body.business_id } : { kind: 'agency', id: above };
    return { payers: [Payer.parse(payer)], total: 1 };
  }
  const { data, total } = await parts.readModels.usagePayers(body.month, { page: body.page, perPage: body.per_page });
  return { payers: data.map((payer) => Payer.parse(payer)), total };
}

function presented(preview: StatementPreview, payer: Payer, name: string, session: Session): PreviewedMonth {
  const { before, after, businesses, currency, isClosed } = preview;
  const amounts = amountsFor(session, payer);
  const names = new Map(businesses.map((one) => [one.id, one.name]));
  const of = (row: Compared) => ({
    before: amounts(row.before),
    after: amounts(row.after),
    unpriced_before: row.unratedBefore,
    unpriced_after: row.unratedAfter,
  });
  const byUse = compareByUse(before, after);
  return {
    id: payer.id,
    kind: payer.kind,
    name,
    currency,
    closed: isClosed,
    ...of(totalsOf(byUse)),
    lines: byUse.map(({ group: { channel, direction, country, carrierClass }, ...row }) => ({
      channel,
      direction,
      country,
      carrier_class: carrierClass,
      quantity: row.quantity,
      ...of(row),
    })),
    businesses: compareByBusiness(before, after).map(({ group: { businessId }, ...row }) => ({
      id: businessId,
      name: names.get(businessId) ?? '',
      ...of(row),
    })),
  };
}

export const statementPreviewRoutes = [
  route(statementCalls['POST /statements/preview'], async ({ parts, session, body }) => {
    const isAdmin = session.role === 'Admin';
    const { payers, total } = await payersOf(parts, session, body);
    const other = {
      list: isAdmin ? ('platform' as const) : ('agency' as const),
      asOf: body.as_of,
      prices: body.prices.map(({ carrier_class: carrierClass, business_id: businessId, ...price }) => ({
        ...price,
        carrierClass,
        businessId: isAdmin || businessId === null ? null : BusinessId.parse(businessId),
        carrier: isAdmin ? price.carrier : zero,
      })),
    };
    const rows: PreviewedMonth[] = [];
    for (const payer of payers) {
      const preview = await previewStatement(parts.commands, parts.readModels, payer, body.month, parts.now(), other);
      const name =
        payer.kind === 'agency' ? (await parts.readModels.agency(payer.id))?.name : preview.businesses[0]?.name;
      if (name === undefined) throw notFound(`This ${payer.kind} does not exist.`);
      rows.push(presented(preview, payer, name, session));
    }
    return { data: rows, meta: { total, page: body.page, per_page: body.per_page } };
  }),
];
