import { useCallback, useEffect, useMemo, useRef } from 'react';
import {
  apply,
  blockKey,
  type Block,
  type DesignCommand,
  type EmailDesign,
  type FlatDesign,
  fromFlat,
  type Section,
  toFlat,
} from '../../api/contract/email-design.ts';
import type { Log } from '../builder/log.ts';

/** One log of what is done, wherever it is kept: by a screen that saves it, or by the editor itself. */
export interface DesignLog {
  readonly log: Log;
  readonly edit: (record: string, field: string, value: unknown) => void;
  readonly replace: (records: FlatDesign) => void;
  readonly undo: () => void;
  readonly redo: () => void;
}

/** A design as the API answers it: stored ones were checked when they were saved. */
export const storedDesign = ({ design }: { readonly design: object }): EmailDesign => design as EmailDesign;

/** What can be done to the design that is open. */
export interface Designing {
  readonly design: EmailDesign;
  /** Structure: a step of its own. Answers what came of it. */
  readonly run: (command: DesignCommand) => EmailDesign;
  /** One field of a block, of a section, of the settings or of the footer: strokes that follow each other are one step. */
  readonly set: (block: Block, field: string, value: unknown) => void;
  readonly setSection: (section: Section, set: Partial<Section>) => void;
  readonly setSettings: (field: string, value: unknown) => void;
  readonly setFooter: (field: string, value: unknown) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** Letters and digits that no other part of the design has. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => (byte % 36).toString(36)).join('');

/** The design that a log holds; blocks that have not changed stay the same objects. */
export const designOf = (log: Log): EmailDesign => fromFlat(log.page, { trusted: true });

export function useDesigning({ log, edit, replace: put, undo: back, redo: again }: DesignLog): Designing {
  const design = useMemo(() => designOf(log), [log]);
  const latest = useRef(design);
  useEffect(() => {
    latest.current = design;
  });
  const run = useCallback(
    (command: DesignCommand) => {
      const after = apply(latest.current, command, newId);
      if (after !== latest.current) {
        latest.current = after;
        put(toFlat(after));
      }
      return after;
    },
    [put],
  );
  return useMemo(
    () => ({
      design,
      run,
      set: (block, field, value) => {
        edit(blockKey(block.id), field, value);
      },
      setSection: (section, set) => {
        run({ do: 'set-section', id: section.id, set });
      },
      setSettings: (field, value) => {
        edit('settings', field, value);
      },
      setFooter: (field, value) => {
        edit('footer', field, value);
      },
      undo: back,
      redo: again,
      canUndo: log.done.length > 0,
      canRedo: log.undone.length > 0,
    }),
    [design, run, edit, back, again, log.done.length, log.undone.length],
  );
}
