import './plans.css';
import { Button } from '@mantine/core';
import { IconEdit, IconPlus, IconTags, IconTrash } from '@tabler/icons-react';
import { Link, useLocation } from 'wouter';
import { type Plan, PlanSection } from '../../../../api/contract/plans.ts';
import { type Column, DataList, Nothing } from '../../../components/DataList.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { FilterChips } from '../../../components/FilterChips.tsx';
import { Instant } from '../../../components/Instant.tsx';
import { type List, type SortOf, useList } from '../../../components/list.ts';
import { ListSearch, NoMatch } from '../../../components/ListTools.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { RowMenu } from '../../../components/RowMenu.tsx';
import { date, type DateStyle } from '../../../format/date.ts';
import { count } from '../../../format/number.ts';
import { useDateStyle } from '../../../session/profile.tsx';
import { priceOf } from '../../../components/plan/model.ts';
import { baseOf } from './model.ts';
import { t } from './texts.ts';
import { useDeletePlan } from './useDeletePlan.tsx';

const start = {
  sortBy: 'amount',
  sortDesc: false,
  sortable: ['amount', 'name', 'created_at'],
  filters: { section: PlanSection.options },
} as const;

const columns = (style: DateStyle): readonly Column<Plan, SortOf<'/business-plans'>>[] => [
  {
    id: 'name',
    title: t('field.name'),
    sort: 'name',
    cell: (row) => (
      <span className="plan-name">
        <b className="clip" dir="auto">
          {row.name}
        </b>
        {row.section !== 'plan' && <span className="bk-tag">{t(`plan.section.${row.section}`)}</span>}
      </span>
    ),
  },
  {
    id: 'price',
    title: t('plan.price'),
    sort: 'amount',
    width: 190,
    cell: (row) => (
      <span className="num">
        {priceOf(row)} <span className="muted">{t(`plan.per.${row.interval}`)}</span>
      </span>
    ),
  },
  {
    id: 'messages',
    title: t('plan.included'),
    width: 120,
    align: 'right',
    spare: true,
    cell: (row) =>
      row.messages === 0 ?
        <Nothing what={t('plan.noTrial')} />
      : <span className="num">{row.messages === null ? t('plan.unlimited') : count(row.messages)}</span>,
  },
  {
    id: 'trial',
    title: t('plan.trial'),
    width: 100,
    spare: true,
    cell: (row) => (
      <span className="muted">
        {row.trial_days === 0 ? t('plan.noTrial') : t('plan.days', { count: row.trial_days })}
      </span>
    ),
  },
  {
    id: 'version',
    title: t('plan.version'),
    width: 90,
    align: 'right',
    spare: true,
    cell: (row) => <span className="num muted">{row.version}</span>,
  },
  {
    id: 'changed',
    title: t('plan.changed'),
    width: 120,
    spare: true,
    cell: (row) => (
      <Instant at={row.changed_at} className="muted num">
        {date(row.changed_at, style)}
      </Instant>
    ),
  },
];

const AgencyPlans = () => <PlanTable kind="agency" list={useList('/subscriptions/plans', start)} />;
const BusinessPlans = () => <PlanTable kind="business" list={useList('/business-plans', start)} />;
/** What is for sale to agencies, or to businesses. */
export const PlanList = ({ kind }: { readonly kind: Plan['kind'] }) =>
  kind === 'agency' ? <AgencyPlans /> : <BusinessPlans />;

function PlanTable({ kind, list }: { readonly kind: Plan['kind']; readonly list: List<Plan> }) {
  const style = useDateStyle();
  const [, go] = useLocation();
  const base = baseOf(kind);
  const { ask, dialog } = useDeletePlan(() => undefined);
  return (
    <div className="bk-page">
      <PageHeader
        title={t(`plan.list.${kind}`)}
        {...(list.total === undefined ? {} : { meta: t('plan.count', { count: list.total }) })}
      >
        <Button component={Link} href={`${base}/create`} leftSection={<IconPlus size={16} aria-hidden />}>
          {t(`plan.new.${kind}`)}
        </Button>
      </PageHeader>
      <ListSearch label={t('plan.search')} list={list}>
        <FilterChips
          label={t('plan.section')}
          value={list.state.filters['section'] ?? ''}
          options={[
            { value: '', label: t('plan.all') },
            ...PlanSection.options.map((value) => ({ value, label: t(`plan.section.${value}`) })),
          ]}
          onChange={(value) => {
            list.filter('section', value === '' ? null : value);
          }}
        />
      </ListSearch>
      <DataList
        label={t(`plan.list.${kind}`)}
        columns={columns(style)}
        list={list}
        keyOf={(row) => row.id}
        openLabel={(row) => `${t('plan.edit')} ${row.name}`}
        href={(row) => `${base}/${row.id}/edit`}
        actions={(row) => (
          <RowMenu
            name={row.name}
            actions={[
              {
                id: 'edit',
                label: t('plan.edit'),
                icon: IconEdit,
                run: () => {
                  go(`${base}/${row.id}/edit`);
                },
              },
              ...(kind === 'agency' ?
                [
                  {
                    id: 'delete',
                    label: t('plan.delete'),
                    icon: IconTrash,
                    danger: true,
                    run: () => {
                      ask(row);
                    },
                  },
                ]
              : []),
            ]}
          />
        )}
        card={(row) => (
          <span className="plan-row">
            <b className="clip" dir="auto">
              {row.name}
            </b>
            <span className="muted num">
              {priceOf(row)} {t(`plan.per.${row.interval}`)}
            </span>
          </span>
        )}
        empty={
          list.filtered ?
            <NoMatch text={t('plan.noMatchText')} list={list} />
          : <EmptyState icon={IconTags} title={t('plan.none')} text={t(`plan.noneText.${kind}`)}>
              <Button component={Link} href={`${base}/create`}>
                {t('plan.create')}
              </Button>
            </EmptyState>
        }
      />
      {dialog}
    </div>
  );
}
