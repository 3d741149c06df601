import './plans.css';
import { IconTrash } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import { type Plan, type PlanRecord, UpdatePlan } from '../../../../api/contract/plans.ts';
import { useRefresh } from '../../../api/refresh.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { Form } from '../../../components/form/Form.tsx';
import { useRecordForm } from '../../../components/form/useRecordForm.ts';
import { FormGhost } from '../../../components/FormGhost.tsx';
import { Instant } from '../../../components/Instant.tsx';
import { RecordHeader } from '../../../components/RecordHeader.tsx';
import { RowMenu } from '../../../components/RowMenu.tsx';
import { useRead } from '../../../data/read.ts';
import { date } from '../../../format/date.ts';
import { useApp } from '../../../session/context.tsx';
import { useDateStyle } from '../../../session/profile.tsx';
import { useRouteParam } from '../../../session/params.ts';
import { PlanFields } from './fields.tsx';
import { priceOf } from '../../../components/plan/model.ts';
import { baseOf, bodyOf, changesBetween, type PlanChange, planLabels, valuesOf } from './model.ts';
import { Moves, useSubscribers } from './Moves.tsx';
import { OrderPages } from './OrderPages.tsx';
import { PlanCard } from './PlanCard.tsx';
import { t } from './texts.ts';
import { useDeletePlan } from './useDeletePlan.tsx';

type Read = Pick<ReturnType<typeof useRead>, 'error' | 'refresh'> & {
  readonly data: { readonly data: PlanRecord } | undefined;
};

const AgencyPlan = () => (
  <Loaded kind="agency" read={useRead('/plans/{id}', { params: { id: useRouteParam('id') } })} />
);
const BusinessPlan = () => (
  <Loaded kind="business" read={useRead('/business-plans/{id}', { params: { id: useRouteParam('id') } })} />
);
/** One plan: its terms, how buyers see it, what a change means, and every version that was sold. */
export const PlanEditor = ({ kind }: { readonly kind: Plan['kind'] }) =>
  kind === 'agency' ? <AgencyPlan /> : <BusinessPlan />;

function Loaded({ kind, read: { data, error, refresh } }: { readonly kind: Plan['kind']; readonly read: Read }) {
  const back = { href: baseOf(kind), label: t(`plan.list.${kind}`) };
  if (data !== undefined) return <Editor key={data.data.id} plan={data.data} back={back} onSaved={refresh} />;
  return (
    <div className="bk-page">
      <RecordHeader name={t('plan.one')} back={back} />
      {error ?
        <div className="bk-card">
          <ErrorState error={error} onRetry={refresh} />
        </div>
      : <FormGhost sections={3} />}
    </div>
  );
}

function Editor({
  plan,
  back,
  onSaved,
}: {
  readonly plan: PlanRecord;
  readonly back: { readonly href: string; readonly label: string };
  readonly onSaved: () => void;
}) {
  const { client } = useApp();
  const [, go] = useLocation();
  const refresh = useRefresh();
  const { ask, dialog } = useDeletePlan(() => {
    go(back.href);
  });
  const { revision, versions, ...sold } = plan;
  const subscribers = useSubscribers(plan.id);
  const form = useRecordForm({
    initial: valuesOf(sold),
    schema: UpdatePlan,
    revision,
    toBody: bodyOf,
    save: (body): Promise<unknown> =>
      plan.kind === 'agency' ?
        client.put('/plans/{id}', { params: { id: plan.id }, body })
      : client.put('/business-plans/{id}', { params: { id: plan.id }, body }),
    onSaved: () => {
      onSaved();
      void refresh('/subscriptions/plans', '/business-plans');
    },
  });
  const changes = changesBetween(form.initial, form.values);
  return (
    <div className="bk-page">
      <RecordHeader
        name={plan.name}
        back={back}
        badge={<span className="bk-tag">{t('plan.versionOne', { version: plan.version })}</span>}
        sub={t(`plan.section.${plan.section}`)}
      >
        {plan.kind === 'agency' && (
          <RowMenu
            name={plan.name}
            actions={[
              {
                id: 'delete',
                label: t('plan.delete'),
                icon: IconTrash,
                danger: true,
                run: () => {
                  ask(plan);
                },
              },
            ]}
          />
        )}
      </RecordHeader>
      <div className="plan-columns">
        <div className="plan-main">
          <Form form={form} words={{ labels: planLabels }}>
            <PlanFields form={form} kind={plan.kind} isNew={false} />
          </Form>
          {plan.section === 'plan' && <OrderPages plan={plan} />}
          <Versions versions={versions} subscribers={subscribers.data?.data.versions ?? []} />
          {subscribers.data !== undefined && <Moves plan={sold} subscribers={subscribers.data.data} />}
        </div>
        <aside className="plan-aside">
          <h2>{t('plan.preview')}</h2>
          <PlanCard plan={form.values} />
          {changes.length > 0 && (
            <section aria-label={t('plan.changes')} className="plan-changes">
              <h2>{t('plan.changes')}</h2>
              <Changes changes={changes} />
              <p className="muted">{t('plan.changesText', { version: plan.version + 1 })}</p>
            </section>
          )}
        </aside>
      </div>
      {dialog}
    </div>
  );
}

const Changes = ({ changes }: { readonly changes: readonly PlanChange[] }) => (
  <ul className="plan-diff">
    {changes.map(({ field, label, was, now }) => (
      <li key={field}>
        <b>{label}</b> <span className="muted">{t('plan.from', { was, now })}</span>
      </li>
    ))}
  </ul>
);

function Versions({
  versions,
  subscribers,
}: {
  readonly versions: PlanRecord['versions'];
  readonly subscribers: readonly { readonly version: number; readonly subscribers: number }[];
}) {
  const having = new Map(subscribers.map((one) => [one.version, one.subscribers]));
  const style = useDateStyle();
  return (
    <section className="bk-card plan-versions" aria-label={t('plan.versions')}>
      <header>
        <h2>{t('plan.versions')}</h2>
        <span className="muted end">{t('plan.versionsText')}</span>
      </header>
      <ol>
        {versions.map((version, index) => {
          const before = versions[index + 1];
          return (
            <li key={version.version}>
              <div className="line">
                <b>{t('plan.versionOne', { version: version.version })}</b>
                {index === 0 && <span className="bk-tag">{t('plan.current')}</span>}
                <span className="num">
                  {priceOf(version)} {t(`plan.per.${version.interval}`)}
                </span>
                {(having.get(version.version) ?? 0) > 0 && (
                  <span className="muted num">{t('plan.subscribers', { count: having.get(version.version)! })}</span>
                )}
                <Instant at={version.at} className="muted num end">
                  {date(version.at, style)}
                </Instant>
              </div>
              {before === undefined ?
                <p className="muted">{t('plan.firstVersion')}</p>
              : <Changes changes={changesBetween(before, version)} />}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
