import { IconAlertTriangle, IconBan, IconBell, IconMessage2, type TablerIcon, IconUserPlus } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import type { Notification } from '../../api/contract/notifications.ts';
import { commands } from '../api/commands.ts';
import { useApp } from '../app/context.tsx';
import { Instant } from './Instant.tsx';
import { listTime } from '../format/date.ts';
import { preview } from '../format/person.ts';
import { t } from '../messages/translate.ts';
import { useDateStyle } from '../session/profile.tsx';

const looks: Readonly<Record<string, { readonly icon: TablerIcon; readonly tone: string }>> = {
  'opt-in': { icon: IconUserPlus, tone: 'success' }, 'opt-out': { icon: IconBan, tone: 'danger' },
  'message': { icon: IconMessage2, tone: 'info' }, 'delivery-problem': { icon: IconAlertTriangle, tone: 'warning' },
};
/** How much of a notification is shown (specification, section 2), characters. */
const previewLength = 80;

/** One notification. Opening it marks it read and leads to what it is about. */
export function NotificationRow({ item, onOpen }: { readonly item: Notification; readonly onOpen?: () => void }) {
  const [, go] = useLocation();
  const { client, run } = useApp();
  const style = useDateStyle();
  const look = looks[item.kind] ?? { icon: IconBell, tone: 'neutral' };
  const open = () => {
    if (!item.read) void run(() => commands.readNotification(client, item.id));
    onOpen?.();
    if (item.link?.startsWith('/')) go(item.link);
  };
  return (
    <button type="button" className={`bk-notification${item.read ? '' : ' unread'}`} onClick={open}>
      <span className={`icon tone-${look.tone}`}><look.icon size={16} aria-hidden /></span>
      <span className="what">
        <b>{item.title}</b>
        {item.content !== null && item.content !== '' && <span title={item.content}>{preview(item.content, previewLength)}</span>}
      </span>
      <Instant at={item.at} className="when">{listTime(item.at, style, new Date())}</Instant>
      {!item.read && <span className="dot"><span className="sr-only">{t('notifications.unread')}</span></span>}
    </button>
  );
}
