import './webhooks.css';
import { Button, Group, Skeleton } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { WebhookEndpoint } from '../../../../api/contract/webhook-endpoints.ts';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { useRead } from '../../../data/read.ts';
import { Health } from './Health.tsx';
import { here } from './EndpointForm.tsx';
import { t } from './texts.ts';

/** /business/settings/webhook-endpoints */
export default function Webhooks() {
  const { data, error, refresh } = useRead('/webhook-endpoints', {});
  const endpoints = data?.data;
  const create = (variant: 'filled' | 'default') => (
    <Button component={Link} href={`${here}/create`} variant={variant} leftSection={<IconPlus size={16} aria-hidden />}>
      {t('hooks.new')}
    </Button>
  );
  return (
    <div className="bk-page">
      <PageHeader title={t('hooks.title')}>{create('filled')}</PageHeader>
      <p className="muted bk-hooks-text">
        {t('hooks.text')} <a href="/developers/webhooks">{t('hooks.guide')}</a>
      </p>
      <div className="bk-card">
        {error ?
          <ErrorState error={error} onRetry={refresh} />
        : endpoints === undefined ?
          <Skeleton height={160} radius="lg" />
        : endpoints.length === 0 ?
          <EmptyState icon={IconWebhook} title={t('hooks.none')} text={t('hooks.noneText')}>
            {create('default')}
          </EmptyState>
        : <ul className="bk-hooks" aria-label={t('hooks.title')}>
            {endpoints.map((endpoint) => (
              <li key={endpoint.id}>
                <Row of={endpoint} />
              </li>
            ))}
          </ul>
        }
      </div>
    </div>
  );
}

function Row({ of: endpoint }: { readonly of: WebhookEndpoint }) {
  const { id, url, description, types, status } = endpoint;
  return (
    <div className="what">
      <Group gap="xs">
        <Link href={`${here}/${id}`}>
          <b dir="ltr">{url}</b>
        </Link>
        <span className={`bk-status tone-${status === 'enabled' ? 'success' : 'neutral'} badge`}>
          {t(`hooks.${status}`)}
        </span>
      </Group>
      {description !== '' && <span dir="auto">{description}</span>}
      <span className="muted">{types.length === 0 ? t('hooks.all') : t('hooks.some', { count: types.length })}</span>
      <Health of={endpoint} />
    </div>
  );
}
