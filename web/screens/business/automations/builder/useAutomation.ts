import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Automation } from '../../../../../api/contract/automations.ts';
import { fromUnderscored, underscored } from '../../../../../api/contract/underscored.ts';
import type { StoredSections } from '../../../../../api/contract/page-model.ts';
import { useApp } from '../../../../session/context.tsx';
import { keepPast, logWithPast } from '../../../../builder/past.ts';
import { useDraft } from '../../../../builder/useDraft.ts';
import { same } from '../../../../components/form/conflict.ts';
import { type Document, documentOf, type Node } from '../model.ts';
import { documentIn, sectionsLike, sectionsOf, stepOf } from './sections.ts';

/** What is saved, as the API takes it: steps that changed, each whole, and the rest of the document. */
export function changesOf(sections: StoredSections): object {
  const nodes = Object.entries(sections).flatMap(([name, { is: node }]) => {
    const id = stepOf(name);
    return id === null ? [] : [[id, node] as const];
  });
  const rest = (['triggers', 'reentry', 'start'] as const).flatMap((field) =>
    sections[field] === undefined ? [] : [[field, sections[field]['is']] as const],
  );
  return underscored({
    ...(nodes.length === 0 ? {} : { nodes: Object.fromEntries(nodes) }),
    ...Object.fromEntries(rest),
  });
}

/** Sections as the server has them; those that say the same as what is known keep being the same. */
function settled(document: Document, known: StoredSections): StoredSections {
  return Object.fromEntries(
    Object.entries(sectionsLike(document, known)).map(([name, section]) => {
      const held = known[name];
      return [name, held !== undefined && same(held['is'], section['is']) ? held : section];
    }),
  );
}
const told = (now: unknown) => ({ is: now === null ? null : fromUnderscored(now) });

/** An automation under work: saved step by step a moment later, with what others draw meanwhile. */
export function useAutomation(automation: Automation) {
  const { client } = useApp();
  const { id } = automation;
  const [begin] = useState(() => ({
    log: logWithPast(id, automation.revision, sectionsOf(documentOf(automation.document))),
    revision: automation.revision,
  }));
  const [answer, setAnswer] = useState(automation);
  const known = useRef(begin.log.page);
  const put = useCallback(
    async (sections: StoredSections, revision: number) => {
      const body = { revision, ...changesOf(sections) };
      const { data } = await client.post('/automations/{id}', { params: { id }, body, quiet: true });
      known.current = settled(documentOf(data.document), { ...known.current, ...sections });
      setAnswer(data);
      return { revision: data.revision, version: data.version, edited: data.changed, page: known.current };
    },
    [client, id],
  );
  const draft = useDraft(begin, put, told);
  const { log, state, revision, follow, edit, replace } = draft;
  useEffect(() => {
    if (state === 'saved') keepPast(id, revision, log);
  }, [id, revision, log, state]);
  // What others did while nothing here is unsaved.
  useEffect(() => {
    if (state !== 'saved' || automation.revision <= revision) return;
    known.current = settled(documentOf(automation.document), known.current);
    const others = Object.fromEntries(
      Object.entries(known.current).filter(
        ([name, section]) => JSON.stringify(section) !== JSON.stringify(log.page[name]),
      ),
    );
    follow(others, automation.revision);
  }, [automation, state, revision, follow, log.page]);
  const document = useMemo(() => documentIn(log.page), [log.page]);
  const latest = useRef(log.page);
  useEffect(() => {
    latest.current = log.page;
  }, [log.page]);
  return {
    draft,
    document,
    /** The newest that the server said. */
    current: answer.revision >= automation.revision ? { ...answer, counts: automation.counts } : automation,
    setAnswer,
    /** One step changed in itself. */
    putNode: useCallback(
      (step: string, node: Node) => {
        edit(`nodes.${step}`, 'is', node);
      },
      [edit],
    ),
    /** Something of the whole changed. */
    putPart: useCallback(
      (part: 'triggers' | 'reentry', value: unknown) => {
        edit(part, 'is', value);
      },
      [edit],
    ),
    /** The structure changed: one step of undo, however many steps it touches. */
    putDocument: useCallback(
      (next: Document) => {
        replace(sectionsLike(next, latest.current));
      },
      [replace],
    ),
  };
}
