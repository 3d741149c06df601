import { IconUserPlus } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { PageEntry } from '../../../../../api/contract/page-analytics.ts';
import { type Column, DataList, Nothing } from '../../../../components/DataList.tsx';
import { EmptyState } from '../../../../components/EmptyState.tsx';
import { Instant } from '../../../../components/Instant.tsx';
import { NoMatch } from '../../../../components/ListTools.tsx';
import { TwoLines } from '../../../../components/Tile.tsx';
import { asList, useRead } from '../../../../data/read.ts';
import { shortTime } from '../../../../format/date.ts';
import { count } from '../../../../format/number.ts';
import { phone } from '../../../../format/phone.ts';
import { useDateStyle } from '../../../../session/profile.tsx';
import { DayFilter } from '../../../../components/DayFilter.tsx';
import { onDays, usePage, useRows } from '../../../../components/pages.ts';
import { t } from '../texts.ts';

/** As often as the figures above them. */
const refreshed = { ...asList, swr: { refreshInterval: 15_000 } };

const addressOf = ({ phone: number, email }: PageEntry): string => (number === null ? (email ?? '') : phone(number));
const whoOf = (row: PageEntry): string =>
  row.contact_id === '' ? t('figures.erased') : (row.name ?? (addressOf(row) || t('figures.unnamed')));
const aboutOf = (row: PageEntry): string => (row.name === null ? '' : addressOf(row));
const sourceOf = ({ source }: PageEntry): string => source ?? t('figures.direct');

/** The sign-ups that the figures of a period count; those of a day where the chart leads here. */
export function Entries({ campaignId, range }: { readonly campaignId: string; readonly range: string }) {
  const style = useDateStyle();
  const section = useRef<HTMLElement>(null);
  const query = { date_range: range, ...usePage(onDays) };
  const read = useRead('/landings/{id}/entries', { params: { id: campaignId }, query }, refreshed);
  const list = useRows(read, onDays);
  const narrowed = list.state.filters['date_range'];
  useEffect(() => {
    // The chart that leads here stands above.
    if (narrowed !== undefined) section.current?.scrollIntoView({ block: 'start' });
  }, [narrowed]);
  const columns: readonly Column<PageEntry>[] = [
    { id: 'who', title: t('figures.who'), cell: (row) => <TwoLines main={whoOf(row)} sub={aboutOf(row)} /> },
    {
      id: 'source',
      title: t('figures.source'),
      width: 240,
      spare: true,
      cell: (row) => (
        <span className="clip" dir="auto">
          {sourceOf(row)}
        </span>
      ),
    },
    {
      id: 'device',
      title: t('figures.deviceOf'),
      width: 130,
      spare: true,
      cell: (row) => (row.device === null ? <Nothing what={t('figures.erased')} /> : t(`figures.device.${row.device}`)),
    },
    {
      id: 'at',
      title: t('figures.at'),
      width: 160,
      cell: (row) => (
        <Instant at={row.at} className="muted num">
          {shortTime(row.at, style)}
        </Instant>
      ),
    },
  ];
  return (
    <section ref={section} className="bk-stack full" aria-labelledby="page-entries">
      <header className="pf-entries">
        <h2 id="page-entries">{t('figures.entries')}</h2>
        {list.total !== undefined && <span className="muted num">{count(list.total)}</span>}
        <DayFilter list={list} nameOf={(day) => day} />
      </header>
      <DataList
        label={t('figures.entries')}
        list={list}
        columns={columns}
        card={(row) => <TwoLines main={whoOf(row)} sub={`${shortTime(row.at, style)} · ${sourceOf(row)}`} />}
        keyOf={(row) => row.id}
        openLabel={(row) => t('figures.openContact', { name: whoOf(row) })}
        href={(row) => (row.contact_id === '' ? null : `/business/contacts?contact=${row.contact_id}`)}
        empty={
          list.filtered ?
            <NoMatch text={t('figures.noEntriesOn')} list={list} />
          : <EmptyState icon={IconUserPlus} title={t('figures.noEntries')} text={t('figures.noEntriesText')} />
        }
      />
    </section>
  );
}
