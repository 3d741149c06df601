import type { ConversationFilter } from '../../api/contract/livechat.ts';
import { asList, useRead } from './read.ts';

/** Conversations a page. */
export const conversationsPerPage = 30;
/** One page of the conversations, newest first. */
export const useConversations = (filter: ConversationFilter, search: string, page: number) =>
  useRead('/livechat', { query: { filter, search, per_page: conversationsPerPage, page } }, asList);

export const useConversation = (id: string | null) =>
  useRead('/livechat/{id}', id === null ? null : { params: { id } });

/** The newest page of a conversation; earlier ones are read upwards from it. */
export const useNewestMessages = (contactId: string) =>
  useRead('/livechat/messages', { query: { contact_id: contactId, per_page: 50 } }, { cancelable: true });

/** Contacts by part of a name or number; null: nothing asked yet. */
export const useContactSearch = (search: string | null) =>
  useRead(
    '/livechat/search-contacts',
    search === null || search.trim() === '' ? null : { query: { search: search.trim() } },
    asList,
  );

export const useNotifications = (page: number, perPage: number, active = true) =>
  useRead('/notifications', active ? { query: { page, per_page: perPage } } : null, { keepPrevious: true });

/** The counts of the top bar for as long as the live channel has not said them. */
export const useLiveData = (active: boolean) => useRead('/live-data', active ? {} : null).data;
