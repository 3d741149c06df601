import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import type { Profile } from '../../api/contract/profile.ts';
import { type ApiError } from '../api/errors.ts';
import { useApp, useToken } from './context.tsx';
import { type DateStyle, dateStyleOf } from '../format/date.ts';

export type SessionState =
  | { readonly kind: 'out' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'unreachable'; readonly error: ApiError; readonly retry: () => void }
  | { readonly kind: 'in'; readonly token: string; readonly profile: Profile };

const ProfileContext = createContext<Profile | null>(null);

/** Where the profile is read: with `i=1` while acting as somebody else. */
export const profilePathOf = (acting: boolean): string => (acting ? '/profile?i=1' : '/profile');

/** Reads the profile anew, or puts a change into what is known of it until the next read. */
export function useRefreshProfile(): (change?: (profile: Profile) => Profile) => void {
  const { mutate } = useSWRConfig();
  const { session } = useApp();
  return (change) => {
    const path = profilePathOf(session.isActing());
    if (change) void mutate<Profile>(path, (profile) => profile && change(profile), { revalidate: false });
    else void mutate(path);
  };
}

/** Whether this browser is signed in, and as whom. A refused profile clears the session; a server that cannot be reached does not. */
export function useSessionState(): SessionState {
  const token = useToken();
  const { client, session, onUnauthorized } = useApp();
  const {
    data: profile,
    error,
    mutate,
  } = useSWR<Profile, ApiError>(token === null ? null : profilePathOf(session.isActing()), (path: string) =>
    client.read<Profile>(path, { seesUnauthorized: true }),
  );
  useEffect(
    () =>
      onUnauthorized(() => {
        void mutate().catch(() => undefined);
      }),
    [onUnauthorized, mutate],
  );
  const refused = error !== undefined && error.status >= 400 && error.status < 500 && error.status !== 429;
  useEffect(() => {
    if (refused && session.token() === token) session.clear();
  }, [refused, session, token]);

  if (token === null) return { kind: 'out' };
  if (profile) return refused ? { kind: 'checking' } : { kind: 'in', token, profile };
  if (error && !refused)
    return {
      kind: 'unreachable',
      error,
      retry: () => {
        void mutate().catch(() => undefined);
      },
    };
  return { kind: 'checking' };
}

export const ProfileProvider = ({
  profile,
  children,
}: {
  readonly profile: Profile | null;
  readonly children: ReactNode;
}) => <ProfileContext value={profile}>{children}</ProfileContext>;

/** Who is signed in, null on public pages without a session. */
export const useMaybeProfile = (): Profile | null => useContext(ProfileContext);
export function useProfile(): Profile {
  const profile = useContext(ProfileContext);
  if (!profile) throw new Error('useProfile is for screens behind the sign-in');
  return profile;
}

/**
 * The id under which whoever looks is of the team of a business: their own, also where they came from its agency and
 * act as somebody.
 */
export function useMe(): string {
  const { id, impersonator } = useProfile();
  return impersonator?.role === 'Agency' ? impersonator.id : id;
}

/** How dates are written for whoever looks: in their own zone if they chose one, else their business's or agency's, else the browser's. */
export function useDateStyle(): DateStyle {
  const profile = useContext(ProfileContext);
  return useMemo(() => {
    const style = dateStyleOf(profile?.business);
    return {
      ...style,
      timezone:
        profile?.settings.timezone ?? profile?.business?.timezone ?? profile?.agency?.timezone ?? style.timezone,
    };
  }, [profile]);
}
