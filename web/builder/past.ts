import type { StoredSections } from '../../api/contract/page-model.ts';
import { type Change, type Log, startLog } from './log.ts';

const key = (pageId: string): string => `builder-past:${pageId}`;
/** Steps that outlive a reload: a session's room is small. */
const maxKept = 50;

/** What has been done to a page, for as long as the tab lives: a reload takes no Undo away. */
export function keepPast(pageId: string, revision: number, log: Log): void {
  const kept = { revision, done: log.done.slice(-maxKept), undone: log.undone.slice(-maxKept) };
  try {
    if (kept.done.length === 0 && kept.undone.length === 0) sessionStorage.removeItem(key(pageId));
    else sessionStorage.setItem(key(pageId), JSON.stringify(kept));
  } catch {
    // No room: it can be taken back until the next reload only.
    sessionStorage.removeItem(key(pageId));
  }
}

/** The page with its past, where nobody has changed it since. */
export function logWithPast(pageId: string, revision: number, page: StoredSections): Log {
  const log = startLog(page);
  try {
    const kept = JSON.parse(sessionStorage.getItem(key(pageId)) ?? 'null') as {
      readonly revision: number;
      readonly done: readonly (readonly Change[])[];
      readonly undone: readonly (readonly Change[])[];
    } | null;
    return kept?.revision === revision ? { ...log, done: kept.done, undone: kept.undone } : log;
  } catch {
    return log;
  }
}
