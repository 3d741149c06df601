import type { Problem } from '../../../../../api/contract/automations.ts';
import type { Document } from '../model.ts';

type Held = Readonly<Record<string, unknown>>;
const isHeld = (one: unknown): one is Held => typeof one === 'object' && one !== null;

/** Where in the document it is, with dots: `nodes.<id>.body`, `triggers.0.on.campaignId`, `start`. */
export const pathOf = ({ node, trigger, field }: Pick<Problem, 'node' | 'trigger' | 'field'>): string =>
  [
    ...(node === null ? [] : ['nodes', node]),
    ...(trigger === null ? [] : ['triggers', String(trigger)]),
    ...(field === null ? [] : [field]),
  ].join('.');

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isHeld(value) && 'groups' in value && isEmpty(value['groups']));

const lacking: ReadonlySet<Problem['code']> = new Set([
  'missing',
  'missing-target',
  'invalid',
  'no-trigger',
  'no-start',
]);

/** Whether nothing stands there yet and nobody has been at it: what is still to be said, not what was said wrongly. */
export function isUnset(problem: Problem, document: Document, touched: ReadonlySet<string>): boolean {
  if (!lacking.has(problem.code)) return false;
  const path = pathOf(problem);
  const value = path.split('.').reduce<unknown>((at, key) => (isHeld(at) ? at[key] : undefined), document);
  return isEmpty(value) && !touched.has(path);
}

/**
 * The paths at which somebody has changed something that was there before. What became another kind, or is one more, is
 * fresh: nobody has been at its fields.
 */
export function changedPaths(was: unknown, is: unknown, at: string): readonly string[] {
  if (Object.is(was, is) || JSON.stringify(was) === JSON.stringify(is)) return [];
  if (!isHeld(was) || !isHeld(is)) return [at];
  if (was['kind'] !== is['kind']) return [];
  if (Array.isArray(was) && (!Array.isArray(is) || was.length !== is.length || was.some((one) => !isHeld(one))))
    return [at];
  return [
    ...('groups' in is ? [at] : []),
    ...Object.keys(is).flatMap((key) => (key in was ? changedPaths(was[key], is[key], `${at}.${key}`) : [])),
  ];
}
