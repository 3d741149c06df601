import { Button, MultiSelect } from '@mantine/core';
import { WeekdaysField, ZoneField } from '../fields/times.tsx';
import { automationModel, type Check } from '../model.ts';
import { t } from '../texts.ts';
import { monthName } from '../labels.ts';

export const isClock = (check: Check): check is Extract<Check, { field: 'clock' }> => check.field === 'clock';
export const freshClock: Check = {
  field: 'clock',
  zone: 'contact',
  hours: [],
  days: [],
  months: [],
  years: [],
  weekdays: [],
};

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);
export function Clock({
  value,
  error,
  onChange,
}: {
  readonly value: Extract<Check, { field: 'clock' }>;
  readonly error: string | undefined;
  readonly onChange: (value: Check | null) => void;
}) {
  const year = new Date().getFullYear();
  const many = (
    field: 'hours' | 'days' | 'months' | 'years',
    label: string,
    among: readonly number[],
    wordOf: (one: number) => string,
  ) => (
    <MultiSelect
      label={label}
      data={among.map((one) => ({ value: String(one), label: wordOf(one) }))}
      value={value[field].map(String)}
      placeholder={value[field].length === 0 ? t('au.p.anyTime') : ''}
      searchable
      onChange={(chosen) => {
        onChange({ ...value, [field]: chosen.map(Number).sort((a, b) => a - b) });
      }}
    />
  );
  return (
    <fieldset className="au-clock">
      <legend>{t('au.p.clock')}</legend>
      {error !== undefined && <span className="problem">{error}</span>}
      {many('hours', t('au.p.clockHours'), range(0, 23), (hour) => `${String(hour).padStart(2, '0')}:00`)}
      <WeekdaysField
        label={t('au.p.weekdays')}
        value={value.weekdays}
        onChange={(weekdays) => {
          onChange({ ...value, weekdays });
        }}
      />
      {many('days', t('au.p.clockDays'), range(1, 31), String)}
      {many('months', t('au.p.clockMonths'), range(1, 12), monthName)}
      {many('years', t('au.p.clockYears'), range(year, year + automationModel.yearsAhead), String)}
      <ZoneField
        value={value.zone}
        onChange={(zone) => {
          onChange({ ...value, zone });
        }}
      />
      <Button
        size="xs"
        variant="default"
        onClick={() => {
          onChange(null);
        }}
      >
        {t('au.p.dropClock')}
      </Button>
    </fieldset>
  );
}
