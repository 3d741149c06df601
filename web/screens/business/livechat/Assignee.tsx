import { Button, Menu } from '@mantine/core';
import { IconUserCheck, IconUserPlus, IconUserX } from '@tabler/icons-react';
import type { Conversation } from '../../../../api/contract/livechat.ts';
import { commands } from '../../../api/commands.ts';
import { useTeam } from '../../../api/reads.ts';
import { useApp } from '../../../app/context.tsx';
import { useProfile } from '../../../session/profile.tsx';
import { t } from './texts.ts';

/** Whose conversation it is, and the menu that gives it to somebody else. Nothing where there is nobody to share with. */
export function Assignee({
  conversation: { id, assignee_id: assigneeId, assignee },
  onAssigned,
}: {
  readonly conversation: Conversation;
  readonly onAssigned: (to: { readonly id: string; readonly name: string } | null) => void;
}) {
  const { client, run } = useApp();
  const me = useProfile().id;
  const members = useTeam().data?.data ?? [];
  if (members.length < 2 && assigneeId === null) return null;
  const name = assignee ?? t('chat.somebody');
  const give = (to: { readonly id: string; readonly name: string } | null) => {
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
          <span className="word clip">
            {assigneeId === null ?
              t('chat.unassigned')
            : assigneeId === me ?
              t('chat.me')
            : name}
          </span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
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
