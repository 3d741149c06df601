import type { Profile } from '../../api/contract/profile.ts';
import type { MemberRight } from '../../api/contract/members.ts';
import { useMaybeProfile } from './profile.tsx';

/** Whether somebody may do something at their business; admins and agencies may what their own calls let them. */
export const can = ({ member }: Pick<Profile, 'member'>, right: MemberRight): boolean =>
  member === null || member.rights.includes(right);

/** `can` of whoever is signed in: what they may not do is not offered. */
export function useCan(): (right: MemberRight) => boolean {
  const profile = useMaybeProfile();
  return (right) => profile !== null && can(profile, right);
}
