import { Button } from '@mantine/core';
import { IconExternalLink, IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Campaign } from '../../../../api/contract/campaigns.ts';
import { useRead } from '../../../data/read.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { FormGhost } from '../../../components/FormGhost.tsx';
import { RecordHeader } from '../../../components/RecordHeader.tsx';
import { TabLinks } from '../../../components/TabLinks.tsx';
import { hasFigures, WholeState } from './presentation.tsx';
import { t } from './texts.ts';
import { builderPath, here } from './useCampaignActions.tsx';

/** The frame of a campaign's screens: what it is called, how it stands, and the way to its page. */
export function CampaignFrame({
  id,
  tab,
  children,
}: {
  readonly id: string;
  readonly tab: '' | '/edit' | '/setting' | '/figures';
  readonly children: (campaign: Campaign, refresh: () => void) => ReactNode;
}) {
  const read = useRead('/campaigns/{id}', { params: { id } });
  if (read.error) return <ErrorState error={read.error} onRetry={read.refresh} />;
  if (!read.data) return <FormGhost />;
  const campaign = read.data.data;
  const { page } = campaign;
  return (
    <div className="bk-page">
      <RecordHeader
        name={campaign.name}
        sub={`${t(`type.${campaign.type}`)} · ${campaign.keyword}`}
        badge={<WholeState campaign={campaign} />}
        back={{ href: here, label: t('edit.back') }}
      >
        {page.link !== null && page.version !== null && (
          <Button
            component="a"
            href={page.link}
            target="_blank"
            rel="noreferrer"
            variant="default"
            leftSection={<IconExternalLink size={16} aria-hidden />}
          >
            {t('landings.view')}
          </Button>
        )}
        <Button component={Link} href={builderPath(page.kind, id)} leftSection={<IconPencil size={16} aria-hidden />}>
          {t(page.kind === 'popup' ? 'popup.edit' : 'landings.editPage')}
        </Button>
      </RecordHeader>
      <TabLinks
        label={t('edit.tabs')}
        current={`${here}/${id}${tab}`}
        tabs={[
          { href: `${here}/${id}`, label: t('edit.share') },
          { href: `${here}/${id}/edit`, label: t('edit.offer') },
          { href: `${here}/${id}/setting`, label: t('edit.setting') },
          ...(hasFigures(campaign) ? [{ href: `${here}/${id}/figures`, label: t('figures.title') }] : []),
        ]}
      />
      {children(campaign, read.refresh)}
    </div>
  );
}
