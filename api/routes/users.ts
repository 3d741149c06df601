import { ChangeUserPassword, Success, UserIdParams, UserList, UserListParams } from '../contract/index.ts';
import { listQuery, listReply } from '../kernel/list.ts';
import { route } from '../kernel/route.ts';
import { userRow } from '../present/profile.ts';

const tag = 'Users';

export const userRoutes = [
  route(
    {
      method: 'GET',
      path: '/users',
      who: ['Admin'],
      tag,
      summary: 'Everybody who can sign in, searched by name and e-mail address.',
      query: UserListParams,
      reply: UserList,
    },
    async ({ parts, query: params }) => {
      const query = listQuery(params);
      return listReply(await parts.readModels.users(query), query, userRow);
    },
  ),

  route(
    {
      method: 'POST',
      path: '/users/{user_id}/change-password',
      who: ['Admin', 'Agency'],
      tag,
      summary:
        'Choose a password for somebody below: an admin for anybody but admins, an agency for the people of its businesses. Ends their sessions.',
      params: UserIdParams,
      body: ChangeUserPassword,
      reply: Success,
      secret: true,
    },
    async (call) => {
      const { parts, params, body, ip } = call;
      await parts.commands.identity.setPasswordOf(call.context(), {
        userId: params.user_id,
        password: body.password,
        ipAddress: ip,
      });
      await parts.sessions.revokeAllOf(params.user_id);
      return { success: true as const, message: 'The password has been changed, and the person was told by e-mail.' };
    },
  ),
];
