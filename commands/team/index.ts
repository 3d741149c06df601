export { changeMemberRole as changeRole } from './change-role.ts';
export { inviteMember as invite, resendInvitation } from './invite.ts';
export { answers, roleOf } from './own-team.ts';
export { leaveTeam as leave, removeMember as remove } from './remove.ts';
export { unassignRemoved } from './unassign.ts';
