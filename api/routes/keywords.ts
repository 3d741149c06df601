import { canonicalKeyword } from '../../domain/sms/keywords.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { keywordCalls } from '../contract/index.ts';
import { asNamed, campaignModels, ownCampaign } from './own-campaign.ts';
import { listQuery, listReply } from '../kernel/list.ts';
import { type Call, route } from '../kernel/route.ts';
import { presentKeyword } from '../present/campaigns.ts';
import { archive } from './campaigns.ts';

/** The campaigns that these keywords belong to, as they are typed. */
async function campaignsOf({ parts, businessId }: Call, typed: readonly string[]) {
  const wanted = new Set<string | null>(typed.map((keyword) => canonicalKeyword(keyword)));
  return (await parts.readModels.campaigns(businessId)).filter(
    ({ keyword }) => keyword !== null && wanted.has(keyword),
  );
}
type Found = Awaited<ReturnType<typeof campaignsOf>>;
const hasStatic = (campaigns: Found): boolean =>
  campaigns.some(({ offer }) => offer.discountType !== 'none' && offer.codeType === 'static');

export const keywordRoutes = [
  route(keywordCalls['GET /keywords'], async (call) => {
    const query = listQuery(call.query);
    return listReply(await call.parts.readModels.campaignList(call.businessId, query), query, presentKeyword);
  }),

  route(keywordCalls['POST /keywords'], async (call) => {
    const { keyword, name, reply } = call.body;
    const context = call.context();
    const campaignId = uuidV5(namespaces.command, context.commandId, 'campaign');
    const { position } = await asNamed(() =>
      call.parts.commands.campaigns.create(context, {
        campaignId,
        name: name ?? canonicalKeyword(keyword) ?? keyword,
        type: 'text',
        keyword,
        reply,
        replyMedia: [],
        template: null,
        sections: {},
      }),
    );
    await call.settled(position, campaignModels);
    return { success: true as const, message: 'The keyword answers from now on.', data: { id: campaignId } };
  }),

  route(keywordCalls['PUT /keywords/{id}'], async (call) => {
    const view = await ownCampaign(call, call.params.id);
    const { position, result } = await asNamed(() =>
      call.parts.commands.campaigns.changeKeyword(call.context(), { campaignId: view.id, keyword: call.body.keyword }),
    );
    await call.settled(position, campaignModels);
    return { success: true as const, message: `${view.name} answers to ${result.keyword} now.` };
  }),

  route(keywordCalls['DELETE /keywords/{id}'], archive),

  route(keywordCalls['POST /keywords/has-static-coupon'], async (call) => ({
    static_coupon: hasStatic(await campaignsOf(call, call.body.keywords)),
  })),
  route(keywordCalls['POST /keywords/has-features'], async (call) => {
    const found = await campaignsOf(call, call.body.keywords);
    return { static_coupon: hasStatic(found), vote_coupon: found.some(({ type }) => type === 'vote') };
  }),
];
