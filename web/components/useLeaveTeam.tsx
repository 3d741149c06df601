import { type ReactNode, useState } from 'react';
import { useApp } from '../session/context.tsx';
import { useLogout } from '../data/logout.ts';
import { useProfile } from '../session/profile.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { t } from './texts.ts';

/** Leaving the team of one's business: the question before it, and the sign-in after it. Null: there is none to leave. */
export function useLeaveTeam(): { readonly ask: () => void; readonly dialog: ReactNode } | null {
  const { client, run } = useApp();
  const { business, member, impersonator } = useProfile();
  const logout = useLogout();
  const [asking, setAsking] = useState(false);
  if (business === null || member === null || impersonator !== null) return null;
  const leave = async () => {
    const left = await run(() => client.post('/members/leave', { quiet: true }));
    if (left !== undefined) logout();
  };
  return {
    ask: () => {
      setAsking(true);
    },
    dialog: (
      <ConfirmDialog
        opened={asking}
        title={t('leave.title', { business: business.name })}
        text={t('leave.text')}
        confirm={t('leave.confirm')}
        onConfirm={leave}
        onClose={() => {
          setAsking(false);
        }}
      />
    ),
  };
}
