import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import type { TextReportRow } from '../../../api/contract/reports.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import type { List } from '../../components/list.ts';
import { useRead } from '../../data/read.ts';
import { count } from '../../format/number.ts';
import { filterOf, type Group, groupLabel, type Narrowed, sumsBy } from './model.ts';
import { t } from './texts.ts';

const shownFirst = 8;
const sums = ['messages', 'received', 'delivered', 'failed', 'suppressed'] as const;

/** What texts come to by one thing. Each group leads to its texts. */
export function Groups({
  narrowed,
  group,
  list,
}: {
  readonly narrowed: Narrowed;
  readonly group: Group;
  readonly list: List<TextReportRow>;
}) {
  const [all, setAll] = useState(false);
  const { data, error, isStale, refresh } = useRead('/reports/mdr-list', sumsBy(narrowed, group), {
    keepPrevious: true,
  });
  if (error && !data) return <ErrorState error={error} onRetry={refresh} />;
  if (!data) return <Skeleton height={200} radius="lg" />;
  // The latest days first; all other groups come the largest first.
  const groups = group === 'day' ? [...(data.groups ?? [])].reverse() : (data.groups ?? []);
  const shown = all ? groups : groups.slice(0, shownFirst);
  return (
    <div className={`bk-card rep-groups${isStale ? ' stale' : ''}`} aria-busy={isStale}>
      <div className="scroll" tabIndex={0} role="group" aria-label={t('rep.groups')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t(`rep.group.${group}`)}</th>
              {sums.map((name) => (
                <th key={name} scope="col" className="right">
                  {t(name === 'messages' ? 'rep.all' : `rep.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((one) => {
              const { key } = one;
              const label = one.name ?? (key === null ? t('rep.noKey') : groupLabel(group, key));
              return (
                <tr key={key ?? ''}>
                  <td>
                    {key === null ?
                      <span className="muted">{label}</span>
                    : <button
                        type="button"
                        className="rep-link"
                        aria-label={t('rep.show', { name: label })}
                        onClick={() => {
                          list.filter(filterOf[group], group === 'day' ? `${key},${key}` : key);
                        }}
                      >
                        {label}
                      </button>
                    }
                  </td>
                  {sums.map((name) => (
                    <td key={name} className="right num">
                      {count(one[name])}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('rep.figures')}</th>
              {sums.map((name) => (
                <td key={name} className="right num">
                  {count(data.totals[name])}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
      {groups.length > shownFirst && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            setAll(!all);
          }}
        >
          {t(all ? 'rep.fewer' : 'rep.more', { count: groups.length })}
        </Button>
      )}
    </div>
  );
}
