import { withReferences, withStepIds } from '../automations/document/references.ts';
import type { Document } from '../automations/document/document.ts';
import { type Node, nodeWithoutOwner } from '../automations/steps/index.ts';
import { same } from '../kernel/edit.ts';
import type { PartKind, Standing } from './fields.ts';
import type { BusinessFile, FileAutomation, FileCampaign, FileTemplate } from './file.ts';

export interface Compared {
  readonly kind: PartKind;
  readonly key: string;
  readonly name: string;
  /** `removed`: it was brought in before, and has been archived or deleted since. */
  readonly standing: Standing;
  /** What of it is different. */
  readonly fields: readonly string[];
}

/** Which part of the business each key of a file means; null: none that is there. */
export type Counterpart = (kind: PartKind, key: string) => string | null;

/**
 * An automation with everything that it names exchanged for what `counterpart` says. What is not of the file is left out,
 * whosever it is: publishing says what has to be chosen again.
 */
export function withCounterparts(document: Document, counterpart: Counterpart): Document {
  const own = (id: string): boolean => Object.hasOwn(document.nodes, id);
  const bare = withReferences(document, (kind, id) =>
    kind === 'source' && own(id) ? id
    : kind === 'campaign' ? counterpart('campaign', id)
    : kind === 'design' ? counterpart('template', id)
    : null,
  );
  const nodes = Object.entries(bare.nodes).map(([id, node]): [string, Node] => [id, nodeWithoutOwner(node)]);
  return { ...bare, nodes: Object.fromEntries(nodes) };
}

/** The same steps under names that follow from where they stand: two that are drawn alike are the same. */
function inOrder(document: Document): Document {
  const names = new Map<string, string>();
  const queue = [document.start, ...Object.keys(document.nodes).sort()];
  while (queue.length > 0) {
    const id = queue.shift() ?? null;
    if (id === null || names.has(id) || !Object.hasOwn(document.nodes, id)) continue;
    names.set(id, String(names.size));
    queue.unshift(
      ...Object.values(document.nodes[id]!.to as Record<string, string | null>).filter((to) => to !== null),
    );
  }
  return withStepIds(document, (id) => names.get(id) ?? id);
}

const campaignFields = ['name', 'type', 'keyword', 'reply', 'replyMedia', 'offer', 'settings', 'page'] as const;
const templateFields = ['kind', 'name', 'subject', 'design'] as const;
const differences = <T>(fields: readonly (keyof T & string)[], one: T, other: T): readonly string[] =>
  fields.filter((field) => !same(one[field], other[field]));
/** When a campaign ends is the business's own. */
const atAnyTime = (campaign: FileCampaign): FileCampaign => ({
  ...campaign,
  settings: { ...campaign.settings, endsAt: null },
});

export const campaignDifferences = (one: FileCampaign, other: FileCampaign): readonly string[] =>
  differences<FileCampaign>(campaignFields, atAnyTime(one), atAnyTime(other));
export const templateDifferences = (one: FileTemplate, other: FileTemplate): readonly string[] =>
  differences<FileTemplate>(templateFields, one, other);
/** `one` names the parts of the business, `other` those of its own file. */
export const automationDifferences = (one: FileAutomation, other: FileAutomation): readonly string[] => [
  ...(one.name === other.name ? [] : ['name']),
  ...(same(inOrder(one.document), inOrder(other.document)) ? [] : ['steps']),
];

export const settingNames = ['currency', 'timezone', 'dateFormat', 'dailyLimits'] as const;
export const settingDifferences = (
  one: BusinessFile['settings'],
  other: BusinessFile['settings'],
): readonly (typeof settingNames)[number][] => settingNames.filter((name) => !same(one[name], other[name]));
