import './health.css';
import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { Link } from 'wouter';
import type { LedgerProof, RunningPart } from '../../../../api/contract/system.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { FormGhost } from '../../../components/FormGhost.tsx';
import { Instant } from '../../../components/Instant.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { useRead } from '../../../data/read.ts';
import { date, time } from '../../../format/date.ts';
import { moneyOf } from '../../../format/money.ts';
import { count } from '../../../format/number.ts';
import { useApp } from '../../../session/context.tsx';
import { useDateStyle } from '../../../session/profile.tsx';
import { Jobs } from './Jobs.tsx';
import { Outside } from './Outside.tsx';
import { ReadModels } from './ReadModels.tsx';
import { t } from './texts.ts';

const lookMs = 5_000;

/** How this installation runs: what an operator looks at first when something is wrong. */
export default function Health() {
  const { data, error, refresh } = useRead('/system/health', {});
  const { client, run } = useApp();
  const style = useDateStyle();
  useEffect(() => {
    const timer = setInterval(refresh, lookMs);
    return () => {
      clearInterval(timer);
    };
  }, [refresh]);
  if (data === undefined)
    return (
      <div className="bk-page">
        <PageHeader title={t('health.title')} />
        {error ?
          <div className="bk-card">
            <ErrorState error={error} onRetry={refresh} />
          </div>
        : <FormGhost sections={3} />}
      </div>
    );
  const { proofs, read_models: readModels, workers, facts } = data.data;
  return (
    <div className="bk-page">
      <PageHeader title={t('health.title')} />
      <section className="bk-card hl-section" aria-label={t('health.proof')}>
        <div className="hl-head">
          <div>
            <h2>{t('health.proof')}</h2>
            <p className="muted">{t('health.proofText')}</p>
            <p className="muted">
              {t('health.next', { when: `${date(proofs.next_at, style)}, ${time(proofs.next_at, style)}` })}
            </p>
          </div>
          <Button
            loading={proofs.is_requested}
            onClick={() =>
              void run(async () => {
                await client.post('/system/ledger-proofs', {});
                refresh();
              })
            }
          >
            {t(proofs.is_requested ? 'health.running' : 'health.run')}
          </Button>
        </div>
        {proofs.last.length === 0 ?
          <p className="muted">{t('health.none')}</p>
        : <ul className="hl-list">
            {proofs.last.map((proof) => (
              <Proof key={proof.id} proof={proof} />
            ))}
          </ul>
        }
      </section>
      {facts !== null && <Outside facts={facts} />}
      <ReadModels parts={readModels} jobs={facts?.jobs ?? []} onAsked={refresh} />
      {facts !== null && facts.jobs.length > 0 && <Jobs jobs={facts.jobs} />}
      <Parts title={t('health.workers')} parts={workers} />
    </div>
  );
}

function Proof({ proof }: { readonly proof: LedgerProof }) {
  const style = useDateStyle();
  const isOk = proof.fault_count === 0;
  return (
    <li>
      <span>
        <Instant at={proof.started_at} className="num">
          {`${date(proof.started_at, style)}, ${time(proof.started_at, style)}`}
        </Instant>{' '}
        <span className={`bk-tag${isOk ? '' : ' warn'}`}>
          {isOk ? t('health.ok') : t('health.faults', { count: proof.fault_count })}
        </span>{' '}
        {(proof.unmatched?.count ?? 0) > 0 && (
          <span className="bk-tag warn">{t('health.unmatched', { count: proof.unmatched?.count ?? 0 })}</span>
        )}
        {proof.faults.map((fault) => (
          <span key={`${fault.wallet_id} ${fault.kind} ${fault.about}`} className="hl-fault">
            {t('health.fault', { about: fault.about, expected: count(fault.expected), found: count(fault.found) })}{' '}
            <Link href={`/admin/wallets/${fault.wallet_id}`}>{t('health.openWallet')}</Link>
          </span>
        ))}
        {(proof.unmatched?.charges ?? []).map(({ charge_id: id, customer_id: customer, amount, currency, at }) => (
          <span key={id} className="hl-fault">
            {t('health.unmatchedOne', {
              id,
              amount: moneyOf(amount, currency),
              customer: customer ?? t('health.noCustomer'),
              date: date(at, style),
            })}
          </span>
        ))}
      </span>
      <span className="muted num">
        {t('health.counts', {
          wallets: count(proof.wallets),
          postings: count(proof.postings),
          ms: count(proof.duration_ms),
        })}
        {proof.whole < proof.wallets && <>, {t('health.since', { count: count(proof.wallets - proof.whole) })}</>}
        {proof.charges !== null && <>, {t('health.charges', { count: count(proof.charges) })}</>}
        {proof.refunds !== null && <>, {t('health.refunds', { count: count(proof.refunds) })}</>}
        {proof.disputes !== null && <>, {t('health.disputes', { count: count(proof.disputes) })}</>}
        {proof.invoices !== null && <>, {t('health.invoices', { count: count(proof.invoices) })}</>}
        {proof.behind > 0 && <>, {t('health.behind', { count: count(proof.behind) })}</>}
      </span>
    </li>
  );
}

/** What runs by itself: those that need someone one by one, the others as a number. */
function Parts({ title, parts }: { readonly title: string; readonly parts: readonly RunningPart[] }) {
  const shown = parts.filter(({ is_ok: isOk, lag, detail }) => !isOk || (lag ?? 0) > 0 || detail !== null);
  return (
    <section className="bk-card hl-section" aria-label={title}>
      <h2>{title}</h2>
      {shown.length === 0 && <p className="muted">{t('health.allOk', { count: count(parts.length) })}</p>}
      <ul className="hl-list">
        {shown.map(({ name, state, is_ok: isOk, lag, detail }) => (
          <li key={name}>
            <span>
              {name} <span className={`bk-tag${isOk ? '' : ' warn'}`}>{state}</span>
              {detail !== null && <span className="hl-fault">{detail}</span>}
            </span>
            {lag !== null && lag > 0 && <span className="num muted">{t('health.lag', { count: count(lag) })}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
