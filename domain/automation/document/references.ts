import type { ContactFilter, FilterCondition } from '../../contact/filter.ts';
import type { Check, ContactField, DayAt, Document, Node, Occurrence, TriggerOn } from './document.ts';

/** What a document names that is not its own. `source`: a broadcast, or a step of an automation, whose link it was. */
export type ReferenceKind =
  | 'campaign'
  | 'reward'
  | 'upload'
  | 'broadcast'
  | 'hook'
  | 'integration'
  | 'source'
  | 'field'
  | 'design'
  | 'user'
  | 'segment';
type Refer = (kind: ReferenceKind, id: string) => string | null;

/**
 * Stands where a condition named something and may not name nothing: there is no such thing, so that whoever publishes
 * is told to choose another one, and no condition is lost without a word.
 */
export const nowhere = '00000000-0000-4000-8000-000000000000';

/** The document with everything that it names exchanged for what `refer` says; null: for nothing. */
export const withReferences = (document: Document, refer: Refer): Document => ({
  ...document,
  triggers: document.triggers.map(({ on, filter }) => ({
    on: occurring(on, refer),
    filter: { ...filter, groups: filter.groups.map((group) => conditions(group, refer)) },
  })),
  nodes: Object.fromEntries(Object.entries(document.nodes).map(([id, node]) => [id, inNode(node, refer)])),
});

/** All that something names, by kind, each once. */
export type References = ReadonlyMap<ReferenceKind, ReadonlySet<string>>;
export const referencesOf = (document: Document): References => named((refer) => void withReferences(document, refer));
export const referencesOfFilter = (filter: ContactFilter): References =>
  named((refer) => void filter.groups.forEach((group) => conditions(group, refer)));

function named(look: (refer: Refer) => void): References {
  const found = new Map<ReferenceKind, Set<string>>();
  look((kind, id) => {
    found.set(kind, (found.get(kind) ?? new Set()).add(id));
    return id;
  });
  return found;
}

/** The same under other ids, wherever it names its own steps. */
export function withStepIds(document: Document, idOf: (id: string) => string): Document {
  const own = (id: string | null): string | null => (id !== null && Object.hasOwn(document.nodes, id) ? idOf(id) : id);
  const { nodes, start, ...rest } = withReferences(document, (kind, id) => (kind === 'source' ? own(id) : id));
  return {
    ...rest,
    start: own(start),
    nodes: Object.fromEntries(
      Object.entries(nodes).map(([id, node]) => [
        idOf(id),
        { ...node, to: Object.fromEntries(Object.entries(node.to).map(([exit, to]) => [exit, own(to)])) } as Node,
      ]),
    ),
  };
}

function occurring<On extends TriggerOn | Occurrence>(on: On, refer: Refer): On;
function occurring(on: TriggerOn | Occurrence, refer: Refer): TriggerOn | Occurrence {
  const ref = (kind: ReferenceKind, id: string | null): string | null => (id === null ? null : refer(kind, id));
  switch (on.kind) {
    case 'opted-in':
    case 'page-submitted':
    case 'vote-cast':
    case 'coupon-issued':
    case 'coupon-redeemed':
    case 'points-reached':
    case 'coupon-expiring':
      return { ...on, campaignId: ref('campaign', on.campaignId) };
    case 'reward-unlocked':
      return { ...on, campaignId: ref('campaign', on.campaignId), rewardId: ref('reward', on.rewardId) };
    case 'contact-imported':
      return { ...on, uploadId: ref('upload', on.uploadId) };
    case 'field-changed':
      return { ...on, field: on.field === null ? null : inField(on.field, refer) };
    case 'link-clicked':
      return { ...on, sourceId: ref('source', on.sourceId) };
    case 'broadcast-sent':
    case 'broadcast-answered':
    case 'broadcast-not-clicked':
      return { ...on, broadcastId: ref('broadcast', on.broadcastId) };
    case 'webhook-received':
      return { ...on, webhookId: ref('hook', on.webhookId) };
    case 'integration-event':
      return { ...on, integrationId: ref('integration', on.integrationId) };
    case 'date':
      return { ...on, when: inDay(on.when, refer) };
    case 'contact-created':
    case 'text-received':
    case 'conversation-closed':
    case 'by-hand':
      return on;
    default:
      return on satisfies never;
  }
}

