import { type Automation, automationModel, fromUnderscored } from '../../../../api/contract/automations.ts';

export { automationModel };
export type Document = automationModel.Document;
export type Node = automationModel.Node;
export type NodeKind = automationModel.NodeKind;
export type NodeOf<Kind extends NodeKind> = automationModel.NodeOf<Kind>;
export type Trigger = automationModel.Trigger;
export type TriggerOn = automationModel.TriggerOn;
export type EventMatcher = automationModel.EventMatcher;
export type WaitUntil = automationModel.WaitUntil;
export type DayAt = automationModel.DayAt;
export type Duration = automationModel.Duration;
export type Check = automationModel.Check;
export type ContactField = automationModel.ContactField;

export const here = '/business/automations';

/** What the API has, in the words of the model. */
export const documentOf = (given: Automation['document']): Document => fromUnderscored<Document>(given);
export const triggersOf = (given: Automation['triggers']): readonly Trigger[] =>
  fromUnderscored<readonly Trigger[]>(given);

/** What can be waited for, be a goal and start an automation, in groups. What nothing tells of yet is not offered. */
export const eventGroups = [
  ['texts', ['opted-in', 'text-received', 'conversation-closed']],
  ['pages', ['page-submitted', 'vote-cast', 'reward-unlocked', 'points-reached']],
  ['coupons', ['coupon-issued', 'coupon-redeemed']],
  ['broadcasts', ['broadcast-sent', 'broadcast-answered', 'link-clicked']],
  ['contacts', ['contact-created', 'contact-imported', 'field-changed']],
] as const satisfies readonly (readonly [string, readonly automationModel.EventKind[]])[];
export const triggerGroups = [
  ...eventGroups,
  ['time', ['date', 'coupon-expiring', 'broadcast-not-clicked']],
  ['people', ['by-hand']],
  ['systems', ['webhook-received', 'integration-event']],
] as const satisfies readonly (readonly [string, readonly TriggerOn['kind'][]])[];

export const { freshNode, freshTrigger, freshUntil } = automationModel;
