import { Select, UnstyledButton } from '@mantine/core';
import { IconArrowsSort, IconListCheck } from '@tabler/icons-react';
import { useTeam } from '../../../data/reads.ts';
import { useMe } from '../../../session/profile.tsx';
import type { Shown } from './shown.ts';
import { t } from './texts.ts';

/** Whose conversations, where there is a team to share them; and, of those that wait for an answer, who comes first. */
export function ListOptions({
  shown: { filter, assignee, sort },
  onShow,
  onPick,
}: {
  readonly shown: Shown;
  readonly onShow: (change: Partial<Shown>) => void;
  /** Begins to choose several; null: there is nothing to choose, or somebody is choosing. */
  readonly onPick: (() => void) | null;
}) {
  const team = useTeam().data;
  const me = useMe();
  const isTeam = (team?.data.length ?? 0) > 1 || assignee !== null;
  const count = (label: string, waiting: number | undefined) => (waiting ? `${label} (${waiting})` : label);
  const mine = team?.data.find(({ id }) => id === me);
  const others = (team?.data ?? []).filter(({ id }) => id !== me);
  const other = sort === 'waiting' ? 'newest' : 'waiting';
  return (
    <div className="options">
      {isTeam && team !== undefined && (
        <Select
          size="xs"
          variant="unstyled"
          aria-label={t('chat.assignee')}
          allowDeselect={false}
          comboboxProps={{ width: 220, position: 'bottom-start' }}
          value={assignee ?? 'anybody'}
          onChange={(next) => {
            onShow({ assignee: next === 'anybody' ? null : next });
          }}
          data={[
            { value: 'anybody', label: t('chat.assignee.anybody') },
            { value: 'mine', label: count(t('chat.assignee.mine'), mine?.needs_reply) },
            { value: 'nobody', label: count(t('chat.assignee.nobody'), team.meta.unassigned.needs_reply) },
            ...others.map(({ id, name, brand, needs_reply: waiting }) => ({
              value: id,
              label: count(
                [t('chat.assignee.of', { name }), brand].filter((word) => word !== null).join(' · '),
                waiting,
              ),
            })),
          ]}
        />
      )}
      {onPick !== null && (
        <UnstyledButton className="order" onClick={onPick} aria-label={t('chat.pickMany')} title={t('chat.pickMany')}>
          <IconListCheck size={16} aria-hidden />
        </UnstyledButton>
      )}
      {filter === 'needs_reply' && (
        <UnstyledButton
          className="order"
          aria-label={t('chat.sortBy', { order: t(`chat.sort.${sort}`) })}
          onClick={() => {
            onShow({ sort: other });
          }}
        >
          <IconArrowsSort size={14} aria-hidden />
          {t(`chat.sort.${sort}`)}
        </UnstyledButton>
      )}
    </div>
  );
}