const inField = (field: ContactField, refer: Refer): ContactField =>
  field.of === 'custom' && field.id !== null ? { ...field, id: refer('field', field.id) } : field;
const inDay = (when: DayAt, refer: Refer): DayAt =>
  when.day.of === 'custom' && when.day.id !== null ?
    { ...when, day: { ...when.day, id: refer('field', when.day.id) } }
  : when;

const conditions = <Group extends { readonly conditions: readonly (Check | FilterCondition)[] }>(
  group: Group,
  refer: Refer,
): Group => ({ ...group, conditions: group.conditions.map((condition) => inCondition(condition, refer)) });

function inCondition<Condition extends Check | FilterCondition>(condition: Condition, refer: Refer): Condition;
function inCondition(condition: Check | FilterCondition, refer: Refer): Check | FilterCondition {
  const one = (kind: ReferenceKind, id: string): string => refer(kind, id) ?? nowhere;
  switch (condition.field) {
    case 'campaign':
    case 'segment':
    case 'upload': {
      const kind = condition.field;
      return { ...condition, ids: [...new Set(condition.ids.map((id) => one(kind, id)))] };
    }
    case 'custom':
      return { ...condition, id: one('field', condition.id) };
    case 'engagement': {
      const { did, of } = condition;
      const kind = did === 'redeemed' || did === 'coupon-issued' ? 'campaign' : 'broadcast';
      return { ...condition, of: of === null ? null : one(kind, of) };
    }
    default:
      return condition;
  }
}

function inNode(node: Node, refer: Refer): Node {
  const ref = (kind: ReferenceKind, id: string | null): string | null => (id === null ? null : refer(kind, id));
  switch (node.kind) {
    case 'Notification':
    case 'Redemption':
    case 'SubscribeContactToList':
      return { ...node, campaignId: ref('campaign', node.campaignId) };
    case 'SendEmail':
      return { ...node, campaignId: ref('campaign', node.campaignId), designId: ref('design', node.designId) };
    case 'GotoRegistration':
      return { ...node, integrationId: ref('integration', node.integrationId) };
    case 'Wait': {
      const { until } = node;
      if (until.kind === 'event') return { ...node, until: { ...until, event: occurring(until.event, refer) } };
      return until.kind === 'date' ? { ...node, until: { ...until, when: inDay(until.when, refer) } } : node;
    }
    case 'Goal':
      return { ...node, event: occurring(node.event, refer) };
    case 'Condition':
      return {
        ...node,
        checks: { ...node.checks, groups: node.checks.groups.map((group) => conditions(group, refer)) },
      };
    case 'CollectContactData':
      return { ...node, field: inField(node.field, refer) };
    case 'ImageUpload':
      return { ...node, fieldId: ref('field', node.fieldId) };
    case 'Assign':
      return { ...node, userId: ref('user', node.userId) };
    case 'Alert': {
      const all = (ids: readonly string[]): string[] => ids.flatMap((one) => refer('user', one) ?? []);
      return { ...node, textMembers: all(node.textMembers), mailMembers: all(node.mailMembers) };
    }
    case 'Split':
    case 'GoTo':
    case 'Webhook':
    case 'Keyword':
    case 'Tag':
    case 'End':
      return node;
    default:
      return node satisfies never;
  }
}

/**
 * What another business may have of it: the steps under ids of their own, and nothing that is the giver's: what it names
 * there, where it calls, whom it tells, which pictures it shows. Publishing says what has to be chosen again.
 */
export function withoutOwner(document: Document, idOf: (id: string) => string): Document {
  const own = (id: string): boolean => Object.hasOwn(document.nodes, id);
  const bare = withReferences(document, (kind, id) => (kind === 'source' && own(id) ? id : null));
  const nodes = Object.entries(bare.nodes).map(([id, node]): [string, Node] => [
    id,
    node.kind === 'Webhook' ? { ...node, url: '' }
    : node.kind === 'Alert' ? { ...node, phones: [], emails: [] }
    : node.kind === 'Notification' ? { ...node, media: [] }
    : node,
  ]);
  return withStepIds({ ...bare, nodes: Object.fromEntries(nodes) }, idOf);
}
