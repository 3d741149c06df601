import { z } from 'zod';
import { calls } from './calls.ts';
import { Done } from './common.ts';

/** A token that names the signed-in user to the push service. */
export const BeamsRequest = z.object({ user_id: z.string().max(164).optional() });
export const BeamsReply = z.object({ token: z.string() });

/** How this installation pushes. `public_key` is the VAPID key as the browser wants it. */
export const PushConfig = z.object({
  data: z.object({
    kind: z.enum(['beams', 'webpush']),
    public_key: z.string().nullable(),
    instance_id: z.string().nullable(),
  }),
});
/** What the browser's `PushSubscription.toJSON()` gives. */
export const PushSubscription = z.object({
  endpoint: z.url().max(1000),
  keys: z.object({ p256dh: z.string().max(200), auth: z.string().max(100) }),
});
export const RemovePushSubscription = z.object({ endpoint: z.string().max(1000) });

/**
 * Pusher Beams where it is configured, otherwise standard Web Push (RFC 8030, 8291, 8292), whose calls are not in the
 * specification's list.
 */
export const pushCalls = calls('Notifications', {
  'POST /pusher/beams-auth': {
    id: 'createBeamsToken',
    who: ['Business'],
    summary: 'A Beams token for the signed-in user.',
    body: BeamsRequest,
    query: BeamsRequest,
    reply: BeamsReply,
  },
  'GET /push/config': {
    id: 'getPushConfig',
    who: ['Business'],
    summary: 'How this installation pushes, and the key that a browser subscribes with.',
    reply: PushConfig,
  },
  'POST /push/subscriptions': {
    id: 'subscribeToPush',
    who: ['Business'],
    summary: 'This browser wants pushes for the signed-in user.',
    body: PushSubscription,
    reply: Done,
  },
  'DELETE /push/subscriptions': {
    id: 'unsubscribeFromPush',
    who: ['Business'],
    summary: 'This browser wants no more pushes.',
    body: RemovePushSubscription,
    reply: Done,
  },
});
