import { userCalls } from '../contract/index.ts';
import { listQuery, listReply } from '../kernel/list.ts';
import { route } from '../kernel/route.ts';
import { userRow } from '../present/profile.ts';

export const userRoutes = [
  route(userCalls['GET /users'], async ({ parts, query: params }) => {
    const query = listQuery(params);
    return listReply(await parts.readModels.users(query), query, userRow);
  }),

  route(userCalls['POST /users/{user_id}/change-password'], async (call) => {
    const { parts, params, body, ip } = call;
    await parts.commands.users.setPasswordOf(call.context(), {
      userId: params.user_id,
      password: body.password,
      ipAddress: ip,
    });
    await parts.sessions.revokeAllOf(params.user_id);
    return { success: true as const, message: 'The password has been changed, and the person was told by email.' };
  }),

  route(userCalls['POST /users/{user_id}/reset-second-factor'], async (call) => {
    const { position } = await call.parts.commands.users.resetSecondFactor(call.context(), {
      userId: call.params.user_id,
      reason: call.body.reason,
    });
    await call.settled(position, ['users']);
    return { success: true as const, message: 'Two-step sign-in is reset, and the person was told by email.' };
  }),
];
