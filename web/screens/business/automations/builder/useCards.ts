import { type RefObject, useRef } from 'react';

/** What is open at the side: the start, a step, or nothing. */
export type Open = 'start' | string | null;

export type Cards = ReturnType<typeof useCards>;

/** The cards of the steps, in the list or on the canvas, and where the focus goes among them. */
export function useCards() {
  const frame: RefObject<HTMLDivElement | null> = useRef(null);
  const all = (): readonly HTMLElement[] => [...(frame.current?.querySelectorAll<HTMLElement>('[data-step]') ?? [])];
  const of = (step: string): HTMLElement | null | undefined =>
    frame.current?.querySelector<HTMLElement>(`[data-step="${CSS.escape(step)}"]`);
  return {
    frame,
    all,
    of,
    /** Focuses the first of `field` in the side panel, or its heading. */
    focusSide: (field: string) => {
      const inSide = (selector: string) => frame.current?.querySelector<HTMLElement>(`.au-side ${selector}`);
      const found = field === '' ? null : inSide(field);
      (found ?? inSide('h2'))?.focus({ preventScroll: found == null });
    },
    /** If the focused element is gone, focuses the first of these cards that is there, or the start. */
    keepFocus: (steps: readonly string[]) => {
      if (document.activeElement !== document.body) return;
      [...steps, 'start']
        .map(of)
        .find((card) => card != null)
        ?.focus();
    },
  };
}
