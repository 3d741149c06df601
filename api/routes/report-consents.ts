import type { z } from 'zod';
import type { ConsentRecordView } from '../../projections/reports/consents.ts';
import type { ConsentRecord, ConsentReport, ConsentReportParams } from '../contract/index.ts';
import type { Call } from '../kernel/route.ts';
import type { Session } from '../kernel/sessions.ts';
import { masked } from '../present/masked.ts';
import { daysOf, whoseTexts } from './report-scope.ts';

function presentConsent(row: ConsentRecordView, { role }: Session): ConsentRecord {
  const { id, at, day, contactId, status, source, keyword, campaignId } = row;
  const isOwn = role === 'Business';
  return {
    id,
    at,
    day,
    business: { id: row.businessId, name: row.business ?? '' },
    contact: contactId === null ? null : { id: contactId, name: isOwn ? row.contact : null },
    phone: isOwn ? row.phone : masked(row.phone),
    status,
    source,
    keyword,
    campaign: campaignId === null ? null : { id: campaignId, name: row.campaign ?? '' },
  };
}

/** A page of opt-ins and opt-outs, and what all of them come to: as many as a dashboard counts on the same days. */
export async function askConsents({
  parts,
  query,
  session,
}: Call<unknown, z.output<typeof ConsentReportParams>>): Promise<z.output<typeof ConsentReport>> {
  const {
    date_range: range,
    group_by: group,
    cursor,
    page,
    per_page: perPage,
    sort_desc: desc,
    sort_by: _,
    ...filters
  } = query;
  const whose = await whoseTexts(parts, session, filters);
  const { scope, business } = whose;
  const days = daysOf(parts, whose, range);
  const asked = { days, filters };
  const [day, position, id] = cursor?.split('_') ?? [];
  const after = day === undefined ? null : { day, position: position!, id: id! };
  const skip = after === null ? (page - 1) * perPage : 0;
  const [found, { optIns, optOuts }, groups] = await Promise.all([
    parts.readModels.consentRecords(scope, asked, { after, skip, limit: perPage + 1, desc }),
    parts.readModels.consentTotals(scope, asked),
    group === null || after !== null ? null : parts.readModels.consentGroups(scope, asked, group),
  ]);
  const rows = found.slice(0, perPage);
  const last = rows.at(-1);
  return {
    data: rows.map((row) => presentConsent(business === null ? row : { ...row, business: business.name }, session)),
    totals: { opt_ins: optIns, opt_outs: optOuts },
    groups:
      groups?.map(({ optIns: ins, optOuts: outs, ...rest }) => ({ ...rest, opt_ins: ins, opt_outs: outs })) ?? null,
    meta: {
      total: optIns + optOuts,
      page,
      per_page: perPage,
      ...days,
      next: found.length > perPage && last !== undefined ? `${last.day}_${last.position}_${last.id}` : null,
    },
  };
}
