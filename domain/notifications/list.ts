import { list, status } from '../kernel/list.ts';

/** What is under somebody's bell. */
export const notificationList = list({ sort: ['at', 'created_at'], filters: { status: status(['read', 'unread']) } });

/** What operators sent. */
export const sentNotificationList = list({ sort: ['at', 'created_at'], filters: {} });
