import { Button } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { PageHeader } from '../../components/PageHeader.tsx';
import { t } from './texts.ts';
import { useProfile } from '../../session/profile.tsx';
import { NotificationList, useNotificationList } from './NotificationList.tsx';
import { PushOffer } from './PushOffer.tsx';

/** Everything under the bell: of a business, or of an agency. */
export default function Notifications() {
  const list = useNotificationList();
  const isBusiness = useProfile().role === 'Business';
  return (
    <div className="bk-page bk-notifications">
      <PageHeader
        title={t('notifications.title')}
        {...(list.unread > 0 ? { meta: t('notifications.count', { count: list.unread }) } : {})}
      >
        <Button
          variant="default"
          leftSection={<IconChecks size={16} aria-hidden />}
          disabled={list.unread === 0}
          onClick={() => {
            void list.readAll();
          }}
        >
          {t('notifications.markAll')}
        </Button>
      </PageHeader>
      {isBusiness && <PushOffer />}
      <NotificationList list={list} emptyText={t(isBusiness ? 'notifications.emptyText' : 'notices.emptyOperator')} />
    </div>
  );
}
