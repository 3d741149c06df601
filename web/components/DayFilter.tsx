import type { List } from './list.ts';
import { RemoveFilter } from './RemoveFilter.tsx';
import { dayLabel } from '../format/date.ts';

/** The day of the chart that a list is narrowed to. */
export function DayFilter({
  list,
  nameOf,
}: {
  readonly list: List<unknown>;
  readonly nameOf: (day: string) => string;
}) {
  const [from, to] = list.state.filters['date_range']?.split(',') ?? [];
  if (from === undefined || to === undefined) return null;
  const label = (day: string) => dayLabel(day, { weekday: 'short', month: 'short', day: 'numeric' });
  return (
    <RemoveFilter
      name={nameOf(from === to ? label(from) : `${label(from)} – ${label(to)}`)}
      onRemove={() => {
        list.filter('date_range', null);
      }}
    />
  );
}
