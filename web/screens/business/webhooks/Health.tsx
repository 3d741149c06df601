import type { WebhookEndpoint } from '../../../../api/contract/webhook-endpoints.ts';
import { listTime } from '../../../format/date.ts';
import { useDateStyle } from '../../../session/profile.tsx';
import { t } from './texts.ts';

/** How an endpoint fares, in a line or two. */
export function Health({ of: endpoint }: { readonly of: WebhookEndpoint }) {
  const style = useDateStyle();
  const { disabled_reason: reason, failures, failing_since: since, last_success_at: success, pending } = endpoint;
  const when = (at: string) => listTime(at, style, new Date());
  return (
    <>
      {reason !== null && <span>{t(`hooks.off.${reason}`)}</span>}
      {reason === null && failures > 0 && since !== null && (
        <span>{t('hooks.failing', { count: failures, when: when(since) })}</span>
      )}
      <span className="muted">
        {success === null ? t('hooks.noSuccess') : t('hooks.lastSuccess', { when: when(success) })}
      </span>
      {pending > 0 && <span className="muted">{t('hooks.pending', { count: pending })}</span>}
    </>
  );
}
