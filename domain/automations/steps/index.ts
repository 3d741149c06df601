import { z } from 'zod';
import type { Checking } from '../values/checking.ts';
import type { Refer } from '../values/references.ts';
import { alert } from './alert.ts';
import { assign } from './assign.ts';
import { collectContactData } from './collect-contact-data.ts';
import { condition } from './condition.ts';
import { end } from './end.ts';
import { goTo } from './go-to.ts';
import { goal } from './goal.ts';
import { gotoRegistration } from './goto-registration.ts';
import { imageUpload } from './image-upload.ts';
import { keyword } from './keyword.ts';
import { notification } from './notification.ts';
import { redemption } from './redemption.ts';
import { sendEmail } from './send-email.ts';
import { split } from './split.ts';
import type { Plan, StepDefinition } from './step.ts';
import { subscribeContactToList } from './subscribe-contact-to-list.ts';
import { tag } from './tag.ts';
import { wait } from './wait.ts';
import { webhook } from './webhook.ts';

/** All kinds of steps. A new one is a line here, a line in `web/…/automations/steps/index.tsx`, and their two files. */
const steps = {
  // The specification's eleven kinds (section 3), by its names.
  Notification: notification,
  SendEmail: sendEmail,
  Redemption: redemption,
  Alert: alert,
  GotoRegistration: gotoRegistration,
  Wait: wait,
  Goal: goal,
  Condition: condition,
  CollectContactData: collectContactData,
  SubscribeContactToList: subscribeContactToList,
  ImageUpload: imageUpload,
  // Beyond them.
  Split: split,
  GoTo: goTo,
  Webhook: webhook,
  Keyword: keyword,
  Tag: tag,
  Assign: assign,
  End: end,
};

type NodeSchema = (typeof steps)[keyof typeof steps]['schema'];
const schemas = Object.values(steps).map(({ schema }) => schema) as [NodeSchema, ...NodeSchema[]];
/** A step of a document. */
export const Node = z.discriminatedUnion('kind', schemas, {
  error: ({ code }) => (code === 'invalid_union' ? 'There is no step of this kind.' : undefined),
});
export type Node = z.output<typeof Node>;
export type NodeKind = Node['kind'];
export type NodeOf<Kind extends NodeKind> = Extract<Node, { kind: Kind }>;
export const nodeKinds = Object.keys(steps) as readonly NodeKind[];

// The one place where a kind meets its definition: which of them it is, the compiler can not follow through a union.
const definitionOf = (kind: NodeKind) => steps[kind] as unknown as StepDefinition;

export const freshNode = (kind: NodeKind): Node => definitionOf(kind).fresh() as Node;
/** What a step does when a contact comes to it. */
export const planOf = (node: Node): Plan => definitionOf(node.kind).plan(node);

/** What a step lacks of what it needs to be done. */
export function checkNode(node: Node, checking: Checking): void {
  definitionOf(node.kind).check?.(node, checking);
}
export const withNodeReferred = (node: Node, refer: Refer): Node =>
  (definitionOf(node.kind).references?.(node, refer) ?? node) as Node;
export const nodeWithoutOwner = (node: Node): Node => (definitionOf(node.kind).withoutOwner?.(node) ?? node) as Node;
