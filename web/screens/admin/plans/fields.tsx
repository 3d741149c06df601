import { Switch } from '@mantine/core';
import { Currency } from '../../../../api/contract/money.ts';
import { type Plan, PlanFeature, PlanInterval, planQuantities } from '../../../../api/contract/plans.ts';
import { currenciesWith } from '../../../components/currencies.ts';
import { Pair, Section } from '../../../components/form/Form.tsx';
import { AreaField, NumberField, SelectField, TextField } from '../../../components/form/fields.tsx';
import { MoneyField } from '../../../components/form/MoneyField.tsx';
import type { RecordForm } from '../../../components/form/useRecordForm.ts';
import { overageOf, type PlanValues } from './model.ts';
import { t } from './texts.ts';

/** What is asked of a plan, new or old. `children`: what only a new one is asked. */
export function PlanFields<V extends PlanValues>({
  form,
  kind,
  isNew,
  children,
}: {
  readonly form: RecordForm<V>;
  readonly kind: Plan['kind'];
  readonly isNew: boolean;
  readonly children?: React.ReactNode;
}) {
  const of = form as unknown as RecordForm<PlanValues>;
  const { values } = of;
  const currency = Currency.parse(values.currency);
  // An agency has the white label; a business alone has none.
  const features = PlanFeature.options.filter((feature) => kind === 'agency' || feature !== 'whitelabel');
  return (
    <>
      <Section title={t('plan.group.plan')} text={t('plan.group.planText')}>
        <TextField of={of.field('name')} label={t('field.name')} autoComplete="off" autoFocus={isNew} />
        <AreaField
          of={of.field('description')}
          label={t('plan.description')}
          hint={t('plan.descriptionHint')}
          rows={2}
          optional
        />
        {children}
      </Section>
      <Section title={t('plan.group.price')} text={t('plan.group.priceText')}>
        <Pair>
          <MoneyField of={of.field('amount')} currency={currency} label={t('plan.price')} hint={t('plan.amountHint')} />
          <SelectField
            of={of.field('currency')}
            label={t('plan.currency')}
            options={currenciesWith(values.currency).map((code) => ({ value: code, label: code }))}
            disabled={!isNew}
            hint={t('plan.currencyHint')}
          />
        </Pair>
        <Pair>
          <SelectField
            of={of.field('interval')}
            label={t('plan.interval')}
            options={PlanInterval.options.map((value) => ({ value, label: t(`plan.interval.${value}`) }))}
          />
          <NumberField of={of.field('trial_days')} label={t('plan.trialDays')} hint={t('plan.trialHint')} />
        </Pair>
      </Section>
      <Section title={t('plan.group.included')} text={t('plan.group.includedText')}>
        <div className="plan-quantities">
          {planQuantities.map((quantity) => (
            <NumberField
              key={quantity}
              of={of.field(quantity)}
              label={t(`plan.${quantity}`)}
              placeholder={t('plan.unlimited')}
            />
          ))}
        </div>
      </Section>
      <Section title={t('plan.group.overage')} text={t('plan.group.overageText')}>
        <div className="plan-quantities">
          {planQuantities.map((quantity) => (
            <MoneyField
              key={quantity}
              kind="unit"
              of={of.field(overageOf(quantity))}
              currency={currency}
              label={t(`plan.${overageOf(quantity)}`)}
              placeholder={t('plan.notSold')}
            />
          ))}
        </div>
      </Section>
      <Section title={t('plan.group.features')} text={t('plan.group.featuresText')}>
        {features.map((feature) => (
          <Switch
            key={feature}
            className="bk-switch"
            label={t(`plan.feature.${feature}`)}
            checked={values.features.includes(feature)}
            onChange={(event) => {
              const isOn = event.currentTarget.checked;
              of.set(
                'features',
                PlanFeature.options.filter((one) => (one === feature ? isOn : values.features.includes(one))),
              );
            }}
          />
        ))}
      </Section>
    </>
  );
}
