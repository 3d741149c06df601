import { DateTime } from 'luxon';
import type { RecordScope, RecordView } from '../../projections/reports/records.ts';
import type { Days } from '../../projections/engine/query.ts';
import type { TextReportParams } from '../contract/index.ts';
import { notFound } from '../kernel/errors.ts';
import type { ApiParts } from '../kernel/parts.ts';
import type { Call } from '../kernel/route.ts';
import type { Session } from '../kernel/sessions.ts';

interface Narrowed {
  readonly agency_id?: string | null;
  readonly business_id?: string | null;
}

/** Whose texts the caller asks for; `business`: the one that it is narrowed to. */
export interface Whose {
  readonly scope: RecordScope;
  readonly business: { readonly id: string; readonly name: string; readonly zone: string } | null;
}

/** Throws 404 for a tenant that isn't the caller's, or that does not exist. */
export async function whoseTexts(
  { readModels }: Pick<ApiParts, 'readModels'>,
  session: Session,
  { agency_id: ofAgency = null, business_id: ofBusiness = null }: Narrowed,
): Promise<Whose> {
  const { role } = session;
  const isForeign = role === 'Business' || (role === 'Agency' && ofAgency !== session.agencyId);
  if (ofAgency !== null && (isForeign || (await readModels.agency(ofAgency)) === null))
    throw notFound('This agency does not exist.');
  const agencyId = role === 'Agency' ? session.agencyId : ofAgency;
  const businessId = ofBusiness ?? (role === 'Business' ? session.businessId : null);
  if (businessId === null) return { scope: { agencyId, businessId }, business: null };
  const [business] =
    role === 'Business' && businessId !== session.businessId ? [] : await readModels.usersOfUsage({ businessId });
  if (business === undefined || (agencyId !== null && business.agencyId !== agencyId))
    throw notFound('This business does not exist.');
  return { scope: { agencyId, businessId }, business };
}

/** The days that were asked for; the last 30 of the business, or of UTC across businesses, where none were. */
export function daysOf(
  { now }: Pick<ApiParts, 'now'>,
  { business }: { readonly business: Pick<NonNullable<Whose['business']>, 'zone'> | null },
  asked: Days | null,
): Days {
  if (asked !== null) return asked;
  const today = DateTime.fromJSDate(now()).setZone(business?.zone ?? 'UTC');
  return { from: today.minus({ days: 29 }).toISODate()!, to: today.toISODate()! };
}

/** A page of texts; with the first one what all of them come to. */
export async function askTexts<Row>(
  { parts, query, session }: Pick<Call<unknown, TextReportParams>, 'parts' | 'query' | 'session'>,
  present: (text: RecordView, session: Session) => Row,
) {
  const {
    date_range: range,
    by,
    group_by: group,
    cursor,
    per_page: perPage,
    sort_desc: desc,
    page,
    ...filters
  } = query;
  const whose = await whoseTexts(parts, session, filters);
  const { scope, business } = whose;
  const days = daysOf(parts, whose, range);
  const asked = { days, by, filters };
  const [day, position] = cursor?.split('_') ?? [];
  const after = day === undefined ? null : { day, position: position! };
  const [found, { totals, groups }] = await Promise.all([
    parts.readModels.records(scope, asked, {
      after,
      skip: after === null ? (page - 1) * perPage : 0,
      limit: perPage + 1,
      desc,
    }),
    parts.readModels.recordSums(scope, asked, after === null ? group : null),
  ]);
  const rows = found.slice(0, perPage);
  const last = rows.at(-1);
  return {
    data: rows.map((row) => present(business === null ? row : { ...row, business: business.name }, session)),
    totals,
    groups: groups === null ? null : [...groups],
    meta: {
      total: totals.messages,
      ...days,
      next: found.length > perPage && last !== undefined ? `${last.day}_${last.position}` : null,
    },
  };
}
