import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { pageKindOf } from '../../commands/campaigns/create.ts';
import { flat } from '../../domain/pages/model.ts';
import { templateOf } from '../../domain/pages/templates.ts';
import { suggestedKeywords } from '../../domain/campaigns/suggestions.ts';
import { campaignCalls, maxImageBytes, type UpdateCampaign } from '../contract/index.ts';
import {
  asNamed,
  campaignModels,
  checkGroups,
  groupsOf,
  nothingHeld,
  ownCampaign,
  pageLinkOf,
} from './own-campaign.ts';
import { notFound, validationFailed } from '../kernel/errors.ts';
import { listQuery, listReply, wholeReply } from '../kernel/list.ts';
import { acceptPicture } from '../kernel/pictures.ts';
import { type Call, route } from '../kernel/route.ts';
import { refuseIfUsed } from '../kernel/uses.ts';
import { previewToken } from '../public/widget.ts';
import { presentCampaign, presentCampaignRow } from '../present/campaigns.ts';
import { testAnswer } from '../present/tests.ts';
import type { z } from 'zod';
import type { CampaignListParams } from '../contract/index.ts';
import type { EvenIfUsed } from '../contract/uses.ts';

/** px: of a picture on a page, and its variants for phones. */
const picture = { maxWidth: 1600, widths: [320, 800] } as const;
const sharesAnHour = 30;
const testsAnHour = 20;

/** What a page begins as that names its template and says no more. */
export const templateSections = (template: string | null, type: string) => {
  const found = templateOf(template);
  return found?.kind === type ? found.sections : {};
};

type Params = { readonly id: string };

/** What a command of a second step is called, so that a repeated request repeats both. */
const then = (call: Call, step: string) => {
  const context = call.context();
  return { ...context, commandId: uuidV5(namespaces.command, context.commandId, step) };
};

async function list(call: Call<unknown, z.output<typeof CampaignListParams>>, types: readonly string[] = []) {
  const query = listQuery(call.query);
  const link = await pageLinkOf(call);
  const wanted = types.length === 0 ? query : { ...query, type: narrowed(query.type, types) };
  const found = await call.parts.readModels.campaignList(call.businessId, wanted);
  return listReply(found, query, (view) => presentCampaignRow(view, link));
}
/** Of the types that are asked for those of this list; a type of another list has nothing here. */
const narrowed = (asked: readonly string[], among: readonly string[]): string[] =>
  asked.length === 0 ?
    [...among]
  : among.filter((type) => asked.includes(type)).concat(asked.some((type) => among.includes(type)) ? [] : ['none']);
export { list as listCampaigns };

async function get(call: Call<Params>) {
  const { parts, businessId, params } = call;
  const [view, page, link] = await Promise.all([
    ownCampaign(call, params.id),
    parts.readModels.page(businessId, params.id),
    pageLinkOf(call),
  ]);
  return { data: presentCampaign(view, page, link) };
}

/** Changes sections of the campaign's page or coupon; null: none was given. */
async function editSections(call: Call<Params>, sections: Readonly<Record<string, unknown>>): Promise<bigint | null> {
  const { parts, businessId, params } = call;
  const page = await parts.readModels.page(businessId, params.id);
  if (page === null) throw validationFailed({ sections: ['This campaign has no page.'] });
  const changed = flat(page.kind, sections);
  if (Object.keys(changed).length === 0) return null;
  const wanted = { campaignId: params.id, revision: null, sections: changed };
  return (await parts.commands.campaigns.editPage(then(call, 'page'), wanted)).position;
}

