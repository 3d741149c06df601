import { Button, Menu, TextInput } from '@mantine/core';
import { IconCalendar, IconCheck, IconChevronDown } from '@tabler/icons-react';
import { dayKey, shiftDay } from '../format/date.ts';
import { t } from './texts.ts';

export type Period =
  | { readonly kind: '7' | '30' | '90' | 'month' }
  | { readonly kind: 'custom'; readonly from: string; readonly to: string };
const kinds = ['7', '30', '90', 'month', 'custom'] as const;

/** The days of a period, both included, as day keys. A custom one is put the right way round and never reaches into the future. */
export function rangeOf(period: Period, today: string): { readonly from: string; readonly to: string } {
  if (period.kind === 'month') return { from: `${today.slice(0, 8)}01`, to: today };
  if (period.kind !== 'custom') return { from: shiftDay(today, 1 - Number(period.kind)), to: today };
  const [from, to] = [period.from, period.to].sort() as [string, string];
  return { from: from > today ? today : from, to: to > today ? today : to };
}

/** How many days a period has. */
export const daysOf = (range: { readonly from: string; readonly to: string }): number =>
  Math.round((Date.parse(range.to) - Date.parse(range.from)) / 86_400_000) + 1;

export function PeriodPicker({
  period,
  today,
  onChange,
}: {
  readonly period: Period;
  readonly today: string;
  readonly onChange: (period: Period) => void;
}) {
  const choose = (kind: Period['kind']) => {
    if (kind === 'custom') onChange({ kind, ...rangeOf(period, today) });
    else onChange({ kind });
  };
  return (
    <>
      {period.kind === 'custom' &&
        (['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            type="date"
            aria-label={t(end === 'from' ? 'dashboard.from' : 'dashboard.to')}
            value={period[end]}
            max={today}
            w={150}
            onChange={(event) => {
              const value = event.currentTarget.value;
              if (/^\d{4}-\d{2}-\d{2}$/.test(value) && value >= '2000-01-01')
                onChange({ ...period, [end]: dayKey(`${value}T12:00:00Z`, 'UTC') });
            }}
          />
        ))}
      <Menu position="bottom-end" width={180}>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconCalendar size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
            aria-label={t('dashboard.periodIs', { period: t(`dashboard.period.${period.kind}`) })}
          >
            {t(`dashboard.period.${period.kind}`)}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {kinds.map((kind) => (
            <Menu.Item
              key={kind}
              aria-current={kind === period.kind}
              rightSection={kind === period.kind ? <IconCheck size={14} aria-hidden /> : null}
              onClick={() => {
                choose(kind);
              }}
            >
              {t(`dashboard.period.${kind}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
