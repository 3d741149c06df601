import { codeTypes } from '../../domain/campaigns/fields.ts';
import { nested, readPage } from '../../domain/pages/model.ts';
import { plainOf, type RichText } from '../../domain/pages/rich-text.ts';
import type { CampaignDetailView, CampaignView } from '../../projections/campaigns/queries.ts';
import type { PageView } from '../../projections/pages/queries.ts';
import type { Campaign, CampaignRow, KeywordRow, Landing } from '../contract/index.ts';

/** Why its keyword answers nobody yet; null: it does, or it is archived. */
export const waitingOf = ({ status, takenOn }: Pick<CampaignView, 'status' | 'takenOn'>) =>
  status !== 'waiting' ? null
  : takenOn === null ? ('number' as const)
  : ('keyword' as const);

/** Where a business's pages are: `<its agency's brand>/pages/<id>/<unique id>`. */
export type PageLink = (campaignId: string) => string;

const hasAddress = (kind: CampaignView['pageKind']): boolean =>
  kind === 'landing' || kind === 'vote' || kind === 'loop';

export const presentCampaignRow = (view: CampaignView, link: PageLink): CampaignRow => ({
  id: view.id,
  name: view.name,
  type: view.type,
  keyword: view.keyword,
  phone_number: view.number,
  status: view.status,
  waiting: waitingOf(view),
  members: view.members,
  opt_ins: view.optIns,
  opt_ins_week: view.optInsWeek,
  discount_type: view.offer.discountType,
  offer_title: view.offer.title,
  day_to_expire: view.offer.dayToExpire,
  page: {
    kind: view.pageKind ?? 'coupon',
    version: view.liveVersion,
    edited: view.edited,
    changed_at: view.changedAt,
    link: hasAddress(view.pageKind) ? link(view.id) : null,
  },
  ends_at: view.settings.endsAt,
  created_at: view.createdAt,
  archived_at: view.archivedAt,
});

/** A page's sections in today's shape, nested as in the specification. */
export const presentSections = (kind: PageView['kind'], stored: PageView['draft']): Record<string, unknown> =>
  nested({ ...readPage(kind, stored) });

export const presentCampaign = (view: CampaignDetailView, page: PageView | null, link: PageLink): Campaign => {
  const { offer, notifications, settings } = view;
  return {
    ...presentCampaignRow(view, link),
    reply: view.reply,
    reply_media: view.replyMedia.map(({ url, contentType }) => ({ url, content_type: contentType })),
    discount_amount: offer.amount,
    offer_terms: offer.terms,
    code_type: codeTypes[offer.codeType],
    static_code: offer.staticCode,
    use_limit: offer.useLimit,
    reminders: [...offer.reminders],
    reminder_message: offer.reminderMessage,
    contact_notification: { ...notifications.contact },
    notifications: { ...notifications.owner },
    phone_always: settings.phoneAlways,
    double_opt_in: settings.doubleOptIn,
    verify_email: settings.verifyEmail,
    redeem_by: settings.redeemBy,
    anonymous_use: settings.anonymousUse,
    sections: page === null ? {} : presentSections(page.kind, page.draft),
    revision: view.revision,
    page_revision: page?.revision ?? 0,
  };
};

/** What stands below the headline of a page, in plain words. */
export const descriptionOf = (kind: PageView['kind'], stored: PageView['draft']): string => {
  const { main } = readPage(kind, stored) as { readonly main?: { readonly Description?: RichText } };
  return plainOf(main?.Description ?? []);
};

export const presentLanding = (
  view: CampaignDetailView,
  page: PageView,
  sections: PageView['draft'],
  link: PageLink,
): Landing => ({
  ...presentCampaignRow(view, link),
  title: view.name,
  description: descriptionOf(page.kind, sections),
  template: page.template,
  sections: presentSections(page.kind, sections),
  published: page.live === null ? null : presentSections(page.kind, page.live.sections),
  history: page.history.map(({ act, version, at, byName }) => ({ act, version, at, by: byName })),
  phone_always: view.settings.phoneAlways,
  revision: page.revision,
});

export const presentKeyword = (view: CampaignView): KeywordRow => ({
  id: view.id,
  keyword: view.keyword,
  phone_number: view.number,
  waiting: waitingOf(view),
  campaign: { id: view.id, name: view.name },
  type: view.type,
  members: view.members,
  opt_ins_week: view.optInsWeek,
  created_at: view.createdAt,
});
