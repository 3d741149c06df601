import { type Automation, type Known, type Problem, problemsOf } from '../../../../../api/contract/automations.ts';
import type { FilterData } from '../../../../components/contact-filter/useFilterData.ts';
import { type Document, documentOf } from '../model.ts';
import type { Teammate } from '../steps/editor.tsx';

/** All there is but these: whether something still exists is the server's to say. */
class Everything extends Set<string> {
  override has(one: string): boolean {
    return !super.has(one);
  }
}
const everything: ReadonlySet<string> = new Everything();

const camel = (path: string): string => path.replace(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase());
const alike = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * What keeps the document from being published: at once, as it is drawn here; and what it names that is not there any more,
 * as the server said of steps that have not changed since.
 */
export function problemsNow(
  document: Document,
  automation: Pick<Automation, 'document' | 'problems'>,
  data: FilterData,
  { mms, team }: { readonly mms: boolean; readonly team: readonly Teammate[] | undefined },
): readonly Problem[] {
  if (!data.known) return [];
  const known: Known = {
    customFields: data.fields,
    keywords: new Map(data.campaigns.flatMap(({ id, keyword }) => (keyword === null ? [] : [[id, keyword]]))),
    campaigns: everything,
    designs: everything,
    broadcasts: everything,
    uploads: everything,
    webhooks: everything,
    integrations: everything,
    users: everything,
    segments: everything,
    mms,
    rewards: everything,
    // Who is gone has none either: that is the server's to say.
    withNumber:
      team === undefined ? everything : (
        new Everything(team.flatMap(({ id, has_phone: hasPhone }) => (hasPhone ? [] : [id])))
      ),
    year: new Date().getFullYear(),
  };
  const saved = documentOf(automation.document);
  const gone = automation.problems.flatMap((problem): Problem[] => {
    const { code, node, trigger, field, message } = problem;
    if (code !== 'unknown-reference') return [];
    const isAsSaved =
      node !== null ? alike(saved.nodes[node], document.nodes[node])
      : trigger !== null ? alike(saved.triggers[trigger], document.triggers[trigger])
      : true;
    return isAsSaved ? [{ code, node, trigger, message, field: field === null ? null : camel(field) }] : [];
  });
  return [...problemsOf(document, known), ...gone];
}
