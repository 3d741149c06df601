import { MultiSelect, Select, Switch, TextInput } from '@mantine/core';
import { apiNamesOf, isOfKind } from '../../../../../api/contract/attributes.ts';
import { attributeLabel } from '../../../../components/attributes/label.ts';
import type { FilterData } from '../../../../components/contact-filter/useFilterData.ts';
import { automationModel, type DayAt, type Duration } from '../model.ts';
import { t } from '../texts.ts';
import { Amount, Words, type Wrong } from './choices.tsx';

const units = ['minutes', 'hours', 'days', 'weeks', 'months'] as const;
export function DurationFields({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: Duration;
  readonly onChange: (value: Duration) => void;
}) {
  return (
    <div className="au-pair">
      <Amount
        label={label}
        value={value.amount}
        to={3_650}
        onChange={(amount) => {
          onChange({ ...value, amount });
        }}
      />
      <Words
        label={t('au.p.unit')}
        words={units}
        wordOf={(unit) => t(`au.p.unit.${unit}`)}
        value={value.unit}
        onChange={(unit) => {
          onChange({ ...value, unit });
        }}
      />
    </div>
  );
}

export const ZoneField = ({
  value,
  onChange,
}: {
  readonly value: 'business' | 'contact';
  readonly onChange: (zone: 'business' | 'contact') => void;
}) => (
  <Words
    label={t('au.p.zone')}
    words={['contact', 'business']}
    wordOf={(zone) => t(`au.p.zone.${zone}`)}
    value={value}
    onChange={onChange}
  />
);
export const TimeField = ({ value, onChange }: { readonly value: string; readonly onChange: (at: string) => void }) => (
  <TextInput
    type="time"
    label={t('au.p.at')}
    value={value}
    onChange={(event) => {
      const at = event.currentTarget.value.slice(0, 5);
      if (/^\d\d:\d\d$/u.test(at)) onChange(at);
    }}
  />
);

/** A day that is known of a contact, so many days before or after it. */
export function DayFields({
  value,
  at,
  data,
  wrong,
  onChange,
}: {
  readonly value: DayAt;
  readonly at: string;
  readonly data: FilterData;
  readonly wrong: Wrong;
  readonly onChange: (value: DayAt) => void;
}) {
  const { day, offset } = value;
  const days = data.fields.filter(({ kind }) => kind === 'date');
  const side =
    offset === 0 ? 'on'
    : offset < 0 ? 'before'
    : 'after';
  return (
    <>
      <Select
        label={t('au.p.day')}
        data={[
          ...apiNamesOf('day-of-year').map((name) => ({ value: name as string, label: attributeLabel(name) })),
          ...days.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={day.of === 'custom' ? day.id : day.of}
        error={wrong(`${at}.day`)}
        allowDeselect={false}
        onChange={(chosen) => {
          if (chosen === null) return;
          const of =
            isOfKind(chosen, 'day-of-year') ? { of: chosen } : { of: 'custom' as const, id: chosen, yearly: true };
          onChange({ ...value, day: of });
        }}
      />
      {day.of === 'custom' && (
        <Switch
          label={t('au.p.yearly')}
          checked={day.yearly}
          onChange={(event) => {
            onChange({ ...value, day: { ...day, yearly: event.currentTarget.checked } });
          }}
        />
      )}
      <div className="au-pair">
        <Words
          label={t('au.p.offset')}
          words={['before', 'on', 'after']}
          wordOf={(word) => t(`au.p.offset.${word}`)}
          value={side}
          onChange={(word) => {
            const size = Math.max(1, Math.abs(offset));
            onChange({
              ...value,
              offset:
                word === 'on' ? 0
                : word === 'before' ? -size
                : size,
            });
          }}
        />
        {side !== 'on' && (
          <Amount
            label={t('au.p.offsetDays')}
            value={Math.abs(offset)}
            to={365}
            onChange={(days) => {
              onChange({ ...value, offset: side === 'before' ? -days : days });
            }}
          />
        )}
      </div>
      <div className="au-pair">
        <TimeField
          value={value.at}
          onChange={(time) => {
            onChange({ ...value, at: time });
          }}
        />
        <ZoneField
          value={value.zone}
          onChange={(zone) => {
            onChange({ ...value, zone });
          }}
        />
      </div>
    </>
  );
}

export const weekdays = automationModel.Weekday.options;
export const WeekdaysField = ({
  label,
  value,
  error,
  onChange,
}: {
  readonly label: string;
  readonly value: readonly automationModel.Weekday[];
  readonly error?: string | undefined;
  readonly onChange: (days: automationModel.Weekday[]) => void;
}) => (
  <MultiSelect
    label={label}
    data={weekdays.map((day) => ({ value: day as string, label: t(`au.weekday.${day}`) }))}
    value={[...value]}
    error={error}
    onChange={(days) => {
      onChange(days as automationModel.Weekday[]);
    }}
  />
);
