import type { ReadModelJob } from '../../../../api/contract/system.ts';
import { Instant } from '../../../components/Instant.tsx';
import { date, time } from '../../../format/date.ts';
import { percent } from '../../../format/number.ts';
import { useDateStyle } from '../../../session/profile.tsx';
import { t } from './texts.ts';

/** What operators asked of read models, the newest first. */
export function Jobs({ jobs }: { readonly jobs: readonly ReadModelJob[] }) {
  const style = useDateStyle();
  return (
    <section className="bk-card hl-section" aria-label={t('health.jobs')}>
      <h2>{t('health.jobs')}</h2>
      <ul className="hl-list">
        {jobs.map((job) => (
          <li key={job.id}>
            <span>
              {t(`health.job.${job.kind}`, { name: job.read_model })}{' '}
              <span className={`bk-tag${job.state === 'failed' ? ' warn' : ''}`}>
                {t(`health.state.${job.state}`)}
                {job.share !== null && ` ${percent(job.share)}`}
              </span>
              {job.error !== null && <span className="hl-fault">{job.error}</span>}
            </span>
            <span className="muted num">
              {job.requested_by !== null && `${job.requested_by}, `}
              <Instant
                at={job.requested_at}
              >{`${date(job.requested_at, style)}, ${time(job.requested_at, style)}`}</Instant>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
