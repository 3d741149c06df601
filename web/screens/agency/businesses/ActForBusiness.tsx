import { Skeleton } from '@mantine/core';
import { IconUserShare } from '@tabler/icons-react';
import { useSearch } from 'wouter';
import { useRead } from '../../../data/read.ts';
import { useRouteParam } from '../../../session/params.ts';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { RecordHeader } from '../../../components/RecordHeader.tsx';
import { ImpersonateButton } from '../../../session/ImpersonateButton.tsx';
import { t } from './texts.ts';

/**
 * /agency/businesses/{id}/act?to=…: where a notice leads that is about something at a business. Nobody is changed into
 * somebody else by a link: they are asked, and the server looks at whether they may.
 */
export default function ActForBusiness() {
  const id = useRouteParam('id');
  const to = new URLSearchParams(useSearch()).get('to');
  const { data, error, refresh } = useRead('/businesses/{id}/info', { params: { id } });
  const name = data?.data.name;
  return (
    <div className="bk-page">
      <RecordHeader name={name ?? t('business.one')} back={{ href: '/agency/businesses', label: t('business.list') }} />
      <div className="bk-card">
        {error !== undefined ?
          <ErrorState error={error} onRetry={refresh} />
        : name === undefined ?
          <Skeleton height={220} radius="lg" role="status" aria-label={t('app.loading')} />
        : <EmptyState icon={IconUserShare} title={t('actFor.title', { name })} text={t('actFor.text', { name })}>
            <ImpersonateButton id={id} name={name} to={to?.startsWith('/business/') ? to : null} variant="filled" />
          </EmptyState>
        }
      </div>
    </div>
  );
}
