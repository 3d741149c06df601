import { sql } from 'kysely';
import { pushCalls } from '../contract/index.ts';
import { ApiError, validationFailed } from '../kernel/errors.ts';
import { route } from '../kernel/route.ts';

const done = { success: true as const };
const notConfigured = () =>
  new ApiError('push_not_configured', 'Push notifications are not set up on this installation.');
/** Browsers of one person; the one that was not seen for longest goes. */
const maxPerUser = 10;

/** An uncompressed point of P-256 and 16 random bytes (RFC 8291, section 2): anything else encrypts for nobody. */
function areKeys({ p256dh, auth }: { readonly p256dh: string; readonly auth: string }): boolean {
  const base64url = /^[\w-]+={0,2}$/;
  if (!base64url.test(p256dh) || !base64url.test(auth)) return false;
  const point = Buffer.from(p256dh, 'base64url');
  return point.length === 65 && point[0] === 4 && Buffer.from(auth, 'base64url').length === 16;
}

export const pushRoutes = [
  route(pushCalls['POST /pusher/beams-auth'], async ({ body, query, parts, session }) => {
    const { beams } = parts.config;
    if (beams === null) throw notConfigured();
    const asked = body.user_id ?? query.user_id;
    if (asked !== undefined && asked !== session.userId)
      throw new ApiError('forbidden', 'A push token is for the signed-in user only.');
    const { default: Beams } = await import('@pusher/push-notifications-server');
    return { token: new Beams(beams).generateToken(session.userId).token };
  }),

  route(
    pushCalls['GET /push/config'],
    async ({
      parts: {
        config: { beams },
        webPush,
      },
    }) => {
      if (beams !== null) return { data: { kind: 'beams' as const, public_key: null, instance_id: beams.instanceId } };
      if (webPush === undefined) throw notConfigured();
      return { data: { kind: 'webpush' as const, public_key: await webPush.publicKey(), instance_id: null } };
    },
  ),

  route(
    pushCalls['POST /push/subscriptions'],
    async ({ body: { endpoint, keys }, parts: { db, now, webPush }, session, businessId }) => {
      if (webPush === undefined) throw notConfigured();
      if (!(await webPush.accepts(endpoint)))
        throw validationFailed({ endpoint: ['This is not the address of a push service.'] });
      if (!areKeys(keys)) throw validationFailed({ keys: ['These are not the keys of a browser.'] });
      // Whoever acts for somebody else must not hear of their texts after they have gone.
      if (session.impersonator) throw new ApiError('forbidden', 'Pushes can only be switched on by the user.');
      await sql`
        with kept as (
          insert into ops.push_subscriptions as s (endpoint, user_id, business_id, p256dh, auth, created_at, seen_at)
            values (${endpoint}, ${session.userId}, ${businessId}, ${keys.p256dh}, ${keys.auth}, ${now()}, ${now()})
          on conflict (endpoint) do update set user_id = excluded.user_id, business_id = excluded.business_id,
            p256dh = excluded.p256dh, auth = excluded.auth, seen_at = excluded.seen_at
        )
        delete from ops.push_subscriptions where endpoint in (
          select endpoint from ops.push_subscriptions where user_id = ${session.userId} and endpoint <> ${endpoint}
            order by seen_at desc, endpoint offset ${maxPerUser - 1}
        )`.execute(db);
      return done;
    },
  ),

  route(pushCalls['DELETE /push/subscriptions'], async ({ body, parts: { db }, session }) => {
    await sql`delete from ops.push_subscriptions where endpoint = ${body.endpoint} and user_id = ${session.userId}`.execute(
      db,
    );
    return done;
  }),
];
