import type { ConversationFilter } from '../../../../api/contract/livechat.ts';

/** What the list shows: which conversations, whose, in which order. */
export interface Shown {
  readonly filter: ConversationFilter;
  /** `mine`, `nobody`, a user's id; null: everybody's. */
  readonly assignee: string | null;
  readonly sort: 'waiting' | 'newest';
}
