import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { ErrorState } from '../../components/ErrorState.tsx';
import type { Read } from '../../data/read.ts';
import { count } from '../../format/number.ts';
import { t } from './texts.ts';

const shownFirst = 8;
type Sums<N extends string> = Readonly<Record<N, number>>;

/** What rows come to by one thing. Each group leads to its rows. `sums`: the columns, by the name of their amount. */
export function Groups<N extends string>({
  read: { data, error, isStale, refresh },
  by,
  latestFirst,
  sums,
  labelOf,
  showLabel,
  onShow,
  hrefOf,
}: {
  readonly read: Pick<
    Read<{
      readonly totals: Sums<N>;
      readonly groups: readonly (Sums<N> & { readonly key: string | null; readonly name: string | null })[] | null;
    }>,
    'data' | 'error' | 'isStale' | 'refresh'
  >;
  readonly by: string;
  /** The latest days first; all other groups come the largest first. */
  readonly latestFirst: boolean;
  readonly sums: readonly { readonly name: N; readonly title: string }[];
  readonly labelOf: (key: string) => string;
  readonly showLabel: (name: string) => string;
  readonly onShow: (key: string) => void;
  /** The rows behind an amount of a group, or of all. */
  readonly hrefOf: (name: N, key?: string) => string;
}) {
  const [all, setAll] = useState(false);
  if (error && !data) return <ErrorState error={error} onRetry={refresh} />;
  if (!data) return <Skeleton height={200} radius="lg" />;
  const groups = latestFirst ? [...(data.groups ?? [])].reverse() : (data.groups ?? []);
  const shown = all ? groups : groups.slice(0, shownFirst);
  return (
    <div className={`bk-card rep-groups${isStale ? ' stale' : ''}`} aria-busy={isStale}>
      <div className="scroll" tabIndex={0} role="group" aria-label={t('rep.groups')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{by}</th>
              {sums.map(({ name, title }) => (
                <th key={name} scope="col" className="right">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((one) => {
              const { key } = one;
              const label = one.name ?? (key === null ? t('rep.noKey') : labelOf(key));
              return (
                <tr key={key ?? ''}>
                  <td>
                    {key === null ?
                      <span className="muted">{label}</span>
                    : <button
                        type="button"
                        className="rep-link"
                        aria-label={showLabel(label)}
                        onClick={() => {
                          onShow(key);
                        }}
                      >
                        {label}
                      </button>
                    }
                  </td>
                  {sums.map(({ name }) => (
                    <td key={name} className="right num">
                      {key === null || one[name] === 0 ?
                        count(one[name])
                      : <Link href={hrefOf(name, key)}>{count(one[name])}</Link>}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('rep.figures')}</th>
              {sums.map(({ name }) => (
                <td key={name} className="right num">
                  <Link href={hrefOf(name)}>{count(data.totals[name])}</Link>
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
