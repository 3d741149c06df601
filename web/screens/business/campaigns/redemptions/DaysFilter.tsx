import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { dayKey, shiftDay } from '../../../../format/date.ts';
import { useDateStyle } from '../../../../session/profile.tsx';
import { t } from './texts.ts';

const presets = {
  today: [0, 0],
  yesterday: [-1, -1],
  week: [-6, 0],
  month: [-29, 0],
  nextWeek: [0, 6],
  nextMonth: [0, 29],
} as const;
type Preset = keyof typeof presets;
const behind: readonly Preset[] = ['today', 'yesterday', 'week', 'month'];
const before: readonly Preset[] = ['today', 'nextWeek', 'nextMonth'];

/** Days to narrow a list to, of what it is `about`. `ahead`: days to come. The value is `from,to`, null: any day. */
export function DaysFilter({
  about,
  ahead,
  value,
  onChange,
}: {
  readonly about: 'issued' | 'redeemed' | 'expires';
  readonly ahead: boolean;
  readonly value: string | null;
  readonly onChange: (range: string | null) => void;
}) {
  const { timezone } = useDateStyle();
  const [choosing, setChoosing] = useState(false);
  const today = dayKey(new Date(), timezone);
  const rangeOf = (preset: Preset): string => presets[preset].map((days) => shiftDay(today, days)).join(',');
  const offered = ahead ? before : behind;
  const preset = choosing ? undefined : offered.find((one) => rangeOf(one) === value);
  const custom = choosing || (value !== null && preset === undefined);
  const [from = today, to = today] = value?.split(',') ?? [];
  return (
    <>
      <Select
        aria-label={t('redemptions.days')}
        placeholder={t(`redemptions.anyDay.${about}`)}
        data={[...offered, 'custom' as const].map((one) => ({ value: one, label: t(`redemptions.preset.${one}`) }))}
        value={custom ? 'custom' : (preset ?? null)}
        clearable
        w={180}
        comboboxProps={{ shadow: 'lg' }}
        clearButtonProps={{ 'aria-label': t('list.clearFilters') }}
        onChange={(chosen) => {
          setChoosing(chosen === 'custom');
          if (chosen === null) onChange(null);
          else onChange(chosen === 'custom' ? `${from},${to}` : rangeOf(chosen as Preset));
        }}
      />
      {custom &&
        (['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            type="date"
            w={150}
            aria-label={t(`redemptions.${end}`)}
            value={end === 'from' ? from : to}
            onChange={(event) => {
              const day = event.currentTarget.value;
              if (!/^2\d{3}-\d{2}-\d{2}$/.test(day)) return;
              // The other end comes along rather than standing before the beginning.
              onChange(end === 'from' ? `${day},${to < day ? day : to}` : `${from > day ? day : from},${day}`);
            }}
          />
        ))}
    </>
  );
}
