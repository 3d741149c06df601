import { Select } from '@mantine/core';
import type { FilterData } from '../../../../components/contact-filter/useFilterData.ts';
import { t } from '../texts.ts';
import { CampaignChoice, type OnOf, type TriggerEditing } from './editor.tsx';

export function OptedIn({ on, at, data, wrong, put }: TriggerEditing<OnOf<'opted-in'>>) {
  return (
    <>
      <Select
        label={t('au.p.keyword')}
        placeholder={t('au.p.anyKeyword')}
        data={[
          ...new Set([
            ...data.campaigns.flatMap(({ keyword }) => (keyword === null || keyword === '' ? [] : [keyword])),
            ...(on.keyword === null || on.keyword === '' ? [] : [on.keyword]),
          ]),
        ]}
        value={on.keyword}
        error={wrong(`${at}.keyword`)}
        searchable
        clearable
        onChange={(keyword) => {
          put({ ...on, keyword });
        }}
      />
      <CampaignChoice {...{ on, at, data, wrong, put }} />
      {wrong(`${at}.keyword`) === undefined && <WhatCounts on={on} data={data} />}
    </>
  );
}

/** Which opt-ins count, in words: a keyword and a campaign are two names of one thing. */
function WhatCounts({
  on: { keyword: chosen, campaignId },
  data,
}: {
  readonly on: OnOf<'opted-in'>;
  readonly data: FilterData;
}) {
  const campaign = data.campaigns.find(({ id }) => id === campaignId);
  const keyword = chosen === '' ? null : chosen;
  if (campaignId !== null && campaign === undefined) return null;
  const name = campaign?.name ?? '';
  return (
    <p className="muted hint" role="status">
      {campaign === undefined ?
        keyword === null ?
          t('au.p.counts.any')
        : t('au.p.counts.keyword', { keyword })
      : keyword === null ?
        t('au.p.counts.campaign', { name })
      : t('au.p.counts.both', { name, keyword })}
    </p>
  );
}
