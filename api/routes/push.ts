import { BeamsReply, BeamsRequest } from '../contract/index.ts';
import { ApiError } from '../kernel/errors.ts';
import { route } from '../kernel/route.ts';

export const pushRoutes = [
  route(
    { method: 'POST', path: '/pusher/beams-auth', who: ['Business'], tag: 'Notifications', summary: 'A Beams token for the signed-in user.', body: BeamsRequest, query: BeamsRequest, reply: BeamsReply },
    async ({ body, query, parts, session }) => {
      const { beams } = parts.config;
      if (beams === null) throw new ApiError('push_not_configured', 'Push notifications are not set up on this installation.');
      const asked = body.user_id ?? query.user_id;
      if (asked !== undefined && asked !== session.userId) throw new ApiError('forbidden', 'A push token is for the signed-in user only.');
      const { default: Beams } = await import('@pusher/push-notifications-server');
      return { token: new Beams(beams).generateToken(session.userId).token };
    },
  ),
];
