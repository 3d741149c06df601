import './filter.css';
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ContactFilter, without } from './model.ts';
import { t } from './texts.ts';
import { joints, type Names, sentence } from './labels.ts';

/** The conditions of a filter one by one, each of which can be taken away. */
export function Conditions({
  filter,
  names,
  onFilter,
}: {
  readonly filter: ContactFilter;
  readonly names: Names;
  readonly onFilter: (filter: ContactFilter | null) => void;
}) {
  const joined = joints(filter);
  let place = 0;
  return (
    <ul className="bk-conditions" aria-label={t('filter.conditions')}>
      {filter.groups.map((group, at) =>
        group.conditions.map((condition, index) => {
          const words = sentence(condition, names);
          const before = joined[place++];
          return (
            <li key={`${at}.${index}`}>
              {before !== '' && <span className="joint">{before}</span>}
              <span dir="auto">{words}</span>
              <ActionIcon
                variant="transparent"
                size="xs"
                aria-label={t('filter.remove', { condition: words })}
                onClick={() => {
                  onFilter(without(filter, at, index));
                }}
              >
                <IconX size={12} aria-hidden />
              </ActionIcon>
            </li>
          );
        }),
      )}
      {joined.at(-1) !== '' && <li className="joint">{joined.at(-1)}</li>}
    </ul>
  );
}
