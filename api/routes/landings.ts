import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { flat, type PageKind, readPage, type StoredSections } from '../../domain/pages/model.ts';
import { written } from '../../domain/pages/rich-text.ts';
import { landingCalls } from '../contract/index.ts';
import { asNamed, campaignModels, ownCampaign, pageLinkOf } from './own-campaign.ts';
import { notFound } from '../kernel/errors.ts';
import { type Call, route } from '../kernel/route.ts';
import { presentLanding } from '../present/campaigns.ts';
import { archive, listCampaigns, templateSections } from './campaigns.ts';

/** Campaigns with a page that people go to. */
const types = ['landing', 'vote', 'loop'];

async function ownPage(call: Call<{ readonly id: string }>) {
  const { parts, businessId, params } = call;
  const [view, page] = await Promise.all([ownCampaign(call, params.id), parts.readModels.page(businessId, params.id)]);
  if (page === null) throw notFound('This page does not exist.');
  return { view, page };
}

/** Sections with these words below the headline, in place of what they or the `draft` say there. */
const described = (
  kind: PageKind,
  sections: Readonly<Record<string, unknown>>,
  description: string | undefined,
  draft: StoredSections = {},
): Readonly<Record<string, unknown>> => {
  if (description === undefined) return sections;
  const { main } = readPage(kind, { ...draft, ...(sections as StoredSections) }) as { readonly main: object };
  return { ...sections, main: { ...main, Description: written(description) } };
};

export const landingRoutes = [
  route(landingCalls['GET /landings'], (call) => listCampaigns(call, types)),

  route(landingCalls['POST /landings'], async (call) => {
    const { title, description, type, keyword, template, sections } = call.body;
    const context = call.context();
    const campaignId = uuidV5(namespaces.command, context.commandId, 'campaign');
    const { position } = await asNamed(() =>
      call.parts.commands.campaigns.create(context, {
        campaignId,
        name: title,
        type,
        keyword,
        reply: '',
        replyMedia: [],
        template,
        sections: described(type, { ...templateSections(template, type), ...flat(type, sections) }, description),
      }),
    );
    await call.settled(position, campaignModels);
    return { success: true as const, message: `${title} has been created.`, data: { id: campaignId } };
  }),

  route(landingCalls['GET /landings/{id}'], async (call) => {
    const { view, page } = await ownPage(call);
    const link = await pageLinkOf(call);
    const { version } = call.query;
    if (version === undefined) return { data: presentLanding(view, page, page.draft, link) };
    const earlier = await call.parts.readModels.pageVersion(call.businessId, { campaignId: view.id, version });
    if (earlier === null) throw notFound('This version does not exist.');
    return { data: presentLanding(view, page, earlier.sections, link) };
  }),

  route(landingCalls['PUT /landings/{id}'], async (call) => {
    const { title, description, sections, publish, restore, revision } = call.body;
    const { campaigns } = call.parts.commands;
    const { view, page } = await ownPage(call);
    const campaignId = view.id;
    const context = call.context();
    const then = (step: string) => ({ ...context, commandId: uuidV5(namespaces.command, context.commandId, step) });
    let position: bigint | null = null;
    const reached = (outcome: { readonly position: bigint | null }): void => {
      if (outcome.position !== null && (position === null || outcome.position > position)) position = outcome.position;
    };
    if (title !== undefined && title !== view.name)
      reached(
        await campaigns.edit(then('title'), {
          campaignId,
          revision: null,
          details: { name: title, reply: view.reply, replyMedia: view.replyMedia.map((one) => ({ ...one })) },
          offer: null,
          notifications: null,
          settings: null,
        }),
      );
    if (restore !== undefined)
      reached(await campaigns.restorePageVersion(then('restore'), { campaignId, version: restore }));
    const changed = described(page.kind, flat(page.kind, sections), description, page.draft);
    let saved = 0;
    if (Object.keys(changed).length > 0) {
      const edited = await campaigns.editPage(context, { campaignId, revision, sections: changed });
      saved = edited.result.revision;
      reached(edited);
    }
    if (publish === true) reached(await campaigns.publishPage(then('publish'), { campaignId }));
    else if (publish === false) reached(await campaigns.unpublishPage(then('unpublish'), { campaignId }));
    await call.settled(position, campaignModels);
    const now = await ownPage(call);
    const message =
      publish === true ? `${now.view.name} is live.`
      : publish === false ? `${now.view.name} is not public any more.`
      : '';
    const { revision: newest, liveVersion, edited } = now.page;
    return {
      success: true as const,
      message,
      data: { revision: Math.max(saved, newest), version: liveVersion, edited },
    };
  }),

  route(landingCalls['DELETE /landings/{id}'], archive),
];
