import type { z } from 'zod';
import { wording } from '../../domain/notifications/wording.ts';
import type { NotificationView } from '../../projections/notifications/queries.ts';
import type { Notification } from '../contract/notifications.ts';

export const presentNotification = (view: NotificationView): z.output<typeof Notification> => {
  const { id, kind, title, content, link, read, at, count } = view;
  return wording({ id, kind, title, content, link, read, at, count }, view);
};
