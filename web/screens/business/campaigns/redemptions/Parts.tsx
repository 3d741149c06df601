import type { ReactNode } from 'react';
import { PageHeader } from '../../../../components/PageHeader.tsx';
import { TabLinks } from '../../../../components/TabLinks.tsx';
import { useCan } from '../../../../session/rights.ts';
import { t } from './texts.ts';

const here = '/business/campaigns';
export type CampaignsTab = 'campaigns' | 'redemptions' | 'tills';
export const tabAddress = (tab: CampaignsTab): string => (tab === 'campaigns' ? here : `${here}?tab=${tab}`);

/** The head of /business/campaigns: campaigns, what was given and used of them, and where it is taken. */
export function CampaignsHead({
  tab,
  meta,
  children,
}: {
  readonly tab: CampaignsTab;
  readonly meta?: ReactNode;
  readonly children?: ReactNode;
}) {
  // Whoever only redeems sees the coupons alone.
  const manages = useCan()('manage');
  return (
    <>
      <PageHeader title={t(manages ? 'campaigns.title' : 'campaigns.tab.redemptions')} meta={meta}>
        {children}
      </PageHeader>
      {manages && (
        <TabLinks
          label={t('campaigns.title')}
          current={tabAddress(tab)}
          tabs={(['campaigns', 'redemptions', 'tills'] as const).map((one) => ({
            href: tabAddress(one),
            label: t(`campaigns.tab.${one}`),
          }))}
        />
      )}
    </>
  );
}
