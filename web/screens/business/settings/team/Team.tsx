import './team.css';
import { Button, Skeleton } from '@mantine/core';
import { IconLogout, IconMailForward, IconPlus, IconUserMinus, IconUserShield } from '@tabler/icons-react';
import { useState } from 'react';
import type { Member } from '../../../../../api/contract/members.ts';
import { useRead } from '../../../../data/read.ts';
import { useApp } from '../../../../session/context.tsx';
import { Avatar } from '../../../../components/Avatar.tsx';
import { ConfirmDialog } from '../../../../components/ConfirmDialog.tsx';
import { ErrorState } from '../../../../components/ErrorState.tsx';
import { Instant } from '../../../../components/Instant.tsx';
import { RowMenu } from '../../../../components/RowMenu.tsx';
import { toastSuccess } from '../../../../core/toast.ts';
import { useLeaveTeam } from '../../../../components/useLeaveTeam.tsx';
import { date, listTime } from '../../../../format/date.ts';
import { useDateStyle, useProfile } from '../../../../session/profile.tsx';
import { InviteDialog, RoleDialog } from './TeamDialogs.tsx';
import { t } from '../texts.ts';

/** The people of the business: who they are, what they may do, when they were last here; invite, change, remove. */
export function Team() {
  const { client, run } = useApp();
  const me = useProfile();
  const { data, error, refresh } = useRead('/members', {});
  const [inviting, setInviting] = useState(false);
  const [changing, setChanging] = useState<Member | null>(null);
  const [removing, setRemoving] = useState<Member | null>(null);
  const members = data?.data;
  const leaving = useLeaveTeam();
  const isMe = ({ id }: Member): boolean => id === me.id && me.impersonator === null;
  const resend = async ({ id, email }: Member) => {
    await run(async () => {
      await client.post('/members/{id}/resend-invitation', { params: { id }, quiet: true });
      toastSuccess(t('team.resent', { email }));
    });
    refresh();
  };
  const remove = async ({ id, full_name: name }: Member) => {
    await run(async () => {
      await client.delete('/members/{id}', { params: { id }, quiet: true });
      toastSuccess(t('team.removed', { name }));
    });
    refresh();
  };
  return (
    <>
      <div className="bk-toolbar">
        <p className="muted">{t('team.text')}</p>
        <Button
          ml="auto"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => {
            setInviting(true);
          }}
        >
          {t('team.invite')}
        </Button>
      </div>
      <div className="bk-card">
        {error ?
          <ErrorState error={error} onRetry={refresh} />
        : members === undefined ?
          <Skeleton height={160} radius="lg" />
        : <ul className="bk-team" aria-label={t('team.title')}>
            {members.map((member) => (
              <li key={member.id}>
                <Avatar person={{ ...member, phone: null }} size={36} />
                <div className="who">
                  <b dir="auto">
                    {member.full_name}
                    {isMe(member) && <span className="muted"> {t('team.you')}</span>}
                  </b>
                  <span className="muted">{member.email}</span>
                </div>
                <span className="role">{t(`team.role.${member.role}`)}</span>
                <span className="seen">
                  <Standing member={member} />
                </span>
                <span className="does">
                  <RowMenu
                    name={member.full_name}
                    actions={[
                      {
                        id: 'role',
                        label: t('team.changeRole'),
                        icon: IconUserShield,
                        run: () => {
                          setChanging(member);
                        },
                      },
                      ...(member.status === 'active' ?
                        []
                      : [
                          {
                            id: 'resend',
                            label: t('team.resend'),
                            icon: IconMailForward,
                            run: () => void resend(member),
                          },
                        ]),
                      isMe(member) && leaving !== null ?
                        { id: 'leave', label: t('leave.action'), icon: IconLogout, danger: true, run: leaving.ask }
                      : {
                          id: 'remove',
                          label: t('team.remove'),
                          icon: IconUserMinus,
                          danger: true,
                          run: () => {
                            setRemoving(member);
                          },
                        },
                    ]}
                  />
                </span>
              </li>
            ))}
          </ul>
        }
      </div>
      {leaving?.dialog}
      {inviting && (
        <InviteDialog
          onClose={() => {
            setInviting(false);
          }}
          onInvited={(email) => {
            setInviting(false);
            toastSuccess(t('team.invited', { email }));
            refresh();
          }}
        />
      )}
      {changing !== null && (
        <RoleDialog
          member={changing}
          onClose={() => {
            setChanging(null);
          }}
          onChanged={() => {
            setChanging(null);
            toastSuccess(t('team.changed'));
            refresh();
          }}
        />
      )}
      <ConfirmDialog
        opened={removing !== null}
        title={t('team.removeTitle', { name: removing?.full_name ?? '' })}
        text={t(removing?.status === 'active' ? 'team.removeText' : 'team.takeBackText')}
        confirm={t('team.removeConfirm')}
        onConfirm={() => remove(removing!)}
        onClose={() => {
          setRemoving(null);
        }}
      />
    </>
  );
}

/** Invited, too late, or when they were last here. */
function Standing({ member }: { readonly member: Member }) {
  const style = useDateStyle();
  const { status, invited_until: until, last_seen_at: seen } = member;
  if (status === 'expired') return <span className="bk-status tone-danger badge">{t('team.expired')}</span>;
  if (status === 'invited')
    return (
      <span className="bk-status tone-warning badge">
        {until === null ? t('team.waiting') : t('team.waitingUntil', { day: date(until, style) })}
      </span>
    );
  return seen === null ?
      t('team.never')
    : <Instant at={seen}>{t('team.seen', { when: listTime(seen, style, new Date()) })}</Instant>;
}
