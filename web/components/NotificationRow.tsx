import {
  IconAlarm,
  IconAlertTriangle,
  IconBan,
  IconBell,
  IconCertificate,
  IconMessage2,
  IconGauge,
  IconMailExclamation,
  IconSend,
  IconSpeakerphone,
  type TablerIcon,
  IconUserCheck,
  IconUserPlus,
  IconWallet,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Notification } from '../../api/contract/notifications.ts';
import { commands } from '../api/commands.ts';
import { useApp } from '../session/context.tsx';
import { Instant } from './Instant.tsx';
import { listTime } from '../format/date.ts';
import { preview } from '../format/person.ts';
import { t } from './texts.ts';
import { useDateStyle } from '../session/profile.tsx';

const looks: Readonly<Record<string, { readonly icon: TablerIcon; readonly tone: string }>> = {
  'opt-in': { icon: IconUserPlus, tone: 'success' },
  'opt-out': { icon: IconBan, tone: 'danger' },
  message: { icon: IconMessage2, tone: 'info' },
  'delivery-problem': { icon: IconAlertTriangle, tone: 'warning' },
  announcement: { icon: IconSpeakerphone, tone: 'info' },
  'broadcast-approval': { icon: IconUserCheck, tone: 'warning' },
  'broadcast-decided': { icon: IconSend, tone: 'info' },
  'mail-health': { icon: IconMailExclamation, tone: 'warning' },
  'automation-broken': { icon: IconAlertTriangle, tone: 'warning' },
  'webhook-off': { icon: IconAlertTriangle, tone: 'warning' },
  wallet: { icon: IconWallet, tone: 'warning' },
  'usage-alert': { icon: IconGauge, tone: 'warning' },
  overdue: { icon: IconAlarm, tone: 'warning' },
  'a2p-request': { icon: IconCertificate, tone: 'warning' },
};
/** How much of a notification is shown (specification, section 2), characters. */
export const previewLength = 80;

/** How a notification looks, wherever it is shown. */
export function NotificationLook({
  kind,
  title,
  content,
  whole = false,
  count = 1,
}: {
  readonly kind: string;
  readonly title: string;
  readonly content: string | null;
  readonly whole?: boolean;
  readonly count?: number;
}) {
  const look = looks[kind] ?? { icon: IconBell, tone: 'neutral' };
  return (
    <>
      <span className={`icon tone-${look.tone}`}>
        <look.icon size={16} aria-hidden />
      </span>
      <span className="what">
        <b dir="auto">
          {title}
          {count > 1 && (
            <span className="bk-tag" style={{ marginInlineStart: 'var(--space-2)' }}>
              {t('notices.texts', { count })}
            </span>
          )}
        </b>
        {content !== null &&
          content !== '' &&
          (whole ?
            <span dir="auto" style={{ whiteSpace: 'pre-line' }}>
              {content}
            </span>
          : <span dir="auto" title={content}>
              {preview(content, previewLength)}
            </span>)}
      </span>
    </>
  );
}

/** One notification. Opening it marks it read and leads to what it is about; what leads nowhere opens its text. */
export function NotificationRow({ item, onOpen }: { readonly item: Notification; readonly onOpen?: () => void }) {
  const [, go] = useLocation();
  const [whole, setWhole] = useState(false);
  const { client, run } = useApp();
  const style = useDateStyle();
  const leads = item.link?.startsWith('/') ?? false;
  const opens = !leads && (item.content?.length ?? 0) > previewLength;
  const open = () => {
    if (!item.read) void run(() => commands.readNotification(client, item.id));
    if (opens) setWhole(!whole);
    else onOpen?.();
    if (leads) go(item.link!);
  };
  return (
    <button
      type="button"
      className={`bk-notification${item.read ? '' : ' unread'}`}
      onClick={open}
      {...(opens ? { 'aria-expanded': whole } : {})}
    >
      <NotificationLook kind={item.kind} title={item.title} content={item.content} whole={whole} count={item.count} />
      <Instant at={item.at} className="when">
        {listTime(item.at, style, new Date())}
      </Instant>
      {!item.read && (
        <span className="dot">
          <span className="sr-only">{t('notifications.unread')}</span>
        </span>
      )}
    </button>
  );
}
