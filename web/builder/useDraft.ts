import { useCallback, useEffect, useRef, useState } from 'react';
import type { EditChange } from '../../api/contract/common.ts';
import type { StoredSections } from '../../api/contract/page-model.ts';
import { ApiError } from '../api/errors.ts';
import { showFailure } from '../session/context.tsx';
import { conflictOf } from '../components/form/conflict.ts';
import { adopt, change, changedSections, type Log, redo, replace, undo } from './log.ts';

/** How long the hand rests before what it did is saved, ms. */
const rest = 800;

export interface SavedDraft {
  readonly revision: number;
  readonly version: number | null;
  readonly edited: boolean;
  /** The whole as it is kept now, where others may have changed other parts of it. */
  readonly page?: StoredSections;
}
export type SaveState = 'saved' | 'unsaved' | 'saving' | 'failed' | 'refused' | 'conflict';
export interface Theirs {
  readonly revision: number;
  readonly changes: readonly EditChange[];
}

/** A draft under work: one log of what is done, saved by sections a moment later; what others saved meanwhile is seen. */
export function useDraft(
  begin: { readonly log: Log; readonly revision: number },
  put: (sections: StoredSections, revision: number) => Promise<SavedDraft>,
  /** A section as a conflict tells it. */
  sectionOf: (told: unknown) => Readonly<Record<string, unknown>> = (told) => told as Readonly<Record<string, unknown>>,
) {
  const [log, setLog] = useState<Log>(begin.log);
  const [kept, setKept] = useState({ page: begin.log.page, revision: begin.revision });
  const [state, setState] = useState<'rest' | 'saving' | 'failed' | 'refused'>('rest');
  const [problem, setProblem] = useState<string | null>(null);
  const [theirs, setTheirs] = useState<Theirs | null>(null);
  const unsaved = log.page !== kept.page && Object.keys(changedSections(log.page, kept.page)).length > 0;
  const latest = useRef({ log, kept, theirs });
  useEffect(() => {
    latest.current = { log, kept, theirs };
  });
  const underWay = useRef<Promise<boolean> | null>(null);

  /** Saves what is not saved yet. False: it could not be. */
  const save = useCallback(async (): Promise<boolean> => {
    if (underWay.current !== null) await underWay.current;
    const now = latest.current;
    if (now.theirs !== null) return false;
    const page = now.log.page;
    const changed = changedSections(page, now.kept.page);
    if (Object.keys(changed).length === 0) return true;
    const saving = (async () => {
      setState('saving');
      try {
        const saved = await put(changed, now.kept.revision);
        const mine = { ...now.kept.page, ...changed };
        const others = changedSections(saved.page ?? mine, mine);
        const held = latest.current.log.page;
        const isTouched = Object.keys(others).some((one) => JSON.stringify(held[one]) !== JSON.stringify(mine[one]));
        // What both are at is not taken over: it is told as a conflict by the next save, which says what it has seen.
        const next =
          isTouched ?
            { page: mine, revision: now.kept.revision }
          : { page: { ...mine, ...others }, revision: saved.revision };
        if (!isTouched && Object.keys(others).length > 0) setLog((log) => adopt(log, others));
        latest.current = { ...latest.current, kept: next };
        setKept(next);
        setState('rest');
        setProblem(null);
        return true;
      } catch (error) {
        const conflict = conflictOf(error);
        if (conflict !== null) setTheirs(conflict);
        else if (error instanceof ApiError && error.status === 422) {
          setProblem(Object.values(error.fields)[0]?.[0] ?? error.message);
          setState('refused');
          return false;
        } else if (error instanceof ApiError && error.status !== 0) showFailure(error);
        setState(conflict === null ? 'failed' : 'rest');
        return false;
      }
    })();
    underWay.current = saving;
    const done = await saving;
    underWay.current = null;
    return done;
  }, [put]);

  useEffect(() => {
    if (!unsaved || theirs !== null) return undefined;
    const timer = setTimeout(() => void save(), rest);
    return () => {
      clearTimeout(timer);
    };
  }, [log.page, unsaved, theirs, save]);
  // A server that could not be reached is tried again; what was typed stays here meanwhile.
  useEffect(() => {
    if (state !== 'failed') return undefined;
    const timer = setTimeout(() => void save(), 5_000);
    return () => {
      clearTimeout(timer);
    };
  }, [state, save]);

  const name = (field: string) => field.replace(/^sections\./, '');
  return {
    log,
    revision: kept.revision,
    problem,
    theirs,
    state: (theirs !== null ? 'conflict'
    : state !== 'rest' ? state
    : unsaved ? 'unsaved'
    : 'saved') satisfies SaveState as SaveState,
    save,
    edit: useCallback((section: string, field: string, value: unknown) => {
      setLog((now) => change(now, section, field, value, Date.now()));
    }, []),
    replace: useCallback((page: StoredSections) => {
      setLog((now) => replace(now, page, Date.now()));
    }, []),
    undo: useCallback(() => {
      setLog(undo);
    }, []),
    redo: useCallback(() => {
      setLog(redo);
    }, []),
    /** What somebody else saved takes the place of what is here. */
    takeTheirs: () => {
      if (theirs === null) return;
      const sections = Object.fromEntries(
        theirs.changes.map(({ field, now }) => [name(field), { ...log.page[name(field)], ...sectionOf(now) }]),
      );
      setLog((now) => adopt(now, sections));
      setKept(({ page }) => ({ page: { ...page, ...sections }, revision: theirs.revision }));
      setTheirs(null);
    },
    /** What is here is saved over it, knowingly. */
    keepMine: () => {
      if (theirs === null) return;
      setKept(({ page }) => ({ page, revision: theirs.revision }));
      setTheirs(null);
    },
    /** What others have done meanwhile, where nothing here is unsaved. */
    follow: useCallback((sections: StoredSections, revision: number) => {
      setLog((now) => adopt(now, sections));
      setKept(({ page }) => ({ page: { ...page, ...sections }, revision }));
    }, []),
    /** The page is another one now: an earlier version was brought back. */
    restart: useCallback((page: StoredSections, revision: number) => {
      setLog((now) => ({ ...replace(now, page, Date.now()), page: { ...now.page, ...page } }));
      setKept({ page, revision });
    }, []),
  };
}
