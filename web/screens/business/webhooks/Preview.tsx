import { Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { useRead } from '../../../data/read.ts';
import { t } from './texts.ts';

/** While the past is being read, the question is asked again after so long, in ms. */
const againMs = 1_500;
const shownTypes = 6;

/** What an endpoint for these types would have been sent since an instant: how much of what, and one as it arrives. */
export function Preview({ since, types }: { readonly since: string; readonly types: readonly string[] }) {
  const query = { since, types: types.join(',') };
  const { data, error, refresh } = useRead('/webhook-preview', { query }, { keepPrevious: true });
  const [isOpen, setOpen] = useState(false);
  const found = data?.data;
  const isReading = found?.is_complete === false;
  useEffect(() => {
    if (!isReading) return;
    const timer = setTimeout(refresh, againMs);
    return () => {
      clearTimeout(timer);
    };
  }, [isReading, found, refresh]);
  if (error) return <ErrorState error={error} onRetry={refresh} />;
  if (found === undefined) return <Skeleton height={60} radius="lg" aria-label={t('hooks.reading')} />;
  const counts = found.counts.toSorted((one, other) => other.count - one.count);
  const rest = counts.slice(shownTypes).reduce((sum, { count }) => sum + count, 0);
  const [first] = found.first;
  return (
    <div className="bk-hooks-preview" role="status">
      {(found.total > 0 || !isReading) && (
        <b>{t(found.is_capped ? 'hooks.previewMany' : 'hooks.previewCount', { count: found.total })}</b>
      )}
      {isReading && <span className="muted">{t('hooks.reading')}</span>}
      {counts.length > 0 && (
        <ul>
          {counts.slice(0, shownTypes).map(({ type, count }) => (
            <li key={type}>
              <span>{type}</span>
              <span className="muted">{count}</span>
            </li>
          ))}
          {rest > 0 && (
            <li>
              <span>{t('hooks.otherTypes')}</span>
              <span className="muted">{rest}</span>
            </li>
          )}
        </ul>
      )}
      {first !== undefined && (
        <button
          type="button"
          className="open"
          aria-expanded={isOpen}
          onClick={() => {
            setOpen(!isOpen);
          }}
        >
          {t(isOpen ? 'hooks.hideFirst' : 'hooks.showFirst')}
        </button>
      )}
      {isOpen && first !== undefined && (
        <pre className="bk-hooks-body" tabIndex={0} aria-label={t('hooks.event')}>
          {JSON.stringify(first, null, 2)}
        </pre>
      )}
    </div>
  );
}
