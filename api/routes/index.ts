import type { Route } from '../kernel/route.ts';
import { contactRoutes } from './contacts.ts';
import { dashboardRoutes } from './dashboard.ts';
import { livechatRoutes } from './livechat.ts';
import { notificationRoutes } from './notifications.ts';
import { pushRoutes } from './push.ts';
import { sessionRoutes } from './session.ts';
import { uploadRoutes } from './uploads.ts';

/** Every call of the API: what is registered, documented, walked by the tests and counted by `npm run coverage:spec`. */
export const routes: readonly Route[] = [...sessionRoutes, ...livechatRoutes, ...notificationRoutes, ...pushRoutes, ...contactRoutes, ...dashboardRoutes, ...uploadRoutes];