/** What is given of a campaign is changed; each step is a command of its own, refused before anything is done where that can be known. */
async function update(call: Call<Params, unknown, Partial<z.output<typeof UpdateCampaign>>>) {
  const { parts, params } = call;
  const { status, keyword, name, reply, sections, revision = null, ...rest } = call.body;
  const { even_if_used: evenIfUsed, ...given } = rest;
  const { campaigns } = parts.commands;
  const campaignId = params.id;
  let view = await ownCampaign(call, campaignId);
  const settled = async (position: bigint | null) => {
    await call.settled(position, campaignModels);
    view = await ownCampaign(call, campaignId);
  };
  return asNamed(async () => {
    const groups = groupsOf(given, view);
    checkGroups(groups);
    if (status === 'archived' && view.status !== 'archived')
      await refuseIfUsed(call, 'campaign', campaignId, evenIfUsed);
    if (sections !== undefined) await settled(await editSections(call, sections));
    if (status === 'active' && view.status === 'archived')
      await settled((await campaigns.restore(then(call, 'restore'), { campaignId })).position);
    if (keyword !== undefined && keyword !== view.keyword)
      await settled((await campaigns.changeKeyword(then(call, 'keyword'), { campaignId, keyword })).position);
    const details =
      name === undefined && reply === undefined ?
        null
      : {
          name: name ?? view.name,
          reply: reply ?? view.reply,
          replyMedia: view.replyMedia.map(({ url, contentType }) => ({ url, contentType })),
        };
    if (details !== null || Object.values(groups).some((group) => group !== null))
      await settled((await campaigns.edit(call.context(), { campaignId, revision, details, ...groups })).position);
    if (status === 'archived') await settled((await campaigns.archive(then(call, 'archive'), { campaignId })).position);
    const message =
      status === 'archived' ? `${view.name} has been archived.`
      : status === 'active' ? `${view.name} is back.`
      : `${view.name} has been saved.`;
    return { success: true as const, message, data: { revision: view.revision } };
  });
}

export async function archive(call: Call<Params, z.output<typeof EvenIfUsed>>) {
  const view = await ownCampaign(call, call.params.id);
  if (view.status !== 'archived') await refuseIfUsed(call, 'campaign', view.id, call.query.even_if_used);
  const { position } = await call.parts.commands.campaigns.archive(call.context(), { campaignId: view.id });
  await call.settled(position, campaignModels);
  return { success: true as const, message: `${view.name} has been archived. Its keyword ${view.keyword} is free.` };
}

/** A popup's script, where its draft can be tried, and what shows the draft on a live site. */
function widgetOf({ parts }: Call, { id, liveVersion }: { id: string; liveVersion: number | null }, origin: string) {
  const preview = `?popup-preview=${previewToken(parts, id)}`;
  return {
    link: `${origin}/widget/${id}/sample${liveVersion === null ? preview : ''}`,
    script: `<script async src="${origin}/widget.js" data-popup="${id}"></script>`,
    preview,
  };
}

