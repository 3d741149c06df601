import {
  IconArchive,
  IconArrowsShuffle,
  IconBrandFacebook,
  IconBroadcast,
  IconCheckbox,
  IconClock,
  IconCode,
  IconFileDescription,
  IconLayoutBottombar,
  IconMessage2,
  IconVideo,
  IconWorldWww,
  type TablerIcon,
} from '@tabler/icons-react';
import type { CampaignRow } from '../../../../api/contract/campaigns.ts';
import { t } from './texts.ts';

export type CampaignType = CampaignRow['type'];
export const typeIcons: Readonly<Record<CampaignType, TablerIcon>> = {
  landing: IconFileDescription,
  vote: IconCheckbox,
  loop: IconArrowsShuffle,
  text: IconMessage2,
  popup: IconLayoutBottombar,
  cms: IconWorldWww,
  goto: IconVideo,
  api: IconCode,
  fb: IconBrandFacebook,
};

const looks = {
  live: [IconBroadcast, 'success', 'state.live'],
  number: [IconClock, 'warning', 'state.waitsNumber'],
  keyword: [IconClock, 'danger', 'state.waitsKeyword'],
  archived: [IconArchive, 'neutral', 'state.archived'],
} as const;

/** Whether its keyword answers, and why not. */
export function CampaignState({ campaign }: { readonly campaign: Pick<CampaignRow, 'status' | 'waiting'> }) {
  const [Icon, tone, label] =
    looks[
      campaign.status === 'archived' ? 'archived'
      : campaign.waiting !== null ? campaign.waiting
      : 'live'
    ];
  return (
    <span className={`bk-status badge tone-${tone}`}>
      <Icon size={14} aria-hidden />
      {t(label)}
    </span>
  );
}

/** All of a campaign in one state: a keyword that answers does not mean that its page is there. */
export function WholeState({ campaign }: { readonly campaign: Pick<CampaignRow, 'status' | 'waiting' | 'page'> }) {
  const { page, status, waiting } = campaign;
  const missing = page.kind !== 'coupon' && page.version === null;
  if (status === 'archived' || waiting !== null || page.kind === 'coupon' || (!missing && !page.edited))
    return <CampaignState campaign={campaign} />;
  return (
    <span className="bk-status badge tone-warning">
      <IconBroadcast size={14} aria-hidden />
      {t(
        !missing ? 'state.liveUnpublished'
        : page.kind === 'popup' ? 'state.popupNotPublished'
        : 'state.liveNotPublished',
      )}
    </span>
  );
}

/** Where its page is: public, not yet, or public with changes that are not. */
export function PageState({ page }: { readonly page: CampaignRow['page'] }) {
  if (page.kind === 'coupon') return <span className="faint">{t('state.couponPage')}</span>;
  const [tone, label] =
    page.version === null ? (['neutral', 'state.draft'] as const)
    : page.edited ? (['warning', 'state.edited'] as const)
    : (['success', 'state.published'] as const);
  return <span className={`cmp-dot tone-${tone}`}>{t(label)}</span>;
}

export const KeywordTag = ({ keyword, type }: { readonly keyword: string; readonly type: CampaignType }) => {
  const Icon = typeIcons[type];
  return (
    <span className="cmp-tag">
      <span className="icon" aria-hidden>
        <Icon size={18} />
      </span>
      <b>{keyword}</b>
    </span>
  );
};

/** Whether people come to a page of it: of a keyword alone there is nothing to count but its members. */
export const hasFigures = ({ page }: Pick<CampaignRow, 'page'>): boolean => page.link !== null || page.kind === 'popup';
