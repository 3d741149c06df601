import './statements.css';
import '../payments/payments.css';
import { Button, Skeleton } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { Link } from 'wouter';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { RecordHeader } from '../../components/RecordHeader.tsx';
import { useRead } from '../../data/read.ts';
import { useRouteParam } from '../../session/params.ts';
import { BillingContactCard } from '../payments/BillingContact.tsx';
import { BillRows } from './BillRows.tsx';
import { t } from './texts.ts';

/** /agency/businesses/{id}/billing: who gets the bills of a business, each month's bill, and the emails it went out by. */
export default function BusinessBills() {
  const id = useRouteParam('id');
  const { data: found, error, refresh } = useRead('/businesses/{id}', { params: { id } });
  const business = found?.data;
  const bills = useRead('/bills', { query: { business_id: id, per_page: 24 } });
  const settings = useRead('/bills/settings', {}).data?.data;
  const back = { href: `/agency/businesses/${id}/edit`, label: business?.name ?? t('bills.business') };
  if (error)
    return (
      <div className="bk-page">
        <RecordHeader name={t('bills.billing')} back={{ href: '/agency/businesses', label: t('bills.businesses') }} />
        <div className="bk-card">
          <ErrorState error={error} onRetry={refresh} />
        </div>
      </div>
    );
  return (
    <div className="bk-page st-page">
      <RecordHeader
        name={t('bills.billing')}
        sub={settings && <span className="bk-tag">{t(settings.is_on ? 'bills.on' : 'bills.off')}</span>}
        back={back}
      >
        <Button component={Link} href="/agency/statements/bills" variant="default">
          {t('bills.all')}
        </Button>
      </RecordHeader>
      {business && <BillingContactCard business={business} />}
      {bills.error && !bills.data ?
        <div className="bk-card">
          <ErrorState error={bills.error} onRetry={bills.refresh} />
        </div>
      : !bills.data ?
        <Skeleton height={240} radius="lg" />
      : bills.data.data.length === 0 ?
        <div className="bk-card">
          <EmptyState icon={IconReceipt} title={t('bills.none')} text={t('bills.emptyText')} />
        </div>
      : <BillRows rows={bills.data.data} by="month" />}
    </div>
  );
}
