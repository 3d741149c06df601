import { type ReactNode, useCallback } from 'react';
import { UnreadInTitle } from '../session/title.ts';
import { LiveProvider, useRefreshOn } from '../live/LiveProvider.tsx';
import { OutboxProvider } from '../data/OutboxProvider.tsx';
import { useUnread } from '../data/unread.ts';
import { useProfile, useRefreshProfile } from '../session/profile.tsx';
import { Layout } from './Layout.tsx';

/** The live channel and the layout of all screens behind the sign-in. */
export default function Shell({ token, children }: { readonly token: string; readonly children: ReactNode }) {
  // A profile that is refused ends the session here, too, and leads to the sign-in.
  const refreshProfile = useRefreshProfile();
  return (
    <LiveProvider
      token={token}
      onSignedOut={() => {
        refreshProfile();
      }}
    >
      <Billing />
      <OutboxProvider>
        <Titled>
          <Layout>{children}</Layout>
        </Titled>
      </OutboxProvider>
    </LiveProvider>
  );
}

/** What somebody pays for decides what they may do, and operators are told what needs them: the profile says so. */
function Billing() {
  const refresh = useRefreshProfile();
  const { role } = useProfile();
  useRefreshOn(
    role === 'Admin' ? ['billing', 'notifications'] : ['billing'],
    useCallback(() => {
      refresh();
    }, [refresh]),
  );
  return null;
}

const Titled = ({ children }: { readonly children: ReactNode }) => (
  <UnreadInTitle value={useUnread().unread}>{children}</UnreadInTitle>
);
