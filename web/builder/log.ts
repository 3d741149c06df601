import type { StoredSections } from '../../api/contract/page-model.ts';

/** One change of one field: what it was, what it is. Everything that the builder does to a page is made of these. */
export interface Change {
  readonly section: string;
  readonly field: string;
  readonly was: unknown;
  readonly now: unknown;
  /** ms */
  readonly at: number;
}
/** What has been done, and what was taken back and can be done again. One log for words, looks and structure. */
export interface Log {
  readonly page: StoredSections;
  readonly done: readonly (readonly Change[])[];
  readonly undone: readonly (readonly Change[])[];
}

/** Strokes at one field that follow each other within this time are one step, ms. */
const together = 900;
/** As many steps can be taken back. */
const maxSteps = 200;

export const startLog = (page: StoredSections): Log => ({ page, done: [], undone: [] });

const put = (page: StoredSections, section: string, field: string, value: unknown): StoredSections => ({
  ...page,
  [section]: { ...page[section], [field]: value },
});

/** A field becomes something else. What had been taken back is gone then. */
export function change(log: Log, section: string, field: string, value: unknown, at: number): Log {
  const was = log.page[section]?.[field];
  if (JSON.stringify(was) === JSON.stringify(value)) return log;
  const page = put(log.page, section, field, value);
  const last = log.done.at(-1);
  const one = last?.length === 1 ? last[0]! : null;
  const stroke = isStroke(was, value) && one !== null && isStroke(one.was, one.now);
  if (stroke && one.section === section && one.field === field && at - one.at < together)
    return { page, undone: [], done: [...log.done.slice(0, -1), [{ ...one, now: value, at }]] };
  return { page, undone: [], done: [...log.done, [{ section, field, was, now: value, at }]].slice(-maxSteps) };
}

/**
 * Whether a change is one of many small ones: a letter more, a slider a little further. What is switched, added, removed
 * or moved is a step of its own, however quickly it is done.
 */
function isStroke(was: unknown, now: unknown): boolean {
  if (typeof was !== typeof now || typeof now === 'boolean' || was === null || now === null) return false;
  return typeof now !== 'object' || shapeOf(was) === shapeOf(now);
}
/** Which items a list has in which order; which picture it is. */
const shapeOf = (value: unknown): string =>
  JSON.stringify(
    Array.isArray(value) ?
      value.map((item: { readonly id?: unknown }) => item.id ?? null)
    : ((value as { readonly url?: unknown }).url ?? null),
  );

/** A whole page takes the place of this one: a template, an earlier version. One step. */
export function replace(log: Log, page: StoredSections, at: number): Log {
  const changes = Object.entries(page).flatMap(([section, values]) =>
    Object.entries(values).flatMap(([field, now]): Change[] => {
      const was = log.page[section]?.[field];
      return JSON.stringify(was) === JSON.stringify(now) ? [] : [{ section, field, was, now, at }];
    }),
  );
  if (changes.length === 0) return log;
  return { page: applied(log.page, changes, 'now'), undone: [], done: [...log.done, changes].slice(-maxSteps) };
}

const applied = (page: StoredSections, changes: readonly Change[], which: 'was' | 'now'): StoredSections =>
  changes.reduce((result, one) => put(result, one.section, one.field, one[which]), page);

export function undo(log: Log): Log {
  const step = log.done.at(-1);
  if (step === undefined) return log;
  return { page: applied(log.page, step, 'was'), done: log.done.slice(0, -1), undone: [...log.undone, step] };
}
export function redo(log: Log): Log {
  const step = log.undone.at(-1);
  if (step === undefined) return log;
  return { page: applied(log.page, step, 'now'), done: [...log.done, step], undone: log.undone.slice(0, -1) };
}

/** Somebody else's sections take their place below what is done here: they are not to be taken back. */
export const adopt = (log: Log, sections: StoredSections): Log => ({
  ...log,
  page: { ...log.page, ...sections },
  done: log.done.filter((step) => !step.some(({ section }) => section in sections)),
  undone: [],
});

/** The sections in which two pages differ, each as the newer has it. */
export const changedSections = (page: StoredSections, since: StoredSections): StoredSections =>
  Object.fromEntries(
    Object.entries(page).filter(([name, values]) => JSON.stringify(values) !== JSON.stringify(since[name])),
  );
