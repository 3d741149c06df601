import { z } from 'zod';
import { Instant } from './common.ts';

export const Notification = z.object({ id: z.string(), kind: z.string(), title: z.string(), content: z.string().nullable(), link: z.string().nullable(), read: z.boolean(), at: Instant });
export type Notification = z.output<typeof Notification>;
export const NotificationList = z.object({ data: z.array(Notification), meta: z.object({ total: z.number().int(), page: z.number().int(), per_page: z.number().int(), unread: z.number().int() }) });
