import './automations.css';
import { Button } from '@mantine/core';
import { IconBolt, IconDownload, IconPlus, IconWebhook } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { AutomationRow } from '../../../../api/contract/automations.ts';
import type { Names } from '../../../components/contact-filter/labels.ts';
import { DataList } from '../../../components/DataList.tsx';
import { FilterChips } from '../../../components/FilterChips.tsx';
import { HeadActions } from '../../../components/HeadActions.tsx';
import { Instant } from '../../../components/Instant.tsx';
import { useList } from '../../../components/list.ts';
import { ListSearch, NoMatch } from '../../../components/ListTools.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { RowMenu } from '../../../components/RowMenu.tsx';
import { AutomationBadge } from '../../../components/StatusBadge.tsx';
import { TwoLines } from '../../../components/Tile.tsx';
import { shortTime } from '../../../format/date.ts';
import { count, percent } from '../../../format/number.ts';
import { useDateStyle } from '../../../session/profile.tsx';
import { here, triggersOf } from './model.ts';
import { TemplateGallery } from './TemplateGallery.tsx';
import { t } from './texts.ts';
import { CloneDialog, useAutomationActions } from './useAutomationActions.tsx';
import { useNamedData } from './useNamedData.ts';
import { onWords } from './labels.ts';

const states = ['all', 'on', 'off', 'draft'] as const;
const start = {
  sortBy: 'created_at',
  sortDesc: true,
  sortable: ['created_at', 'name', 'status'],
  filters: { status: ['draft', 'on', 'off'] },
} as const;

/** What starts it, in words; of several the first. */
export function startWords(row: Pick<AutomationRow, 'triggers'>, names: Names): string {
  const [first, ...rest] = triggersOf(row.triggers).map(({ on }) => onWords(on, names));
  if (first === undefined) return t('au.noTrigger');
  return rest.length === 0 ? first : t('au.orMore', { first, count: rest.length });
}
/** Whether something was drawn after it was published. */
const isChanged = ({ published_at: at, changed_at: changed }: AutomationRow): boolean => at !== null && changed > at;

/** A draft leads to where it is drawn, everything else to its figures. */
const leadsTo = ({ id, version }: AutomationRow): string => (version === null ? `${here}/${id}/edit` : `${here}/${id}`);

/** /business/automations */
export default function Automations() {
  const list = useList('/automations', start);
  const { names } = useNamedData(...(list.rows ?? []).map((row) => ({ triggers: triggersOf(row.triggers) })));
  const { actionsOf, dialogs } = useAutomationActions();
  const [taking, take] = useState(false);
  const [, go] = useLocation();
  const status = list.state.filters['status'] ?? 'all';
  const number = (value: number, row: AutomationRow) => (
    <span className={`num${row.entered === 0 ? ' faint' : ''}`}>{count(value)}</span>
  );
  const isEmpty = list.rows?.length === 0 && !list.filtered && list.state.page === 1;
  return (
    <div className="bk-page">
      <PageHeader
        title={t('au.title')}
        meta={list.total === undefined ? undefined : t('au.count', { count: list.total })}
      >
        <HeadActions
          name={t('au.title')}
          actions={[
            {
              id: 'webhooks',
              label: t('au.webhooks'),
              icon: IconWebhook,
              run: () => {
                go(`${here}/webhooks`);
              },
            },
            {
              id: 'clone',
              label: t('au.takeCopy'),
              icon: IconDownload,
              run: () => {
                take(true);
              },
            },
          ]}
        />
        <Button component={Link} href={`${here}/create`} leftSection={<IconPlus size={16} aria-hidden />}>
          {t('au.new')}
        </Button>
      </PageHeader>
      {isEmpty ?
        <section className="bk-card au-empty">
          <span className="icon">
            <IconBolt size={22} aria-hidden />
          </span>
          <h2>{t('au.none')}</h2>
          <p className="muted">{t('au.noneText')}</p>
          <TemplateGallery />
        </section>
      : <>
          <ListSearch label={t('au.search')} list={list}>
            <FilterChips
              label={t('au.status')}
              value={status as (typeof states)[number]}
              options={states.map((value) => ({ value, label: t(`au.status.${value}`) }))}
              onChange={(value) => {
                list.filter('status', value === 'all' ? null : value);
              }}
            />
          </ListSearch>
          <DataList<AutomationRow>
            label={t('au.title')}
            list={list}
            keyOf={({ id }) => id}
            href={leadsTo}
            openLabel={({ name }) => t('au.open', { name })}
            actions={(row) => <RowMenu name={row.name} actions={actionsOf(row)} />}
            columns={[
              {
                id: 'name',
                title: t('au.name'),
                sort: 'name',
                cell: (row) => <TwoLines main={row.name} sub={startWords(row, names)} />,
              },
              { id: 'status', title: t('au.status'), sort: 'status', width: 190, cell: (row) => <State row={row} /> },
              {
                id: 'inside',
                title: t('au.inside'),
                align: 'right',
                width: 90,
                cell: (row) => number(row.inside, row),
              },
              {
                id: 'entered',
                title: t('au.entered'),
                align: 'right',
                width: 100,
                cell: (row) => number(row.entered, row),
              },
              {
                id: 'reached',
                title: t('au.reached'),
                align: 'right',
                width: 150,
                spare: true,
                cell: (row) => (
                  <>
                    {number(row.reached, row)}
                    {row.reached > 0 && <span className="muted num"> · {percent(row.reached / row.entered)}</span>}
                  </>
                ),
              },
              {
                id: 'changed',
                title: t('au.changedAt'),
                width: 140,
                spare: true,
                cell: (row) => <Changed at={row.changed_at} />,
              },
            ]}
            card={(row) => (
              <div className="au-card">
                <b>{row.name}</b>
                <span className="muted">{startWords(row, names)}</span>
                <State row={row} />
                {row.entered > 0 && (
                  <span className="muted">
                    {t('au.cardSums', {
                      inside: count(row.inside),
                      entered: count(row.entered),
                      reached: count(row.reached),
                    })}
                  </span>
                )}
              </div>
            )}
            empty={<NoMatch text={t('list.noMatchText')} list={list} />}
          />
        </>
      }
      {taking && (
        <CloneDialog
          onClose={() => {
            take(false);
          }}
        />
      )}
      {dialogs}
    </div>
  );
}

const State = ({ row }: { readonly row: AutomationRow }) => (
  <span className="au-state">
    <AutomationBadge status={row.status} />
    {row.broken > 0 ?
      <span className="au-broken">{t('au.broken')}</span>
    : isChanged(row) && <span className="faint">{t('au.changed')}</span>}
  </span>
);

function Changed({ at }: { readonly at: string }) {
  const style = useDateStyle();
  return <Instant at={at}>{shortTime(at, style)}</Instant>;
}
