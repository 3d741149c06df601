import { DateTime } from 'luxon';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { compare } from '../../domain/pages/statistics.ts';
import type { PageFiguresView, PageSums as Sums, PageTestView } from '../../projections/page-analytics/queries.ts';
import { pageFigureCalls, type PageTest, type PageSums } from '../contract/index.ts';
import { ownCampaign } from './own-campaign.ts';
import { notFound } from '../kernel/errors.ts';
import { presentPerson } from '../present/people.ts';
import { type Call, route } from '../kernel/route.ts';

type Params = { readonly id: string };
const testModels = ['pages', 'figures'];

const summed = ({ views, visitors, started, submitted }: Sums): PageSums => ({
  views,
  visitors,
  started,
  submitted,
  conversion: visitors === 0 ? null : Math.min(1, submitted / visitors),
});
const sides = (rows: PageFiguresView['sources']) => rows.map((row) => ({ value: row.value, ...summed(row) }));

interface Asked {
  readonly date_range?: string | undefined;
}
/** The page that is asked about, and which days of its business. */
async function asked(call: Call<Params, Asked>) {
  const { parts, businessId, params, query } = call;
  const [campaign, business] = await Promise.all([ownCampaign(call, params.id), parts.readModels.business(businessId)]);
  if (business === null) throw notFound();
  const today = DateTime.fromJSDate(parts.now()).setZone(business.timezone);
  const [from, to] = (query.date_range?.split(',') as [string, string] | undefined) ?? [
    today.minus({ days: 29 }).toISODate()!,
    today.toISODate()!,
  ];
  return { campaign, zone: today.isValid ? business.timezone : 'UTC', from, to };
}

async function figures(call: Call<Params, Asked>) {
  const { parts, businessId } = call;
  const { campaign, zone, from, to } = await asked(call);
  const view = await parts.readModels.pageFigures(businessId, { campaignId: campaign.id, zone, from, to });
  return {
    data: {
      from,
      to,
      totals: summed(view.totals),
      previous: summed(view.previous),
      daily: view.daily.map((row) => ({ day: row.day, ...summed(row) })),
      sources: sides(view.sources),
      media: sides(view.media),
      campaigns: sides(view.campaigns),
      devices: sides(view.devices),
      robots: view.robots,
      double_opt_in: { on: campaign.settings.doubleOptIn, asked: view.asked, completed: view.answered },
    },
  };
}

function presentTest({ testId, one, other, startedAt, endedAt, kept, counts }: PageTestView): PageTest {
  const of = (version: number): Sums =>
    counts.find((row) => row.version === version) ?? { views: 0, visitors: 0, started: 0, submitted: 0 };
  const share = (version: number) => ({ successes: of(version).submitted, trials: of(version).visitors });
  const { shares, difference, needed, verdict } = compare(share(one), share(other));
  const variant = (index: 0 | 1) => {
    const version = [one, other][index]!;
    const { views, visitors, started, submitted } = of(version);
    const { share: conversion, low, high } = shares[index];
    return { version, views, visitors, started, submitted, conversion, low, high };
  };
  return {
    id: testId,
    started_at: startedAt,
    ended_at: endedAt,
    kept,
    variants: [variant(0), variant(1)],
    difference,
    needed,
    verdict,
  };
}

export const pageFigureRoutes = [
  route(pageFigureCalls['GET /coupons/{id}/stats'], (call) => figures(call)),
  route(pageFigureCalls['GET /landings/{id}/stats'], (call) => figures(call)),

  route(pageFigureCalls['GET /landings/{id}/entries'], async (call) => {
    const { parts, businessId, query } = call;
    const { campaign, from, to } = await asked(call);
    const { page, per_page: perPage } = query;
    const of = { campaignId: campaign.id, from, to, page, perPage };
    const { data, total } = await parts.readModels.pageEntries(businessId, of);
    return {
      data: data.map(({ id, at, day, email, device, source, ...person }) => ({
        id,
        at,
        day,
        ...presentPerson(person),
        email,
        device,
        source,
      })),
      meta: { total, page, per_page: perPage },
    };
  }),
  route(pageFigureCalls['GET /landings/{id}/tests'], async (call) => {
    const { parts, businessId, params } = call;
    const [page, tests] = await Promise.all([
      parts.readModels.page(businessId, params.id),
      parts.readModels.pageTests(businessId, params.id),
    ]);
    if (page === null) throw notFound('This page does not exist.');
    return {
      data: {
        versions: page.history
          .filter(({ act }) => act === 'published')
          .map(({ version, at }) => ({ version: version!, published_at: at, live: version === page.liveVersion })),
        tests: tests.map(presentTest),
      },
    };
  }),
  route(pageFigureCalls['POST /landings/{id}/tests'], async (call) => {
    const { parts, params, body } = call;
    await ownCampaign(call, params.id);
    const context = call.context();
    const testId = uuidV5(namespaces.command, context.commandId, 'page-test');
    const { position } = await parts.commands.campaigns.startPageTest(context, {
      campaignId: params.id,
      testId,
      versions: body.versions,
    });
    await call.settled(position, testModels);
    return {
      success: true as const,
      message: 'From now on half of your visitors see each version.',
      data: { id: testId },
    };
  }),
  route(pageFigureCalls['PUT /landings/{id}/tests/{test}'], async (call) => {
    const { parts, params, body } = call;
    await ownCampaign(call, params.id);
    const { position } = await parts.commands.campaigns.endPageTest(call.context(), {
      campaignId: params.id,
      testId: params.test,
      keep: body.keep,
    });
    await call.settled(position, testModels);
    return { success: true as const, message: `From now on everybody sees version ${body.keep}.` };
  }),
];
