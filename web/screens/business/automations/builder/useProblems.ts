import { useMemo, useState } from 'react';
import type { Automation, Problem } from '../../../../../api/contract/automations.ts';
import type { FilterData } from '../../../../components/contact-filter/useFilterData.ts';
import type { Wrong } from '../fields/choices.tsx';
import type { Document } from '../model.ts';
import type { Teammate } from '../steps/editor.tsx';
import { problemsNow } from './problems.ts';
import { isUnset, pathOf } from './unset.ts';

/** The card that a problem is shown at: a step, or the start; null: at none, since there is no step yet. */
export const cardOf = ({ node, code }: Problem): string | null => node ?? (code === 'no-start' ? null : 'start');
const cardsOf = (problems: readonly Problem[]): ReadonlySet<string> =>
  new Set(problems.flatMap((one) => cardOf(one) ?? []));

export type Problems = ReturnType<typeof useProblems>;

/** What keeps the document from being published: `wrong` was entered wrongly, the rest is not filled in yet. */
export function useProblems(
  document: Document,
  current: Automation,
  data: FilterData,
  { mms, team }: { readonly mms: boolean; readonly team: readonly Teammate[] | undefined },
) {
  /** Paths that were edited, or that publishing asked for: `isUnset`. */
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const all = useMemo(() => problemsNow(document, current, data, { mms, team }), [document, current, data, mms, team]);
  const wrong = useMemo(() => all.filter((one) => !isUnset(one, document, touched)), [all, document, touched]);
  const touch = (paths: readonly string[]) => {
    if (paths.some((path) => !touched.has(path))) setTouched(new Set([...touched, ...paths]));
  };
  return {
    all,
    wrong,
    wrongCards: cardsOf(wrong),
    unsetCards: cardsOf(all),
    touch,
    touchAll: () => {
      touch(all.map(pathOf));
    },
    /** The message at a field, of the problems that `of` chooses. */
    messageAt:
      (of: (problem: Problem) => boolean): Wrong =>
      (field) =>
        wrong.find((one) => of(one) && one.field !== null && (one.field === field || one.field.startsWith(`${field}.`)))
          ?.message,
  };
}
