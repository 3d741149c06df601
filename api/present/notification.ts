import type { z } from 'zod';
import { formatPhone } from '../../domain/sms/phone.ts';
import type { NotificationView } from '../../projections/notifications/queries.ts';
import type { Notification } from '../contract/notifications.ts';

/** A notification says who it is about as they are called today, not as they were known when it was raised. */
export function presentNotification(view: NotificationView): z.output<typeof Notification> {
  const { id, kind, title, content, link, read, at, count } = view;
  const who = [view.firstName, view.lastName].filter(Boolean).join(' ') || (view.phone && formatPhone(view.phone));
  const shown = { id, kind, title, content, link, read, at, count };
  if (!who) return shown;
  if (kind === 'message') return { ...shown, title: who };
  return { ...shown, content: content === null || content === '' ? who : `${who}: ${content}` };
}
