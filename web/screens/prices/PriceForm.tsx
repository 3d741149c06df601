import { Modal } from '@mantine/core';
import { Currency } from '../../../api/contract/money.ts';
import { carrierClasses, CreateRate, directions, listedChannels, type UsageKey } from '../../../api/contract/rates.ts';
import { useRefresh } from '../../api/refresh.ts';
import { countryOptions } from '../../components/countries.ts';
import { currenciesWith } from '../../components/currencies.ts';
import { Form, Pair } from '../../components/form/Form.tsx';
import { SelectField, TextField } from '../../components/form/fields.tsx';
import { MoneyField, type TypedAmount } from '../../components/form/MoneyField.tsx';
import { type RecordForm, useRecordForm } from '../../components/form/useRecordForm.ts';
import { useApp } from '../../session/context.tsx';
import { BusinessSelect } from './BusinessSelect.tsx';
import { dayName, hasDirection, hasPlace, type ListOf, type Use, useToday, detailOf, nameOf } from './model.ts';
import { t } from './texts.ts';

/** What the form begins with. */
export interface Begin extends Use {
  readonly currency: string;
  readonly from: string;
  readonly carrier: number | null;
  readonly price: number | null;
  readonly business: { readonly id: string; readonly name: string } | null;
  /** What it is for is said already: only the price and its first day are asked. */
  readonly isFixed: boolean;
}
interface Values {
  readonly channel: UsageKey['channel'];
  readonly direction: UsageKey['direction'];
  readonly country: string;
  readonly carrier_class: UsageKey['carrierClass'] | '';
  readonly currency: string;
  readonly from: string;
  readonly carrier: TypedAmount;
  readonly price: TypedAmount;
  readonly business_id: string | null;
  readonly [name: string]: unknown;
}

const bodyOf = (values: Values) => ({
  ...values,
  direction: hasDirection(values.channel) ? values.direction : 'out',
  country: hasPlace(values.channel) && values.country !== '' ? values.country : null,
  carrier_class: hasPlace(values.channel) && values.carrier_class !== '' ? values.carrier_class : null,
  carrier: values.carrier ?? 0,
});

/** A price that is new, or that takes the place of another from a day on. */
export function PriceForm({
  of,
  begin,
  onClose,
}: {
  readonly of: ListOf;
  readonly begin: Begin;
  readonly onClose: () => void;
}) {
  const { client } = useApp();
  const refresh = useRefresh();
  const today = useToday();
  const { business, isFixed, ...rest } = begin;
  const initial: Values = {
    ...rest,
    country: rest.country ?? '',
    carrier_class: rest.carrier_class ?? '',
    business_id: business?.id ?? null,
  };
  const form = useRecordForm({
    initial,
    schema: CreateRate,
    revision: null,
    toBody: bodyOf,
    save: (body) => client.post('/rates', { body }),
  });
  const { values } = form;
  const currency = Currency.parse(values.currency);
  const isBelow =
    typeof values.price === 'number' && typeof values.carrier === 'number' && values.price < values.carrier;
  return (
    <Modal opened onClose={onClose} size="lg" title={t(isFixed ? 'prices.changeTitle' : 'prices.newTitle')}>
      <Form
        form={form}
        creating
        submit={t('prices.save')}
        onCancel={onClose}
        afterSave={() => {
          onClose();
          void refresh('/rates', '/rates/unpriced', '/carrier-fees');
        }}
      >
        <div className="bk-stack">
          {isFixed ?
            <p className="price-for">
              <b>{nameOf(begin)}</b>
              <span className="muted">
                {[t(`prices.channel.${begin.channel}`), detailOf(begin), business?.name]
                  .filter((one) => one != null)
                  .join(' · ')}
              </span>
            </p>
          : <UseFields form={form} of={of} />}
          <Pair>
            {of === 'admin' && (
              <MoneyField
                kind="unit"
                of={form.field('carrier')}
                currency={currency}
                label={t('prices.carrier')}
                hint={t(`prices.unit.${values.channel}`)}
              />
            )}
            <MoneyField
              kind="unit"
              of={form.field('price')}
              currency={currency}
              label={t('prices.price')}
              hint={t(`prices.unit.${values.channel}`)}
            />
          </Pair>
          {of === 'admin' && isBelow && (
            <p className="price-warning" role="status">
              {t('prices.below')}
            </p>
          )}
          <Pair>
            <TextField
              of={form.field('from')}
              type="date"
              label={t('prices.first')}
              hint={
                isFixed ? t('prices.firstHint') : t('prices.firstNewHint', { date: dayName(`${today.slice(0, 8)}01`) })
              }
            />
            {!isFixed && (
              <SelectField
                of={form.field('currency')}
                label={t('prices.currency')}
                options={currenciesWith(values.currency).map((code) => ({ value: code, label: code }))}
              />
            )}
          </Pair>
        </div>
      </Form>
    </Modal>
  );
}

function UseFields({ form, of }: { readonly form: RecordForm<Values>; readonly of: ListOf }) {
  const { channel } = form.values;
  const business = form.field('business_id');
  return (
    <>
      <Pair>
        <SelectField
          of={form.field('channel')}
          label={t('prices.channel')}
          options={listedChannels.map((value) => ({ value, label: t(`prices.channel.${value}`) }))}
        />
        {hasDirection(channel) && (
          <SelectField
            of={form.field('direction')}
            label={t('prices.direction')}
            options={directions.map((value) => ({
              value,
              label: t(
                channel === 'voice' ?
                  value === 'out' ?
                    'prices.voiceOut'
                  : 'prices.voiceIn'
                : value === 'out' ? 'prices.out'
                : 'prices.in',
              ),
            }))}
          />
        )}
      </Pair>
      {hasPlace(channel) && (
        <Pair>
          <SelectField
            of={form.field('country')}
            label={t(channel === 'number' ? 'prices.numberCountry' : 'prices.country')}
            searchable
            options={[{ value: '', label: t('prices.anyCountry') }, ...countryOptions()]}
          />
          <SelectField
            of={form.field('carrier_class')}
            label={t('prices.class')}
            options={[
              { value: '', label: t('prices.anyNumber') },
              ...carrierClasses
                .filter((value) => value !== 'other')
                .map((value) => ({ value, label: t(`prices.class.${value}`) })),
            ]}
          />
        </Pair>
      )}
      {of === 'agency' && (
        <BusinessSelect
          label={t('prices.business')}
          value={business.value}
          error={business.error}
          onChange={(id) => {
            business.change(id);
          }}
        />
      )}
    </>
  );
}
