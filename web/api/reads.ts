import { Dashboard } from '../../api/contract/dashboard.ts';
import { ContactDetail, ContactList } from '../../api/contract/contacts.ts';
import { ContactSearch, ConversationDetail, ConversationList, LiveData } from '../../api/contract/livechat.ts';
import { MessageList } from '../../api/contract/messages.ts';
import { NotificationList } from '../../api/contract/notifications.ts';
import { withQuery } from './client.ts';
import { useRead } from './read.ts';

export const useDashboard = (range: { from: string; to: string } | null) =>
  useRead(range && withQuery('/businesses/dashboard-reports', { date_range: `${range.from},${range.to}` }), Dashboard, {
    topics: ['dashboard'],
    keepPrevious: true,
  });

export interface ContactQuery {
  readonly page: number;
  readonly perPage: number;
  readonly search: string;
  readonly keyword: string | null;
  readonly status: 'subscribed' | 'optedOut' | 'unknown' | null;
  readonly sortBy: string;
  readonly sortDesc: boolean;
}
export const useContacts = (query: ContactQuery) =>
  useRead(
    withQuery('/contacts', {
      page: query.page,
      per_page: query.perPage,
      search: query.search,
      keywords: query.keyword,
      status: query.status,
      sort_by: query.sortBy,
      sort_desc: query.sortDesc ? '1' : '0',
    }),
    ContactList,
    { topics: ['contacts'], keepPrevious: true, cancelable: true },
  );

export const useContact = (id: string | null) =>
  useRead(id && `/contacts/${id}`, ContactDetail, { topics: id ? [`contact:${id}`] : [] });

export type ConversationFilter = 'all' | 'unread' | 'closed';
/** Conversations a page. */
export const conversationsPerPage = 30;
/** One page of the conversations, newest first. */
export const useConversations = (filter: ConversationFilter, search: string, page: number) =>
  useRead(withQuery('/livechat', { filter, search, per_page: conversationsPerPage, page }), ConversationList, {
    topics: ['conversations'],
    keepPrevious: true,
    cancelable: true,
  });

export const useConversation = (id: string | null) =>
  useRead(id && `/livechat/${id}`, ConversationDetail, { topics: id ? [`contact:${id}`] : [] });

export const messagePath = (contactId: string, before: string | null, perPage: number) =>
  withQuery('/livechat/messages', { contact_id: contactId, before, per_page: perPage });
/** The newest page of a conversation; earlier ones are read upwards from it. */
export const useNewestMessages = (contactId: string) =>
  useRead(messagePath(contactId, null, 50), MessageList, { topics: [`contact:${contactId}`], cancelable: true });

/** Contacts by part of a name or number; null: nothing asked yet. */
export const useContactSearch = (search: string | null) =>
  useRead(
    search === null || search.trim() === '' ? null : withQuery('/livechat/search-contacts', { search: search.trim() }),
    ContactSearch,
    { keepPrevious: true, cancelable: true },
  );

export const useNotifications = (page: number, perPage: number, active = true) =>
  useRead(active ? withQuery('/notifications', { page, per_page: perPage }) : null, NotificationList, {
    topics: ['notifications'],
    keepPrevious: true,
  });

/** The counts of the top bar for as long as the live channel has not said them. */
export const useLiveData = (active: boolean) => useRead(active ? '/live-data' : null, LiveData).data;
