import type { Forget } from '../engine/erasures.ts';
import { notificationTable } from '../tables/notifications.ts';

/** The line stays, so that nobody's count is wrong; what it quoted goes. */
export const forgetNotifications: Forget = (schema) => [
  `update ${notificationTable.in(schema)} set content = null where contact_id = any($1::uuid[])`,
];
