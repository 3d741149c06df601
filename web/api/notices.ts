import type { z } from 'zod';
import { Done, Success } from '../../api/contract/common.ts';
import { type CreateNotification, SentNotificationList } from '../../api/contract/notifications.ts';
import { PushConfig } from '../../api/contract/push.ts';
import { type Client, randomKey, withQuery } from './client.ts';
import { useRead } from './read.ts';
import type { ListQuery } from './tenancy-reads.ts';

export const sentPath = '/notifications/list';
/** What operators have sent, with who has read it. */
export const useSentNotifications = (query: Pick<ListQuery, 'page' | 'perPage' | 'search' | 'sortDesc'> | null) =>
  useRead(
    query &&
      withQuery(sentPath, {
        page: query.page,
        per_page: query.perPage,
        search: query.search,
        sort_by: 'at',
        sort_desc: query.sortDesc ? '1' : '0',
      }),
    SentNotificationList,
    { topics: ['notifications'], keepPrevious: true, cancelable: true },
  );

export const notices = {
  send: (client: Client, body: z.input<typeof CreateNotification>) =>
    client.post('/notifications', Success, { body, idempotencyKey: randomKey() }),
  pushConfig: (client: Client) => client.get('/push/config', PushConfig),
  subscribe: (client: Client, subscription: PushSubscriptionJSON) =>
    client.post('/push/subscriptions', Done, { body: subscription }),
  unsubscribe: (client: Client, endpoint: string) => client.delete('/push/subscriptions', Done, { body: { endpoint } }),
};
