import type { z } from 'zod';
import type { SystemHealth } from '../../../../api/contract/system.ts';
import { Instant } from '../../../components/Instant.tsx';
import { useNow } from '../../../components/useNow.ts';
import { date, time } from '../../../format/date.ts';
import { since } from '../../../format/duration.ts';
import { count, percent } from '../../../format/number.ts';
import { phone } from '../../../format/phone.ts';
import { useDateStyle } from '../../../session/profile.tsx';
import { maybe, t } from './texts.ts';

type Facts = NonNullable<z.output<typeof SystemHealth>['facts']>;

/** What waits, and how it goes with those outside: carriers, webhooks, numbers; and the last backup. */
export function Outside({ facts }: { readonly facts: Facts }) {
  const style = useDateStyle();
  const now = useNow(60_000);
  const { queues, blocked_senders: blocked, webhooks, carriers, backup } = facts;
  const waiting = queues.filter((queue) => queue.waiting > 0);
  const when = (at: string) => `${date(at, style)}, ${time(at, style)}`;
  return (
    <>
      <section className="bk-card hl-section" aria-label={t('health.queues')}>
        <h2>{t('health.queues')}</h2>
        {waiting.length === 0 && <p className="muted">{t('health.nothingWaits')}</p>}
        <ul className="hl-list">
          {waiting.map(({ name, waiting: many, oldest_at: oldest }) => (
            <li key={name}>
              <span>{maybe(`health.queue.${name}`) ?? name}</span>
              <span className="num">
                {count(many)}
                {oldest !== null && <span className="muted">, {t('health.oldest', { ago: since(oldest, now) })}</span>}
              </span>
            </li>
          ))}
        </ul>
      </section>
      <section className="bk-card hl-section" aria-label={t('health.outside')}>
        <h2>{t('health.outside')}</h2>
        <ul className="hl-list">
          {carriers.map(({ provider, calls, failures, mean_ms: mean, slowest_ms: slowest }) => (
            <li key={provider}>
              <span>
                {t('health.carrier', { provider })}{' '}
                {failures > 0 && (
                  <span className="bk-tag warn">{t('health.failing', { share: percent(failures / calls) })}</span>
                )}
              </span>
              <span className="muted num">
                {t('health.answers', { calls: count(calls), mean: count(mean), slowest: count(slowest) })}
              </span>
            </li>
          ))}
          {carriers.length === 0 && <li className="muted">{t('health.noCarrier')}</li>}
          {webhooks.map(({ provider, refused, last_reason: reason, last_at: at }) => (
            <li key={provider}>
              <span>
                {t('health.refused', { provider, count: refused })}
                <span className="hl-keys">{reason}</span>
              </span>
              <Instant at={at} className="muted num">
                {when(at)}
              </Instant>
            </li>
          ))}
          {webhooks.length === 0 && <li className="muted">{t('health.noneRefused')}</li>}
          {blocked.map(({ sender, code, since: at }) => (
            <li key={sender}>
              <span>
                <span className="num">{phone(sender)}</span>{' '}
                <span className="bk-tag warn">{t('health.blocked', { code: String(code) })}</span>
              </span>
              <Instant at={at} className="muted num">
                {when(at)}
              </Instant>
            </li>
          ))}
          {blocked.length === 0 && <li className="muted">{t('health.noneBlocked')}</li>}
          <li>
            <span>{t('health.backup')}</span>
            {backup === null ?
              <span className="muted">{t('health.noBackup')}</span>
            : <span className="muted num">
                {t('health.backupHas', {
                  events: count(backup.events),
                  megabytes: count(Math.ceil(backup.bytes / 1_000_000)),
                })}
                , <Instant at={backup.at}>{when(backup.at)}</Instant>
              </span>
            }
          </li>
        </ul>
      </section>
    </>
  );
}
