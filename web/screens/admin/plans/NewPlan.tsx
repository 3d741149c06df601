import './plans.css';
import { useLocation } from 'wouter';
import { CreatePlan as Contract, type Plan, PlanSection } from '../../../../api/contract/plans.ts';
import { useRefresh } from '../../../api/refresh.ts';
import { Form } from '../../../components/form/Form.tsx';
import { SelectField } from '../../../components/form/fields.tsx';
import { useRecordForm } from '../../../components/form/useRecordForm.ts';
import { RecordHeader } from '../../../components/RecordHeader.tsx';
import { useApp } from '../../../session/context.tsx';
import { PlanFields } from './fields.tsx';
import { baseOf, bodyOf, newPlan } from './model.ts';
import { PlanCard } from './PlanCard.tsx';
import { t } from './texts.ts';

/** A new plan, or a new add-on, beside how buyers will see it. */
export function NewPlan({ kind }: { readonly kind: Plan['kind'] }) {
  const { client } = useApp();
  const [, go] = useLocation();
  const refresh = useRefresh();
  const base = baseOf(kind);
  const form = useRecordForm({
    initial: newPlan(),
    schema: Contract,
    revision: null,
    toBody: bodyOf,
    save: (body): Promise<unknown> =>
      kind === 'agency' ? client.post('/plans', { body }) : client.post('/business-plans', { body }),
    onSaved: () => {
      void refresh('/subscriptions/plans', '/business-plans');
    },
  });
  return (
    <div className="bk-page">
      <RecordHeader name={t(`plan.new.${kind}`)} back={{ href: base, label: t(`plan.list.${kind}`) }} />
      <div className="plan-columns">
        <Form
          form={form}
          creating
          submit={t('plan.create')}
          onCancel={() => {
            go(base);
          }}
          afterSave={(answer) => {
            go(`${base}/${(answer as { data: { id: string } }).data.id}/edit`);
          }}
        >
          <PlanFields form={form} kind={kind} isNew>
            <SelectField
              of={form.field('section')}
              label={t('plan.section')}
              options={PlanSection.options.map((value) => ({ value, label: t(`plan.section.${value}`) }))}
              hint={t('plan.sectionHint')}
            />
          </PlanFields>
        </Form>
        <aside className="plan-aside">
          <h2>{t('plan.preview')}</h2>
          <PlanCard plan={form.values} />
        </aside>
      </div>
    </div>
  );
}
