import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { ContactUpload } from '../../../api/contract/contact-uploads.ts';
import { type Column, DataList } from '../../components/DataList.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Instant } from '../../components/Instant.tsx';
import { type SortOf, useList } from '../../components/list.ts';
import { ListSearch, NoMatch } from '../../components/ListTools.tsx';
import { TwoLines } from '../../components/Tile.tsx';
import { date, type DateStyle } from '../../format/date.ts';
import { count } from '../../format/number.ts';
import { useDateStyle } from '../../session/profile.tsx';
import { Stage } from './Stage.tsx';
import { t } from './texts.ts';

const start = {
  sortBy: 'created_at',
  sortDesc: true,
  sortable: ['created_at', 'file_name'],
  filters: { business_id: null },
} as const;

const columns = (style: DateStyle, everybody: boolean): readonly Column<ContactUpload, SortOf<'/uploads'>>[] => [
  {
    id: 'file',
    title: t('uploads.file'),
    sort: 'file_name',
    cell: (row) => <TwoLines main={row.file_name} sub={everybody ? row.business_name : null} />,
  },
  { id: 'stage', title: t('uploads.state'), width: 170, cell: (row) => <Stage stage={row.stage} /> },
  {
    id: 'rows',
    title: t('uploads.rows'),
    width: 100,
    align: 'right',
    cell: (row) => <span className="num">{row.rows === null ? '—' : count(row.rows)}</span>,
  },
  { id: 'result', title: t('uploads.result'), width: 230, spare: true, cell: (row) => resultOf(row) },
  { id: 'attested', title: t('uploads.attestedBy'), width: 160, spare: true, cell: (row) => row.attested?.by ?? '—' },
  {
    id: 'created',
    title: t('uploads.uploaded'),
    sort: 'created_at',
    width: 120,
    cell: (row) => (
      <Instant at={row.created_at} className="muted num">
        {date(row.created_at, style)}
      </Instant>
    ),
  },
];

const resultOf = ({ stage, counts, refusal }: ContactUpload): string =>
  stage === 'refused' && refusal !== null ? t(`uploads.refusal.${refusal.reason}`)
  : counts.created + counts.changed > 0 ?
    t('uploads.short', { created: count(counts.created), changed: count(counts.changed) })
  : '—';

/** Files of contacts, the newest first. `businessId`: of one business, for those who see all. */
export function UploadList({
  path,
  here,
  businessId,
}: {
  readonly path: '/contacts/uploads' | '/uploads';
  readonly here: string;
  readonly businessId?: string | null;
}) {
  const style = useDateStyle();
  const list = useList(path, start);
  const everybody = path === '/uploads';
  const shown = list.state.filters.business_id ?? null;
  useEffect(() => {
    if (businessId !== undefined && businessId !== shown) list.filter('business_id', businessId);
    // The list is another object each time; what it shows is what counts.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [businessId, shown]);
  return (
    <>
      <ListSearch label={t('uploads.search')} list={list} />
      <DataList
        label={t('uploads.title')}
        list={list}
        columns={columns(style, everybody)}
        keyOf={(row) => row.id}
        openLabel={(row) => t('uploads.open', { name: row.file_name })}
        href={(row) => `${here}/${row.id}`}
        card={(row) => (
          <div className="bk-uploadcard">
            <TwoLines
              main={row.file_name}
              sub={[everybody ? row.business_name : resultOf(row), date(row.created_at, style)].join(' · ')}
            />
            <Stage stage={row.stage} />
          </div>
        )}
        empty={
          list.filtered ?
            <NoMatch text={t('uploads.noMatch')} list={list} />
          : <EmptyState icon={IconFileSpreadsheet} title={t('uploads.none')} text={t('uploads.noneText')} />
        }
      />
    </>
  );
}
