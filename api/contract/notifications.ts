import { z } from 'zod';
import { Instant, PositionText } from './common.ts';

export const Notification = z.object({ id: z.string(), kind: z.string(), title: z.string(), content: z.string().nullable(), link: z.string().nullable(), read: z.boolean(), at: Instant });
export type Notification = z.output<typeof Notification>;
export const NotificationList = z.object({ data: z.array(Notification), meta: z.object({ total: z.number().int(), page: z.number().int(), per_page: z.number().int(), unread: z.number().int() }) });
/** POST /notifications/mark-all. `position`: up to where the list was seen; left out: everything there is now. */
export const MarkAllRequest = z.object({ position: PositionText.optional() });
/** POST /pusher/beams-auth: a token that names the signed-in user to the push service. */
export const BeamsRequest = z.object({ user_id: z.string().max(164).optional() });
export const BeamsReply = z.object({ token: z.string() });
