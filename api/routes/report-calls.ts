import type { CallView } from '../../projections/reports/calls.ts';
import type { z } from 'zod';
import type { CallRecord, CallReport, CallReportParams } from '../contract/index.ts';
import type { Call } from '../kernel/route.ts';
import type { Session } from '../kernel/sessions.ts';
import { masked } from '../present/masked.ts';
import { daysOf, whoseTexts } from './report-scope.ts';

function presentCall(call: CallView, { role }: Session): CallRecord {
  const { id, at, day, number, carrier, status, reason, seconds, minutes, contactId } = call;
  const isOwn = role === 'Business';
  return {
    id,
    at,
    day,
    business: { id: call.businessId, name: call.business ?? '' },
    direction: 'in',
    number,
    phone: isOwn ? call.phone : masked(call.phone),
    contact: contactId === null ? null : { id: contactId, name: isOwn ? call.contact : null },
    carrier,
    carrier_id: call.carrierCallId,
    status,
    reason,
    seconds,
    minutes,
    texted_back: call.textBackId !== null,
  };
}

/** A page of calls, and what all of them come to. */
export async function askCalls({
  parts,
  query,
  session,
}: Call<unknown, z.output<typeof CallReportParams>>): Promise<z.output<typeof CallReport>> {
  const {
    date_range: range,
    group_by: group,
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
  const [found, totals, groups] = await Promise.all([
    parts.readModels.calls(scope, asked, { skip: (page - 1) * perPage, limit: perPage, desc }),
    parts.readModels.callTotals(scope, asked),
    group === null ? null : parts.readModels.callGroups(scope, asked, group),
  ]);
  return {
    data: found.map((row) => presentCall(business === null ? row : { ...row, business: business.name }, session)),
    totals,
    groups: groups === null ? null : [...groups],
    meta: { total: totals.calls, page, per_page: perPage, ...days },
  };
}
