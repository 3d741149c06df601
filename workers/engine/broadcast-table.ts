import { workTable } from './work-table.ts';

/** Broadcasts that are waiting or under way. Two feeds write many of them at once. */
export const broadcasts = workTable('broadcasts', 'b', 'broadcast_id');
