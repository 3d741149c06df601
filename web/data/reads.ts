import type { z } from 'zod';
import type { ConversationListParams } from '../../api/contract/livechat.ts';
import { asList, useRead } from './read.ts';

/** Conversations a page. */
export const conversationsPerPage = 30;
/** What is asked of the conversations, but for the page. */
export type ConversationQuestion = Pick<
  z.input<typeof ConversationListParams>,
  'filter' | 'assignee' | 'sort' | 'search'
>;
/** One page of the conversations. */
export const useConversations = (question: ConversationQuestion, page: number) =>
  useRead('/livechat', { query: { ...question, per_page: conversationsPerPage, page } }, asList);

/** Who answers for the business, and how many conversations each has. */
export const useTeam = (wanted = true) => useRead('/livechat/team', wanted ? {} : null, { keepPrevious: true });

export const useConversation = (id: string | null) =>
  useRead('/livechat/{id}', id === null ? null : { params: { id } });

/** The newest page of a conversation; earlier ones are read upwards from it. */
export const useNewestMessages = (contactId: string) =>
  useRead('/livechat/messages', { query: { contact_id: contactId, per_page: 50 } }, { cancelable: true });

/** What the business says often. */
export const useSnippets = () => useRead('/livechat/snippets', {});

/** What is to go later to a contact. */
export const useCalls = (id: string) => useRead('/livechat/{id}/calls', { params: { id } });

export const useScheduledTexts = (id: string) => useRead('/livechat/{id}/scheduled', { params: { id } });

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
