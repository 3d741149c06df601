import { z } from 'zod';
import { consentText } from '../../domain/pages/consent.ts';
import { askedOf } from '../../domain/pages/answers.ts';
import { type Page, readPage } from '../../domain/pages/model.ts';
import type { PublicPageView } from '../../projections/pages/public-queries.ts';
import type { PageContext } from '../contract/page-view.ts';
import type { ApiParts } from '../kernel/parts.ts';

/** How long a page is given again from memory, in ms: what was published is seen after that at the latest. */
const freshMs = 1_000;
const maxPages = 1_000;

export type PublicKind = 'landing' | 'vote' | 'loop';
export const isPublicKind = (kind: string): kind is PublicKind =>
  kind === 'landing' || kind === 'vote' || kind === 'loop';

/** A page with the version that is shown. */
export type Found = PublicPageView & {
  readonly kind: PublicKind;
  readonly version: number;
  readonly hash: string;
  readonly sections: NonNullable<PublicPageView['sections']>;
};
/** Why there is nothing to see, and what to say. */
export interface Missing {
  readonly status: 404 | 410;
  readonly title: string;
  readonly text: string;
  readonly company: string | null;
}

export const unknownPage: Missing = {
  status: 404,
  title: 'There is no page here',
  text: 'Please look at the address again: a letter may be missing, or it was shortened.',
  company: null,
};

/** Pages by their campaign, each asked for once at a time however many look. */
export function createPageFinder({ readModels, now }: Pick<ApiParts, 'readModels' | 'now'>) {
  const live = new Map<string, { readonly at: number; readonly page: Promise<PublicPageView | null> }>();
  return (campaignId: string, version: number | null = null): Promise<PublicPageView | null> => {
    if (!z.uuid().safeParse(campaignId).success) return Promise.resolve(null);
    const at = now().getTime();
    const name = `${campaignId} ${version ?? ''}`;
    const known = live.get(name);
    if (known !== undefined && Math.abs(at - known.at) < freshMs) return known.page;
    const page = readModels.publicPage({ campaignId, version });
    live.delete(name);
    live.set(name, { at, page });
    page.catch(() => live.delete(name));
    if (live.size > maxPages) live.delete(live.keys().next().value!);
    return page;
  };
}
export type PageFinder = ReturnType<typeof createPageFinder>;

/**
 * Whether a visitor gets to see a page. `business` is its name in addresses, or its id: both have to fit. A host of one
 * agency shows no other's. `hostOf`: whose host it is, null: the platform's.
 */
export function judge(
  page: PublicPageView | null,
  {
    business,
    hostOf,
    now,
    popups = false,
  }: {
    readonly business: string | null;
    readonly hostOf: string | null;
    readonly now: Date;
    /** A popup has no page of its own, but small print. */
    readonly popups?: boolean;
  },
): { readonly found: Found } | { readonly missing: Missing } {
  if (page === null || !(isPublicKind(page.kind) || (popups && page.kind === 'popup'))) return { missing: unknownPage };
  const wanted = business?.toLowerCase() ?? null;
  if (wanted !== null && wanted !== page.uniqueId.toLowerCase() && wanted !== page.businessId)
    return { missing: unknownPage };
  if (hostOf !== null && hostOf !== page.agencyId) return { missing: unknownPage };
  const missing = shutBecause(page, now);
  return missing === null ? { found: page as Found } : { missing };
}

/** Why a page shows nothing at the moment; null: it is open. Afterwards its version is there. */
export function shutBecause(page: PublicPageView, now: Date): Missing | null {
  const closed = (status: 404 | 410, text: string): Missing => ({
    status,
    title: 'This page is closed',
    text,
    company: page.businessName,
  });
  if (page.businessState !== 'active') return closed(410, 'It takes no entries any more.');
  if (page.archived) return closed(410, `${page.businessName} has ended this campaign.`);
  if (page.liveVersion === null || page.version === null || page.hash === null || page.sections === null)
    return closed(404, `${page.businessName} shows nothing here at the moment.`);
  const { endsAt } = page.settings;
  if (endsAt !== null && endsAt <= now.toISOString() && page.kind !== 'vote')
    return closed(410, 'The time to enter is over.');
  return null;
}

export const sectionsOf = <K extends PublicKind>(page: Found, kind: K): Page<K> => readPage(kind, page.sections);

/** Addresses of the business's own legal pages, where it has any. */
export function legalOf(page: PublicPageView): NonNullable<PageContext['legal']> {
  const at = (which: 'privacy' | 'terms', legal: PublicPageView['privacyPage']): string | null =>
    legal === null ? null
    : legal.link !== null && legal.link !== '' ? legal.link
    : legal.content.trim() === '' ? null
    : `/pages/${page.campaignId}/${encodeURIComponent(page.uniqueId)}/${which}`;
  return { policy: at('privacy', page.privacyPage), terms: at('terms', page.termsPage) };
}

/** What the renderer needs besides the page. */
export function contextOf(page: Found, locale: string): PageContext {
  const sections = sectionsOf(page, page.kind);
  const asked = new Set(askedOf(sections.inputs).map(({ field }) => field));
  const asks = { phone: asked.has('Phone'), email: asked.has('Email') };
  return {
    company: page.businessName,
    consentText: consentText(asks, sections.actionButton.Disclaimer, page.businessName),
    mode: 'live',
    locale,
    form: null,
    phoneAlways: page.settings.phoneAlways,
    offer: page.offer.discountType === 'none' ? null : page.offer.title,
    legal: legalOf(page),
    scriptUrl:
      sections.scripts.Custom.trim() === '' ?
        null
      : `/pages/${page.campaignId}/${encodeURIComponent(page.uniqueId)}/script/${page.version}`,
  };
}

/** The first language that a browser asks for, for numbers and days; English where it says none. */
export function localeOf(accepts: string | undefined): string {
  const first = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})?/i.exec(accepts ?? '')?.[0];
  if (first === undefined) return 'en-US';
  try {
    return Intl.getCanonicalLocales(first)[0] ?? 'en-US';
  } catch {
    return 'en-US';
  }
}
