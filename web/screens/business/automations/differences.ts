import type { Names } from '../../../components/contact-filter/labels.ts';
import { automationModel, type Document, type Node } from './model.ts';
import { t } from './texts.ts';
import { told } from './labels.ts';

/** So many steps are named. */
const most = 6;
const alike = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
/** A step without where it goes on. */
const itself = ({ to: _to, ...rest }: Node): object => rest;

/** What a document has otherwise than the one before it, a line for each kind of change; none: nothing. */
export function differences(was: Document, is: Document, names: Names): readonly string[] {
  const named = (steps: readonly (readonly [string, Node])[]): string => {
    const words = steps.slice(0, most).map(([, node]) => told(node, names));
    const more = steps.length - words.length;
    return more > 0 ? `${words.join(', ')} ${t('au.b.more', { count: more })}` : words.join(', ');
  };
  const [before, now] = [Object.entries(was.nodes), Object.entries(is.nodes)];
  const held = (of: Document, id: string) => automationModel.nodeOf(of, id);
  const added = now.filter(([id]) => held(was, id) === null);
  const removed = before.filter(([id]) => held(is, id) === null);
  const kept = now.filter(([id]) => held(was, id) !== null);
  const changed = kept.filter(([id, node]) => !alike(itself(held(was, id)!), itself(node)));
  const led = kept.filter(([id, node]) => !alike(held(was, id)!.to, node.to));
  const said = (key: 'added' | 'removed' | 'changed' | 'led', steps: readonly (readonly [string, Node])[]) =>
    steps.length === 0 ? [] : [t(`au.diff.${key}`, { names: named(steps) })];
  return [
    ...(alike(was.triggers, is.triggers) ? [] : [t('au.diff.triggers')]),
    ...(alike(was.reentry, is.reentry) ? [] : [t('au.diff.reentry')]),
    ...said('added', added),
    ...said('removed', removed),
    ...said('changed', changed),
    // Where steps come or go, those before them lead elsewhere: that says itself.
    ...(added.length > 0 || removed.length > 0 ? [] : said('led', led)),
  ];
}
