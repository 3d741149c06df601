import { Select } from '@mantine/core';
import type { FilterData } from '../../../../components/contact-filter/useFilterData.ts';
import type { Wrong } from '../fields/choices.tsx';
import { eventGroups, freshTrigger, triggerGroups, type TriggerOn } from '../model.ts';
import { maybe, t } from '../texts.ts';
import { EditTrigger } from './editors.tsx';

/** What happens: its kind, and of what. `all`: also days, and what does not happen. */
export function EventFields<T extends TriggerOn>({
  value,
  all = false,
  at,
  data,
  wrong,
  onChange,
}: {
  readonly value: T;
  readonly all?: boolean;
  /** Where it stands in the step, for what is wrong with it. */
  readonly at: string;
  readonly data: FilterData;
  readonly wrong: Wrong;
  readonly onChange: (value: T) => void;
}) {
  const shown = (all ? triggerGroups : eventGroups) as readonly (readonly [
    (typeof triggerGroups)[number][0],
    readonly TriggerOn['kind'][],
  ])[];
  return (
    <>
      <Select
        label={t('au.p.what')}
        data={[
          ...shown.map(([group, kinds]) => ({
            group: t(`au.ons.${group}`),
            items: kinds.map((kind) => ({ value: kind as string, label: t(`au.is.${kind as Offered}`) })),
          })),
          // What a template brings can be kept, also where it is not offered.
          ...(shown.some(([, kinds]) => kinds.includes(value.kind)) ?
            []
          : [
              {
                group: t('au.ons.time'),
                items: [{ value: value.kind as string, label: maybe(`au.is.${value.kind}`) ?? value.kind }],
              },
            ]),
        ]}
        value={value.kind}
        error={wrong(`${at}.kind`)}
        searchable
        allowDeselect={false}
        onChange={(kind) => {
          if (kind !== null && kind !== value.kind) onChange(freshTrigger(kind as TriggerOn['kind']) as T);
        }}
      />
      <EditTrigger
        {...{ on: value, at, data, wrong }}
        put={(on) => {
          onChange(on as T);
        }}
      />
    </>
  );
}
type Offered = (typeof triggerGroups)[number][1][number];
