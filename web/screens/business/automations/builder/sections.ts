import type { StoredSections } from '../../../../../api/contract/page-model.ts';
import { automationModel, type Document } from '../model.ts';

/**
 * A document as the log of a builder has it: each step a section, as it is saved and as a conflict names it, and the rest.
 * A step that was taken away is null.
 */
export function sectionsOf(document: Document): StoredSections {
  const { nodes, triggers, reentry, start } = document;
  return {
    triggers: { is: triggers },
    reentry: { is: reentry },
    start: { is: start },
    ...Object.fromEntries(Object.entries(nodes).map(([id, node]) => [`nodes.${id}`, { is: node }])),
  };
}
const step = /^nodes\.(.+)$/u;
export const stepOf = (section: string): string | null => step.exec(section)?.[1] ?? null;

export function documentIn(sections: StoredSections): Document {
  const is = <Field extends 'triggers' | 'reentry' | 'start'>(field: Field): Document[Field] =>
    (sections[field]?.['is'] ?? automationModel.emptyDocument[field]) as Document[Field];
  return {
    triggers: is('triggers'),
    reentry: is('reentry'),
    start: is('start'),
    nodes: Object.fromEntries(
      Object.entries(sections).flatMap(([name, { is: node }]) => {
        const id = stepOf(name);
        return id === null || node === null || node === undefined ? [] : [[id, node as Document['nodes'][string]]];
      }),
    ),
  };
}

/** All sections of `held` as another document has them; what it does not have any more is null. */
export const sectionsLike = (document: Document, held: StoredSections): StoredSections => ({
  ...Object.fromEntries(
    Object.keys(held)
      .filter((name) => stepOf(name) !== null)
      .map((name) => [name, { is: null }]),
  ),
  ...sectionsOf(document),
});
