import type { z } from 'zod';
import { checkNode } from '../steps/index.ts';
import { checkTrigger } from '../triggers/index.ts';
import { checkingOf, type Known, mergeNames, type ProblemCode, type Say } from '../values/checking.ts';
import { Document, exitsOf, isOff, maxNodes, type Node, nodeOf } from './document.ts';
import { reachable, restlessCycles } from './graph.ts';

export { type Known, mergeNames, type ProblemCode } from '../values/checking.ts';

/** What keeps a document from being published. */
export interface Problem {
  readonly code: ProblemCode;
  /** The step that it is about, or the place of the trigger in the list; both null: the whole. */
  readonly node: string | null;
  readonly trigger: number | null;
  /** As it is called in the document, with dots: `until.event.campaignId`, `to.next`. */
  readonly field: string | null;
  readonly message: string;
}

/** What was there when it was published and is not any more: it runs on, and what it can't do it skips or fails at. */
export const isGone = ({ code }: Problem): boolean => code === 'unknown-reference' || code === 'bad-merge-field';

/** More are not told: who has so many begins with the first. */
const maxProblems = 200;

/**
 * What comes from outside as a document, and all that keeps it from being published. What has too many steps or is not
 * shaped as a document is answered with that alone, and `document` is null.
 */
export function readDocument(
  given: unknown,
  known: Known,
): { readonly document: Document | null; readonly problems: readonly Problem[] } {
  const nodes = typeof given === 'object' && given !== null && 'nodes' in given ? given.nodes : null;
  const count = typeof nodes === 'object' && nodes !== null ? Object.keys(nodes).length : 0;
  if (count > maxNodes) return { document: null, problems: [tooMany(count)] };
  const parsed = Document.safeParse(given);
  if (!parsed.success)
    return {
      document: null,
      problems: parsed.error.issues.slice(0, maxProblems).map((issue) => ofShape(issue, given)),
    };
  return { document: parsed.data, problems: problemsOf(parsed.data, known) };
}

const tooMany = (count: number): Problem => ({
  ...whole,
  code: 'too-many-steps',
  field: 'nodes',
  message: `This has ${count.toLocaleString('en-US')} steps; ${maxNodes} are the most. Make several automations of it.`,
});
const whole = { node: null, trigger: null, field: null } as const;

function ofShape({ path, message }: z.core.$ZodIssue, given: unknown): Problem {
  const [first, second, ...rest] = path.map(String);
  const place = {
    node: first === 'nodes' ? (second ?? null) : null,
    trigger: first === 'triggers' && second !== undefined ? Number(second) : null,
  };
  const field = (place.node === null && place.trigger === null ? path : rest).join('.') || null;
  if (place.node !== null && field === 'kind') {
    const kind = path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], given);
    const said = typeof kind === 'string' ? ` “${kind.slice(0, 40)}”` : '';
    return { ...place, code: 'unknown-kind', field, message: `There is no step of the kind${said}.` };
  }
  return { ...place, code: 'malformed', field, message };
}

/** All that keeps a document from being published; none: it can be. Fast also for more steps than are allowed. */
export function problemsOf(document: Document, known: Known): readonly Problem[] {
  const problems: Problem[] = [];
  const merge = mergeNames(known);
  const entries = Object.entries(document.nodes);
  if (entries.length > maxNodes) problems.push(tooMany(entries.length));
  if (document.triggers.length === 0)
    problems.push({ ...whole, code: 'no-trigger', field: 'triggers', message: 'Choose what starts it.' });
  document.triggers.forEach(({ on, filter }, trigger) => {
    const say: Say = (code, field, message) => problems.push({ node: null, trigger, code, field, message });
    const checking = checkingOf(known, merge, say);
    checkTrigger(on, 'on', checking);
    for (const [group, { conditions }] of filter.groups.entries())
      for (const [at, condition] of conditions.entries())
        checking.condition(`filter.groups.${group}.conditions.${at}`, condition);
  });
  if (document.start === null || nodeOf(document, document.start) === null)
    problems.push({
      ...whole,
      code: 'no-start',
      field: 'start',
      message: entries.length === 0 ? 'Add the first step.' : 'Say which step is the first.',
    });

  for (const [id, node] of entries) {
    const say: Say = (code, field, message) => problems.push({ node: id, trigger: null, code, field, message });
    for (const [exit, to] of exitsOf(node))
      if (to !== null && nodeOf(document, to) === null)
        say('missing-target', `to.${exit}`, 'This leads to a step that does not exist.');
    if (!isOff(node)) checkNode(node, checkingOf(known, merge, say));
  }
  // A goal is reached from anywhere: it need not stand on a way.
  const found = reachable(document, [document.start]);
  for (const [id, node] of entries)
    if (!found.has(id) && node.kind !== 'Goal')
      problems.push({
        node: id,
        trigger: null,
        code: 'unreachable',
        field: null,
        message: 'Nothing leads to this step.',
      });
  for (const cycle of restlessCycles(document)) {
    const names = cycle.slice(0, 5).map((id) => called(document.nodes[id]!));
    const more = cycle.length > names.length ? ` and ${cycle.length - names.length} more` : '';
    const message = `${names.join(', ')}${more} go round without a wait. Put one between them.`;
    for (const id of cycle) problems.push({ node: id, trigger: null, code: 'no-wait', field: 'to', message });
  }
  return problems.slice(0, maxProblems);
}

const called = ({ name, kind }: Node): string =>
  `“${name ?? kind.replace(/(?<=[a-z])(?=[A-Z])/gu, ' ').toLowerCase()}”`;
