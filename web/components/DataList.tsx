import { ActionIcon, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ApiError } from '../api/errors.ts';
import { count } from '../format/number.ts';
import { t } from './texts.ts';
import { ErrorState } from './ErrorState.tsx';

export interface Column<T> {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: T) => ReactNode;
  /** The name the API sorts by; without one the column cannot be sorted. */
  readonly sort?: string;
  readonly width?: number;
  readonly align?: 'right';
  /** Left out where there is little room. */
  readonly spare?: boolean;
}

export interface Sort {
  readonly by: string;
  readonly desc: boolean;
}

export interface DataListProps<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  /** What a row is at phone width. */
  readonly card: (row: T) => ReactNode;
  readonly rows: readonly T[] | undefined;
  readonly total: number;
  readonly keyOf: (row: T) => string;
  /** What opening a row is called, for those who cannot see it. */
  readonly openLabel: (row: T) => string;
  readonly onOpen: (row: T) => void;
  /** What can be done with a row: a menu at its end. */
  readonly actions?: (row: T) => ReactNode;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  readonly page: number;
  readonly perPage: number;
  readonly onPage: (page: number) => void;
  readonly stale: boolean;
  readonly error: ApiError | undefined;
  readonly onRetry: () => void;
  readonly empty: ReactNode;
}

/** The list of the product: table where there is room, cards at phone width; sorting, paging, skeletons of the final shape, empty and error states. */
export function DataList<T>(props: DataListProps<T>) {
  const cards = useMediaQuery('(max-width: 760px)', undefined, { getInitialValueInEffect: false });
  const { rows, error } = props;
  if (error)
    return (
      <div className="bk-card">
        <ErrorState error={error} onRetry={props.onRetry} />
      </div>
    );
  if (rows?.length === 0) return <div className="bk-card">{props.empty}</div>;
  return (
    <>
      <div className={`bk-card bk-list${props.stale ? ' stale' : ''}`} aria-busy={rows === undefined || props.stale}>
        {cards ?
          <Cards {...props} />
        : <Table {...props} />}
      </div>
      {rows !== undefined && <Pager {...props} shown={rows.length} />}
    </>
  );
}

const classOf = (column: { readonly align?: 'right'; readonly spare?: boolean }): string =>
  [column.align, column.spare ? 'spare' : undefined].filter(Boolean).join(' ');

function Table<T>({
  label,
  columns,
  rows,
  keyOf,
  openLabel,
  onOpen,
  actions,
  sort,
  onSort,
  perPage,
}: DataListProps<T>) {
  return (
    <div className="scroll">
      <table aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => {
              const sorted = column.sort !== undefined && column.sort === sort.by;
              return (
                <th
                  key={column.id}
                  scope="col"
                  className={classOf(column)}
                  style={{ width: column.width }}
                  {...(sorted ? { 'aria-sort': sort.desc ? ('descending' as const) : ('ascending' as const) } : {})}
                >
                  {column.sort === undefined ?
                    column.title
                  : <button
                      type="button"
                      aria-label={t('list.sortBy', { column: column.title })}
                      onClick={() => {
                        onSort({ by: column.sort!, desc: sorted ? !sort.desc : false });
                      }}
                    >
                      {column.title}
                      {sorted &&
                        (sort.desc ? <IconArrowDown size={13} aria-hidden /> : <IconArrowUp size={13} aria-hidden />)}
                    </button>
                  }
                </th>
              );
            })}
            {actions && (
              <th scope="col" className="acts">
                <span className="sr-only">{t('row.column')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody className="rows">
          {rows === undefined ?
            Array.from({ length: Math.min(perPage, 10) }, (_, index) => (
              <tr key={index}>
                {columns.map((column, at) => (
                  <td key={column.id} className={classOf(column)}>
                    <Skeleton height={12} width={at === 0 ? 150 : 90} />
                  </td>
                ))}
                {actions && <td className="acts" />}
              </tr>
            ))
          : rows.map((row) => (
              <tr
                key={keyOf(row)}
                className="clickable"
                onClick={() => {
                  onOpen(row);
                }}
              >
                {columns.map((column, at) => (
                  <td key={column.id} className={classOf(column)}>
                    {at === 0 ?
                      <button
                        type="button"
                        className="rowbutton"
                        onClick={(event) => {
                          event.stopPropagation();
                          onOpen(row);
                        }}
                      >
                        {column.cell(row)}
                        <span className="sr-only">{openLabel(row)}</span>
                      </button>
                    : column.cell(row)}
                  </td>
                ))}
                {actions && (
                  <td
                    className="acts"
                    onClick={(event) => {
                      event.stopPropagation();
                    }}
                  >
                    {actions(row)}
                  </td>
                )}
              </tr>
            ))
          }
        </tbody>
      </table>
    </div>
  );
}

function Cards<T>({ label, card, rows, keyOf, onOpen, actions, perPage }: DataListProps<T>) {
  return (
    <ul className="bk-cards rows" aria-label={label}>
      {rows === undefined ?
        Array.from({ length: Math.min(perPage, 8) }, (_, index) => (
          <li key={index} style={{ padding: '14px 16px' }}>
            <Skeleton height={13} width="55%" mb={10} />
            <Skeleton height={11} width="35%" />
          </li>
        ))
      : rows.map((row) => (
          <li key={keyOf(row)} {...(actions ? { className: 'withacts' } : {})}>
            <button
              type="button"
              className="bk-cardrow"
              onClick={() => {
                onOpen(row);
              }}
            >
              {card(row)}
            </button>
            {actions && <span className="acts">{actions(row)}</span>}
          </li>
        ))
      }
    </ul>
  );
}

function Pager({
  page,
  perPage,
  total,
  shown,
  onPage,
}: {
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
  readonly shown: number;
  readonly onPage: (page: number) => void;
}) {
  const from = (page - 1) * perPage + 1;
  return (
    <nav
      className="bk-pager"
      aria-label={t('list.range', { from: count(from), to: count(from + shown - 1), total: count(total) })}
    >
      <span className="num" role="status">
        {t('list.range', { from: count(from), to: count(from + shown - 1), total: count(total) })}
      </span>
      {total > perPage && (
        <span className="buttons">
          <ActionIcon
            variant="default"
            aria-label={t('list.previous')}
            disabled={page === 1}
            onClick={() => {
              onPage(page - 1);
            }}
          >
            <IconChevronLeft size={16} />
          </ActionIcon>
          <ActionIcon
            variant="default"
            aria-label={t('list.next')}
            disabled={page * perPage >= total}
            onClick={() => {
              onPage(page + 1);
            }}
          >
            <IconChevronRight size={16} />
          </ActionIcon>
        </span>
      )}
    </nav>
  );
}
