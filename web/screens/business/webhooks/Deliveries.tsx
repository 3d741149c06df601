import { Button, Group, Skeleton } from '@mantine/core';
import { IconWebhook } from '@tabler/icons-react';
import { useState } from 'react';
import type { WebhookDelivery } from '../../../../api/contract/webhook-endpoints.ts';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { useRead } from '../../../data/read.ts';
import { listTime } from '../../../format/date.ts';
import { useApp } from '../../../session/context.tsx';
import { useDateStyle } from '../../../session/profile.tsx';
import { t } from './texts.ts';

const tones = { pending: 'warning', delivered: 'success', failed: 'danger', skipped: 'neutral' } as const;
const stateOf = (status: WebhookDelivery['status']) =>
  t(status === 'pending' ? 'hooks.pendingState' : `hooks.${status}`);

/** What was sent to an endpoint, the newest first; each opens to its event and its attempts. */
export function Deliveries({ endpointId: id, isOn }: { readonly endpointId: string; readonly isOn: boolean }) {
  const { data, error, refresh } = useRead('/webhook-endpoints/{id}/deliveries', {
    params: { id },
    query: { per_page: 50 },
  });
  const style = useDateStyle();
  const [open, setOpen] = useState<string | null>(null);
  const when = (at: string) => listTime(at, style, new Date());
  return (
    <section className="bk-card">
      <header>
        <h2>{t('hooks.deliveries')}</h2>
      </header>
      {error ?
        <ErrorState error={error} onRetry={refresh} />
      : data === undefined ?
        <Skeleton height={120} radius="lg" />
      : data.data.length === 0 ?
        <EmptyState icon={IconWebhook} title={t('hooks.noDeliveries')} text={t('hooks.noDeliveriesText')} />
      : <ul className="bk-hooks" aria-label={t('hooks.deliveries')}>
          {data.data.map((delivery) => (
            <li key={delivery.id}>
              <div className="what">
                <Group gap="xs">
                  <button
                    type="button"
                    className="open"
                    aria-expanded={open === delivery.id}
                    onClick={() => {
                      setOpen(open === delivery.id ? null : delivery.id);
                    }}
                  >
                    <b>{delivery.type}</b>
                  </button>
                  <span className={`bk-status tone-${tones[delivery.status]} badge`}>{stateOf(delivery.status)}</span>
                </Group>
                <span className="muted">
                  {[when(delivery.created_at), t('hooks.attempts', { count: delivery.attempts }), answerOf(delivery)]
                    .filter((part) => part !== null)
                    .join(' · ')}
                </span>
                {delivery.due_at !== null && delivery.attempts > 0 && (
                  <span className="muted">{t('hooks.retryAt', { when: when(delivery.due_at) })}</span>
                )}
                {open === delivery.id && <Detail endpointId={id} eventId={delivery.id} isOn={isOn} onSent={refresh} />}
              </div>
            </li>
          ))}
        </ul>
      }
    </section>
  );
}

const answerOf = ({ last_status: status, last_error: error }: Pick<WebhookDelivery, 'last_status' | 'last_error'>) =>
  status !== null ? t('hooks.answered', { status: String(status) })
  : error !== null ? t('hooks.error', { error })
  : null;

function Detail({
  endpointId: id,
  eventId,
  isOn,
  onSent,
}: {
  readonly endpointId: string;
  readonly eventId: string;
  readonly isOn: boolean;
  readonly onSent: () => void;
}) {
  const { client, run } = useApp();
  const params = { id, eventId };
  const { data, error, refresh } = useRead('/webhook-endpoints/{id}/deliveries/{eventId}', { params });
  if (error) return <ErrorState error={error} onRetry={refresh} />;
  if (data === undefined) return <Skeleton height={80} radius="lg" />;
  const { event, attempts_made: attempts } = data.data;
  const again = () =>
    run(async () => {
      await client.post('/webhook-endpoints/{id}/deliveries/{eventId}/redeliver', { params });
      refresh();
      onSent();
    });
  return (
    <div className="bk-stack">
      {event === null ?
        <span>{t('hooks.erased')}</span>
      : <pre className="bk-hooks-body" tabIndex={0} aria-label={t('hooks.event')}>
          {JSON.stringify(event, null, 2)}
        </pre>
      }
      {attempts.map((attempt) => (
        <div key={attempt.at}>
          <span className="muted">
            {answerOf({ last_status: attempt.status, last_error: attempt.error })} · {attempt.duration_ms} ms
          </span>
          <pre
            className="bk-hooks-body"
            tabIndex={0}
            aria-label={t('hooks.answered', { status: String(attempt.status) })}
          >
            {attempt.response === null || attempt.response === '' ? t('hooks.noAnswer') : attempt.response}
          </pre>
        </div>
      ))}
      {isOn && event !== null && (
        <span>
          <Button variant="default" size="xs" onClick={() => void again()}>
            {t('hooks.redeliver')}
          </Button>
        </span>
      )}
    </div>
  );
}
