import { IconAlertTriangle, IconChevronDown } from '@tabler/icons-react';
import type { AutomationCircle, Problem } from '../../../../../api/contract/automations.ts';
import { called } from '../labels.ts';
import type { Document } from '../model.ts';
import { t } from '../texts.ts';
import { CircleNote } from './CircleNote.tsx';
import type { Problems } from './useProblems.ts';

const shownProblems = 5;

/** What is still to be finished, and what other automations have to do with this one. */
export function Notes({
  problems: { all, wrong },
  overlaps,
  circles,
  document,
  folded,
  onGoTo,
}: {
  readonly problems: Problems;
  /** Names of automations that may text the same contact for the same cause. */
  readonly overlaps: readonly string[];
  readonly circles: readonly AutomationCircle[];
  readonly document: Document;
  /** Where little room is, open notes would cover the drawing. */
  readonly folded: boolean;
  readonly onGoTo: (problem: Problem) => void;
}) {
  return (
    <>
      {all.length > 0 && (
        <section
          className={`bk-card au-problems${wrong.length === 0 ? ' calm' : ''}`}
          aria-label={t('au.b.problems', { count: all.length })}
        >
          <details open={!folded}>
            <summary>
              {wrong.length > 0 && <IconAlertTriangle size={16} aria-hidden />}
              {t('au.b.problems', { count: all.length })}
              <IconChevronDown size={16} className="fold" aria-hidden />
            </summary>
            <ul>
              {all.slice(0, shownProblems).map((one, at) => (
                <li key={at}>
                  <button
                    type="button"
                    onClick={() => {
                      onGoTo(one);
                    }}
                  >
                    {one.node === null ?
                      one.message
                    : t('au.b.does', { name: called(document.nodes[one.node]), does: one.message })}
                  </button>
                </li>
              ))}
              {all.length > shownProblems && (
                <li className="muted">{t('au.b.more', { count: all.length - shownProblems })}</li>
              )}
            </ul>
          </details>
        </section>
      )}
      {[...new Set(overlaps)].map((name) => (
        <p key={name} className="au-overlap">
          <IconAlertTriangle size={16} aria-hidden />
          {t('au.b.overlaps', { name })}
        </p>
      ))}
      {circles.map((circle) => (
        <CircleNote key={JSON.stringify(circle.steps)} circle={circle} document={document} />
      ))}
    </>
  );
}
