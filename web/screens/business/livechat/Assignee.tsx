import { Button, Menu } from '@mantine/core';
import { IconUserCheck, IconUserPlus, IconUserX } from '@tabler/icons-react';
import type { Conversation, Team } from '../../../../api/contract/livechat.ts';
import { commands } from '../../../api/commands.ts';
import { useTeam } from '../../../data/reads.ts';
import { useApp } from '../../../session/context.tsx';
import { type DateStyle, listTime } from '../../../format/date.ts';
import { useDateStyle, useMe } from '../../../session/profile.tsx';
import { t } from './texts.ts';

type Member = Team['data'][number];

/** What is said of a colleague beside their name: the agency that they are of, and that they are not here, or not at work. */
const aside = ({ brand, away, online, idle_since: idleSince }: Member, style: DateStyle): string =>
  [
    brand,
    away ? t('here.away')
    : !online ? t('here.offline')
    : idleSince !== null ? t('here.idle', { at: listTime(idleSince, style, new Date()) })
    : null,
  ]
    .filter((word) => word !== null)
    .join(' · ');

/** Whose conversation it is, and the menu that gives it to somebody else. Nothing where there is nobody to share with. */
export function Assignee({
  conversation: { id, assignee_id: assigneeId, assignee, assigned_why: why },
  onAssigned,
}: {
  readonly conversation: Conversation;
  readonly onAssigned: (to: Pick<Member, 'id' | 'name'> | null) => void;
}) {
  const { client, run } = useApp();
  const me = useMe();
  const style = useDateStyle();
  const members = useTeam().data?.data ?? [];
  if (members.length < 2 && assigneeId === null) return null;
  const name = assigneeId === me ? t('chat.me') : (assignee ?? t('chat.somebody'));
  const give = (to: Member | null) => {
    onAssigned(to);
    void run(() => commands.assign(client, id, to?.id ?? null));
  };
  const self = members.find((member) => member.id === me);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          className="assignee"
          size="compact-sm"
          variant={assigneeId === null ? 'default' : 'light'}
          leftSection={
            assigneeId === null ? <IconUserPlus size={15} aria-hidden /> : <IconUserCheck size={15} aria-hidden />
          }
          aria-label={assigneeId === null ? t('chat.assignNone') : t('chat.assignTo', { name })}
        >
          <span className="word clip">{assigneeId === null ? t('chat.unassigned') : name}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {why !== null && why !== 'by-hand' && (
          <Menu.Label>
            {t(why === 'automatic' && assigneeId === null ? 'chat.why.nobody' : `chat.why.${why}`)}
          </Menu.Label>
        )}
        <Menu.Label>{t('chat.assign')}</Menu.Label>
        {self && assigneeId !== me && (
          <Menu.Item
            leftSection={<IconUserCheck size={16} aria-hidden />}
            onClick={() => {
              give(self);
            }}
          >
            {t('chat.assignMe')}
          </Menu.Item>
        )}
        {members
          .filter((member) => member.id !== me && member.id !== assigneeId)
          .map((member) => (
            <Menu.Item
              key={member.id}
              leftSection={<IconUserPlus size={16} aria-hidden />}
              onClick={() => {
                give(member);
              }}
            >
              {member.name}
              {aside(member, style) !== '' && <span className="muted small"> · {aside(member, style)}</span>}
            </Menu.Item>
          ))}
        {assigneeId !== null && (
          <Menu.Item
            leftSection={<IconUserX size={16} aria-hidden />}
            onClick={() => {
              give(null);
            }}
          >
            {t('chat.assignNobody')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Somebody else has it, open, and in this business only they answer. */
export function useOnlyTheirs(conversation: Pick<Conversation, 'open' | 'assignee_id'> | undefined): boolean {
  const me = useMe();
  const only = useTeam().data?.meta.assignee_only === true;
  return only && conversation?.open === true && conversation.assignee_id !== null && conversation.assignee_id !== me;
}

/** Above the field, where an open conversation is somebody else's: whoever writes here should mean to. */
export function Theirs({
  conversation: { id, open, assignee_id: assigneeId, assignee },
  only,
  onTaken,
}: {
  readonly conversation: Conversation;
  /** Only they answer it: see `useOnlyTheirs`. */
  readonly only: boolean;
  readonly onTaken: () => void;
}) {
  const { client, run } = useApp();
  const me = useMe();
  if (!open || assigneeId === null || assigneeId === me) return null;
  return (
    <p className="bk-theirs">
      <IconUserCheck size={15} aria-hidden />
      <span className="clip">
        {t(only ? 'chat.theirsOnly' : 'chat.theirs', { name: assignee ?? t('chat.somebody') })}
      </span>
      <Button
        size="compact-xs"
        variant="subtle"
        onClick={() => {
          void run(() => commands.assign(client, id, me)).then(onTaken);
        }}
      >
        {t('chat.takeOver')}
      </Button>
    </p>
  );
}
