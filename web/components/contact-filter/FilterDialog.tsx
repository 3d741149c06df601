import './filter.css';
import { filterLimits } from '../../../api/contract/attributes.ts';
import { Button, Group, Modal, SegmentedControl, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useApp } from '../../session/context.tsx';
import { t } from './texts.ts';
import { ConditionRow } from './ConditionRow.tsx';
import { complete, type ContactFilter, fresh } from './model.ts';
import type { FilterData } from './useFilterData.ts';

const begin: ContactFilter = { match: 'all', groups: [{ match: 'all', conditions: [fresh('tag')] }] };

/** The builder of a filter: field, how, value, line by line, and how many it means at the moment. */
export function FilterDialog({
  opened,
  filter,
  data,
  apply = t('filter.apply'),
  onApply,
  onClose,
}: {
  readonly opened: boolean;
  readonly filter: ContactFilter | null;
  readonly data: FilterData;
  /** What its button says. */
  readonly apply?: string;
  readonly onApply: (filter: ContactFilter | null) => void;
  readonly onClose: () => void;
}) {
  return (
    <Modal opened={opened} onClose={onClose} title={t('filter.title')} size="xl">
      {opened && <Builder start={filter ?? begin} data={data} apply={apply} onApply={onApply} onClose={onClose} />}
    </Modal>
  );
}

function Builder({
  start,
  data,
  apply,
  onApply,
  onClose,
}: {
  readonly start: ContactFilter;
  readonly data: FilterData;
  readonly apply: string;
  readonly onApply: (filter: ContactFilter | null) => void;
  readonly onClose: () => void;
}) {
  const [filter, setFilter] = useState(start);
  const box = useRef<HTMLDivElement>(null);
  /** The row that was just added: the keyboard goes on in it. */
  const [added, setAdded] = useState<string | null>(null);
  useEffect(() => {
    if (added === null) return;
    box.current?.querySelector<HTMLElement>(`[data-row="${added}"] :is(input:not([type=hidden]), button)`)?.focus();
    setAdded(null);
  }, [added]);
  const wanted = complete(filter);
  const meant = useCount(wanted);
  const put = (at: number, group: ContactFilter['groups'][number] | null) => {
    const groups = filter.groups.flatMap((one, index) =>
      index !== at ? [one]
      : group === null || group.conditions.length === 0 ? []
      : [group],
    );
    setFilter({ ...filter, groups });
  };
  const both = [
    { value: 'all', label: t('filter.all') },
    { value: 'any', label: t('filter.any') },
  ];
  return (
    <div ref={box} className="bk-filter">
      {filter.groups.map((group, at) => (
        <fieldset key={at} className="group">
          <legend className="sr-only">{t('filter.group', { number: at + 1 })}</legend>
          {at > 0 && (
            <SegmentedControl
              size="xs"
              aria-label={t('filter.between')}
              data={both}
              value={filter.match}
              onChange={(match) => {
                setFilter({ ...filter, match: match as 'all' | 'any' });
              }}
            />
          )}
          {group.conditions.map((condition, index) => (
            <ConditionRow
              key={index}
              place={`${at}-${index}`}
              condition={condition}
              data={data}
              onChange={(changed) => {
                const conditions = group.conditions.flatMap((one, other) =>
                  other !== index ? [one]
                  : changed === null ? []
                  : [changed],
                );
                put(at, { ...group, conditions });
              }}
            />
          ))}
          <Group gap="xs">
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconPlus size={14} aria-hidden />}
              disabled={group.conditions.length >= filterLimits.conditions}
              onClick={() => {
                put(at, { ...group, conditions: [...group.conditions, fresh('status')] });
                setAdded(`${at}-${group.conditions.length}`);
              }}
            >
              {t('filter.add')}
            </Button>
            {group.conditions.length > 1 && (
              <SegmentedControl
                size="xs"
                aria-label={t('filter.within.group')}
                data={both}
                value={group.match}
                onChange={(match) => {
                  put(at, { ...group, match: match as 'all' | 'any' });
                }}
              />
            )}
          </Group>
        </fieldset>
      ))}
      <Group justify="space-between" mt="md">
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={filter.groups.length >= filterLimits.groups}
          onClick={() => {
            setFilter({ ...filter, groups: [...filter.groups, { match: 'all', conditions: [fresh('tag')] }] });
            setAdded(`${filter.groups.length}-0`);
          }}
        >
          {t('filter.addGroup')}
        </Button>
        <Text size="sm" c="dimmed" role="status" className="num">
          {wanted === null ?
            t('filter.nothing')
          : meant === null ?
            t('filter.counting')
          : t('filter.means', { count: meant })}
        </Text>
      </Group>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('app.cancel')}
        </Button>
        <Button
          onClick={() => {
            onApply(wanted);
            onClose();
          }}
        >
          {apply}
        </Button>
      </Group>
    </div>
  );
}

/** How many it means, asked a moment after the last change; null: not known yet. */
function useCount(filter: ContactFilter | null): number | null {
  const { client } = useApp();
  const key = filter === null ? null : JSON.stringify(filter);
  const [found, setFound] = useState<{ readonly key: string; readonly count: number } | null>(null);
  useEffect(() => {
    if (key === null) return undefined;
    let current = true;
    const timer = setTimeout(() => {
      client
        .post('/segments/count', { body: { filter: JSON.parse(key) as ContactFilter } })
        .then((answer) => {
          if (current) setFound({ key, count: answer.data.count });
        })
        .catch(() => undefined);
    }, 300);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [client, key]);
  return found?.key === key ? found.count : null;
}
