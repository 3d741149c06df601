import './filter.css';
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ContactFilter, without } from './model.ts';
import { t } from './texts.ts';
import { type Names, sentence } from './words.ts';

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
  return (
    <ul className="bk-conditions" aria-label={t('filter.conditions')}>
      {filter.groups.map((group, at) =>
        group.conditions.map((condition, index) => {
          const words = sentence(condition, names);
          return (
            <li key={`${at}.${index}`}>
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
    </ul>
  );
}
