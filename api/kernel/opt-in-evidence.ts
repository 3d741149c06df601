import { popupConsent, consentText } from '../../domain/pages/consent.ts';
import { askedOf } from '../../domain/pages/answers.ts';
import { readPage } from '../../domain/pages/model.ts';
import type { WayOfJoining } from '../../domain/registrations/a2p/compose.ts';
import type { WaysIn } from '../../projections/registrations/ways-in.ts';

/** Where every way in of a business stands, for reviewers and everyone else. */
export const evidencePath = (uniqueId: string): string => `/pages/opt-in/${encodeURIComponent(uniqueId)}`;

/** The ways in of a business with the words that each shows. `base`: where its pages are. */
export function joiningWays({ name, uniqueId, ways }: WaysIn, base: string): readonly WayOfJoining[] {
  return ways.map(({ campaignId, keyword, kind, sections }) => {
    const pageUrl = kind === null ? null : `${base}/pages/${campaignId}/${encodeURIComponent(uniqueId)}`;
    if (kind === null || sections === null) return { keyword, pageUrl: null, isPopup: false, consent: null };
    if (kind === 'popup')
      return { keyword, pageUrl: null, isPopup: true, consent: popupConsent(readPage('popup', sections), name).phone };
    if (kind === 'coupon') return { keyword, pageUrl: null, isPopup: false, consent: null };
    const page = readPage(kind, sections);
    const asked = new Set(askedOf(page.inputs).map(({ field }) => field));
    const asks = { phone: asked.has('Phone'), email: asked.has('Email') };
    return { keyword, pageUrl, isPopup: false, consent: consentText(asks, page.actionButton.Disclaimer, name) };
  });
}

/** The addresses of the legal pages: the business's own elsewhere, or what is hosted here; null: there is no text yet. */
export function legalUrls({ privacyPage, termsPage, uniqueId }: WaysIn, base: string) {
  const at = (which: 'privacy' | 'terms', page: WaysIn['privacyPage']): string | null =>
    page?.link ? page.link
    : page?.content.trim() ? `${base}${evidencePath(uniqueId)}/${which}`
    : null;
  return { privacy: at('privacy', privacyPage), terms: at('terms', termsPage) };
}