export const campaignRoutes = [
  route(campaignCalls['GET /campaigns'], (call) => list(call)),
  route(campaignCalls['GET /coupons'], (call) => list(call)),

  route(campaignCalls['POST /campaigns'], async (call) => {
    const { name, type, keyword, reply, template, sections, ...given } = call.body;
    const { campaigns } = call.parts.commands;
    const context = call.context();
    const campaignId = uuidV5(namespaces.command, context.commandId, 'campaign');
    return asNamed(async () => {
      const groups = groupsOf(given, nothingHeld);
      checkGroups(groups);
      const made = await campaigns.create(context, {
        campaignId,
        name,
        type,
        keyword,
        reply,
        replyMedia: [],
        template,
        sections: { ...templateSections(template, type), ...flat(pageKindOf(type), sections) },
      });
      let { position } = made;
      if (Object.values(groups).some((group) => group !== null)) {
        const edited = await campaigns.edit(then(call, 'terms'), {
          campaignId,
          revision: null,
          details: null,
          ...groups,
        });
        position = edited.position ?? position;
      }
      await call.settled(position, campaignModels);
      return { success: true as const, message: `${name} has been created.`, data: { id: campaignId } };
    });
  }),

  route(campaignCalls['GET /campaigns/{id}'], get),
  route(campaignCalls['PUT /campaigns/{id}'], update),
  route(campaignCalls['DELETE /campaigns/{id}'], archive),

  route(campaignCalls['GET /coupons/stats'], async ({ parts, businessId }) => {
    const all = await parts.readModels.campaigns(businessId);
    const sum = (value: (one: (typeof all)[number]) => number): number =>
      all.reduce((total, one) => total + value(one), 0);
    const best = all.filter((one) => one.optInsWeek > 0).toSorted((one, other) => other.optInsWeek - one.optInsWeek)[0];
    return {
      data: {
        campaigns: all.length,
        active: sum(({ status }) => (status === 'active' ? 1 : 0)),
        members: sum(({ members }) => members),
        opt_ins: sum(({ optIns }) => optIns),
        opt_ins_week: sum(({ optInsWeek }) => optInsWeek),
        best:
          best === undefined ? null : (
            { id: best.id, keyword: best.keyword, name: best.name, type: best.type, opt_ins_week: best.optInsWeek }
          ),
      },
    };
  }),
  route(campaignCalls['GET /coupons/keywords'], async ({ parts, businessId, query }) => {
    const all = await parts.readModels.campaigns(businessId);
    if (query.is_sample !== true)
      return wholeReply(all.map(({ id, keyword, name, type }) => ({ id, keyword, name, type })));
    const held = new Set(all.map(({ keyword }) => keyword));
    return wholeReply(suggestedKeywords.filter(({ keyword }) => !held.has(keyword)).map((one) => ({ id: '', ...one })));
  }),

  route(campaignCalls['GET /coupons/{id}'], get),
  route(campaignCalls['PUT /coupons/{id}'], update),
  route(campaignCalls['DELETE /coupons/{id}'], archive),
  route(campaignCalls['PUT /coupons/{id}/update-setting'], update),

  route(campaignCalls['GET /coupons/{id}/unique-id'], async (call) => ({
    data: { unique_id: call.parts.identifiers.token('share', (await ownCampaign(call, call.params.id)).id) },
  })),

  route(campaignCalls['GET /coupons/{id}/script'], async (call) => {
    const view = await ownCampaign(call, call.params.id);
    const linkOf = await pageLinkOf(call);
    if (view.pageKind === 'popup') return { data: widgetOf(call, view, new URL(linkOf(view.id)).origin) };
    const { link } = presentCampaignRow(view, linkOf).page;
    if (link === null) throw validationFailed({ id: ['This campaign has no page that can be shown elsewhere.'] });
    const title = view.name.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
    return {
      data: {
        link,
        preview: null,
        // Sizes as attributes: a site's policy may refuse styles of elements' own.
        script: `<iframe src="${link}?embed=1" title="${title}" loading="lazy" width="100%" height="720" style="border:0"></iframe>`,
      },
    };
  }),

  route(campaignCalls['POST /coupons/{id}/duplicate'], async (call) => {
    const source = await ownCampaign(call, call.params.id);
    const context = call.context();
    const campaignId = uuidV5(namespaces.command, context.commandId, 'campaign');
    const { position } = await call.parts.commands.campaigns.duplicate(context, {
      sourceId: source.id,
      campaignId,
      ...call.body,
    });
    await call.settled(position, campaignModels);
    return { success: true as const, message: `${call.body.name} has been created.`, data: { id: campaignId } };
  }),
  route(campaignCalls['POST /coupons/{id}/clone'], async (call) => {
    const context = call.context();
    const campaignId = uuidV5(namespaces.command, context.commandId, 'campaign');
    const { position } = await call.parts.commands.campaigns.clone(context, {
      uniqueId: call.params.id,
      campaignId,
      ...call.body,
    });
    await call.settled(position, campaignModels);
    return { success: true as const, message: `${call.body.name} has been created.`, data: { id: campaignId } };
  }),

  route(campaignCalls['POST /coupons/{id}/send-email'], async (call) => {
    const { parts, session, body } = call;
    const view = await ownCampaign(call, call.params.id);
    const row = presentCampaignRow(view, await pageLinkOf(call));
    if (row.page.link === null) throw notFound('This campaign has no page of its own.');
    if (row.page.version === null)
      throw validationFailed({ email: ['Publish the page first: until then its link leads nowhere.'] });
    await parts.rateLimits.take([{ key: `shares:${session.userId}`, max: sharesAnHour, windowMs: 3_600_000 }]);
    await parts.commands.campaigns.share(call.context(), {
      campaignId: view.id,
      email: body.email,
      link: row.page.link,
    });
    return { success: true as const, message: `The link is on its way to ${body.email}.` };
  }),

  route(campaignCalls['POST /coupons/{id}/test-notification'], async (call) => {
    const { parts, session, body, params } = call;
    await parts.rateLimits.take([{ key: `tests:${session.userId}`, max: testsAnHour, windowMs: 3_600_000 }]);
    const { result } = await parts.commands.members.sendTest(call.context(), { campaignId: params.id, ...body });
    if (result.sent.length === 0) throw validationFailed({ phone: ['You have no email address. Enter a number.'] });
    return testAnswer(result);
  }),

  route(campaignCalls['POST /coupons/upload-image'], async (call) => {
    const { path, contentType, size, width, height, variants } = await acceptPicture(call, {
      purpose: 'business',
      maxBytes: maxImageBytes,
      ...picture,
    });
    return {
      success: true as const,
      message: 'The picture has been uploaded.',
      data: { url: path, content_type: contentType, size, width, height, variants: { ...variants } },
    };
  }),
];
