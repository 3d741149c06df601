import { ActionIcon, Checkbox, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import { count } from '../format/number.ts';
import { ErrorState } from './ErrorState.tsx';
import { type List, pageSizes } from './list.ts';
import { t } from './texts.ts';

export interface Column<T, Sort extends string = string> {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: T) => ReactNode;
  /** The name the API sorts by; without one the column cannot be sorted. */
  readonly sort?: Sort;
  readonly width?: number;
  readonly align?: 'right';
  /** Left out where there is little room. */
  readonly spare?: boolean;
}

export interface DataListProps<T> {
  readonly label: string;
  readonly list: List<T>;
  /** The first names the row and takes what room the others leave. */
  readonly columns: readonly Column<T>[];
  /** What a row is at phone width. */
  readonly card: (row: T) => ReactNode;
  readonly keyOf: (row: T) => string;
  /** What opening a row is called, for those who cannot see it. */
  readonly openLabel: (row: T) => string;
  /** Where a row leads: it is a link, so that another tab can be opened with it. Null: nowhere. */
  readonly href: (row: T) => string | null;
  /** What can be done with a row: a menu at its end. */
  readonly actions?: (row: T) => ReactNode;
  readonly empty: ReactNode;
  /** Rows can be ticked, each and all of the page. */
  readonly selection?: {
    readonly has: (key: string) => boolean;
    readonly toggle: (keys: readonly string[], on: boolean) => void;
    readonly label: (row: T) => string;
    readonly pageLabel: string;
  };
}

/** Nothing to say in a cell; `what` says it to those who cannot see that it is empty. */
export const Nothing = ({ what }: { readonly what: string }) => (
  <span className="faint">
    <span aria-hidden>—</span>
    <span className="sr-only">{what}</span>
  </span>
);

/**
 * The list of the product: table where there is room, cards at phone width; sorting, paging, skeletons of the final
 * shape, empty and error states.
 */
export function DataList<T>(props: DataListProps<T>) {
  const cards = useMediaQuery('(max-width: 900px)', undefined, { getInitialValueInEffect: false });
  const { list } = props;
  if (list.error)
    return (
      <div className="bk-card">
        <ErrorState error={list.error} onRetry={list.refresh} />
      </div>
    );
  if (list.rows?.length === 0 && list.state.page === 1) return <div className="bk-card">{props.empty}</div>;
  const stale = list.isStale;
  return (
    <>
      <div className={`bk-card bk-list${stale ? ' stale' : ''}`} aria-busy={list.rows === undefined || stale}>
        {cards ?
          <Cards {...props} />
        : <Table {...props} />}
      </div>
      {list.rows !== undefined && <Pager list={list} />}
    </>
  );
}

const classOf = (column: { readonly align?: 'right'; readonly spare?: boolean }): string =>
  [column.align, column.spare ? 'spare' : undefined].filter(Boolean).join(' ');

/**
 * Rows as one Tab stop: arrows, Home and End go from row to row, right to what can be done with the row and left back
 * to it; Enter opens, since each row is a link. Answers what the element around the rows needs, and the `tabIndex` of a
 * row.
 */
