import { DayFields } from '../fields/times.tsx';
import type { OnOf, TriggerEditing } from './editor.tsx';

export function DateTrigger({ on, at, data, wrong, put }: TriggerEditing<OnOf<'date'>>) {
  return (
    <DayFields
      value={on.when}
      at={`${at}.when`}
      data={data}
      wrong={wrong}
      onChange={(when) => {
        put({ ...on, when });
      }}
    />
  );
}