function useRows(keys: readonly string[] | undefined) {
  const [active, setActive] = useState<string | null>(null);
  const box = useRef<HTMLElement>(null);
  const current = active !== null && keys?.includes(active) ? active : keys?.[0];
  const links = () => [...(box.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (event.altKey || event.ctrlKey || event.metaKey || target.closest('[role=menu]')) return;
    const rows = links();
    const at = rows.findIndex((row) => row.closest('tr, li')?.contains(target));
    if (at === -1) return;
    const menu = rows[at]!.closest('tr, li')?.querySelector<HTMLElement>('.acts button');
    const next: Partial<Record<string, HTMLElement | null | undefined>> = {
      ArrowDown: rows[at + 1],
      ArrowUp: rows[at - 1],
      Home: rows[0],
      End: rows.at(-1),
      ArrowRight: menu,
      ArrowLeft: rows[at],
    };
    if (!Object.hasOwn(next, event.key)) return;
    event.preventDefault();
    next[event.key]?.focus();
  };
  return {
    box,
    tabIndexOf: (key: string) => (key === current ? 0 : -1),
    events: {
      onKeyDown,
      onFocus: (event: { readonly target: EventTarget }) => {
        const key = (event.target as HTMLElement).closest('tr, li')?.querySelector<HTMLElement>('[data-row]')?.dataset[
          'row'
        ];
        if (key !== undefined) setActive(key);
      },
    },
  };
}

function RowLink<T>({
  row,
  props: { href, keyOf, openLabel },
  tabIndex,
  className,
  children,
}: {
  readonly row: T;
  readonly props: DataListProps<T>;
  readonly tabIndex: number;
  readonly className: string;
  readonly children: ReactNode;
}) {
  const to = href(row);
  const given = { className, tabIndex, 'data-row': keyOf(row) };
  if (to === null) return <span {...given}>{children}</span>;
  return (
    <Link href={to} {...given}>
      {children}
      <span className="sr-only">{openLabel(row)}</span>
    </Link>
  );
}

function Table<T>(props: DataListProps<T>) {
  const { label, columns, list, keyOf, actions, selection } = props;
  const { rows, state } = list;
  const keys = rows?.map(keyOf) ?? [];
  const ticked = selection ? keys.filter(selection.has).length : 0;
  const all = keys.length > 0 && ticked === keys.length;
  const { box, tabIndexOf, events } = useRows(rows === undefined ? undefined : keys);
  return (
    <div className="scroll">
      <table aria-label={label}>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className="tick">
                <Checkbox
                  aria-label={selection.pageLabel}
                  checked={all}
                  indeterminate={!all && ticked > 0}
                  onChange={(event) => {
                    selection.toggle(keys, event.currentTarget.checked);
                  }}
                />
              </th>
            )}
            {columns.map((column) => (
              <Heading key={column.id} column={column} list={list} />
            ))}
            {actions && (
              <th scope="col" className="acts">
                <span className="sr-only">{t('row.column')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={box as React.RefObject<HTMLTableSectionElement>} className="rows" {...events}>
          {rows === undefined ?
            Array.from({ length: Math.min(state.perPage, 10) }, (_, index) => (
              <tr key={index}>
                {selection && <td className="tick" />}
                {columns.map((column, at) => (
                  <td key={column.id} className={classOf(column)}>
                    <Skeleton height={12} width={at === 0 ? 150 : 90} />
                  </td>
                ))}
                {actions && <td className="acts" />}
              </tr>
            ))
          : rows.map((row) => (
              <tr key={keyOf(row)} {...(props.href(row) === null ? {} : { className: 'clickable' })}>
                {selection && (
                  <td className="tick">
                    <Tick row={row} id={keyOf(row)} selection={selection} />
                  </td>
                )}
                {columns.map((column, at) => (
                  <td key={column.id} className={classOf(column)}>
                    {at === 0 ?
                      <RowLink row={row} props={props} tabIndex={tabIndexOf(keyOf(row))} className="rowlink">
                        {column.cell(row)}
                      </RowLink>
                    : column.cell(row)}
                  </td>
                ))}
                {actions && (
                  <td className="acts">
                    <Actions>{actions(row)}</Actions>
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

/** What can be done with a row is reached from the row, with the right arrow: the list stays one Tab stop. */
function Actions({ children }: { readonly children: ReactNode }) {
  return (
    <span
      ref={(box) => {
        for (const button of box?.querySelectorAll('button') ?? []) button.tabIndex = -1;
      }}
    >
      {children}
    </span>
  );
}

function Tick<T>({
  row,
  id,
  selection,
}: {
  readonly row: T;
  readonly id: string;
  readonly selection: NonNullable<DataListProps<T>['selection']>;
}) {
  return (
    <Checkbox
      aria-label={selection.label(row)}
      checked={selection.has(id)}
      onChange={(event) => {
        selection.toggle([id], event.currentTarget.checked);
      }}
    />
  );
}

function Heading<T>({ column, list: { state, change } }: { readonly column: Column<T>; readonly list: List<T> }) {
  const { sort, title } = column;
  const sorted = sort !== undefined && sort === state.sortBy;
  const Arrow = state.sortDesc ? IconArrowDown : IconArrowUp;
  return (
    <th
      scope="col"
      className={classOf(column)}
      style={{ width: column.width }}
      {...(sorted ? { 'aria-sort': state.sortDesc ? ('descending' as const) : ('ascending' as const) } : {})}
    >
      {sort === undefined ?
        title
      : <button
          type="button"
          aria-label={t('list.sortBy', { column: title })}
          onClick={() => {
            change({ sortBy: sort, sortDesc: sorted && !state.sortDesc });
          }}
        >
          {title}
          {sorted && <Arrow size={13} aria-hidden />}
        </button>
      }
    </th>
  );
}

function Cards<T>(props: DataListProps<T>) {
  const { label, card, list, keyOf, actions, selection } = props;
  const { rows, state } = list;
  const { box, tabIndexOf, events } = useRows(rows?.map(keyOf));
  return (
    <ul ref={box as React.RefObject<HTMLUListElement>} className="bk-cards rows" aria-label={label} {...events}>
      {rows === undefined ?
        Array.from({ length: Math.min(state.perPage, 8) }, (_, index) => (
          <li key={index} style={{ padding: '14px 16px' }}>
            <Skeleton height={13} width="55%" mb={10} />
            <Skeleton height={11} width="35%" />
          </li>
        ))
      : rows.map((row) => (
          <li
            key={keyOf(row)}
            className={
              actions ? 'withacts'
              : selection ?
                'ticked'
              : undefined
            }
          >
            {selection && <Tick row={row} id={keyOf(row)} selection={selection} />}
            <RowLink row={row} props={props} tabIndex={tabIndexOf(keyOf(row))} className="bk-cardrow">
              {card(row)}
            </RowLink>
            {actions && (
              <span className="acts">
                <Actions>{actions(row)}</Actions>
              </span>
            )}
          </li>
        ))
      }
    </ul>
  );
}

function Pager<T>({ list: { state, rows, total = 0, isMore, turn, change } }: { readonly list: List<T> }) {
  const id = useId();
  const { page, perPage } = state;
  const from = (page - 1) * perPage + 1;
  const shown = rows?.length ?? 0;
  const range =
    shown === 0 ?
      t('list.beyond')
    : t('list.range', {
        from: count(from),
        to: count(from + shown - 1),
        total: isMore ? t('list.moreThan', { count: count(total) }) : count(total),
      });
  return (
    <nav className="bk-pager" aria-label={t('list.pages')}>
      <span className="num" role="status">
        {range}
      </span>
      {total > pageSizes[0] && (
        <label htmlFor={id} className="size">
          {t('list.rows')}
          <select
            id={id}
            value={perPage}
            onChange={(event) => {
              change({ perPage: Number(event.currentTarget.value) });
            }}
          >
            {pageSizes.map((size) => (
              <option key={size}>{size}</option>
            ))}
          </select>
        </label>
      )}
      {(total > perPage || page > 1) && (
        <span className="buttons">
          <ActionIcon
            variant="default"
            aria-label={t('list.previous')}
            disabled={turn.back === null}
            onClick={turn.back ?? undefined}
          >
            <IconChevronLeft size={16} />
          </ActionIcon>
          <ActionIcon
            variant="default"
            aria-label={t('list.next')}
            disabled={turn.on === null}
            onClick={turn.on ?? undefined}
          >
            <IconChevronRight size={16} />
          </ActionIcon>
        </span>
      )}
    </nav>
  );
}
