import { type Automation, automationModel, fromUnderscored } from '../../../../api/contract/automations.ts';

export { automationModel };
export type Document = automationModel.Document;
export type Node = automationModel.Node;
export type NodeKind = automationModel.NodeKind;
export type NodeOf<Kind extends NodeKind> = automationModel.NodeOf<Kind>;
export type Trigger = automationModel.Trigger;
export type TriggerOn = automationModel.TriggerOn;
export type Occurrence = automationModel.Occurrence;
export type WaitUntil = automationModel.WaitUntil;
export type DayAt = automationModel.DayAt;
export type Duration = automationModel.Duration;
export type Check = automationModel.Check;
export type ContactField = automationModel.ContactField;

export const here = '/business/automations';

/** What the API has, in the words of the model. */
export const documentOf = (given: Automation['document']): Document => fromUnderscored<Document>(given as never);
export const triggersOf = (given: Automation['triggers']): readonly Trigger[] =>
  fromUnderscored<readonly Trigger[]>(given as never);

/** Kinds in the order and groups of the menu. What belongs to parts that are not built is in none. */
export const groups = [
  ['send', ['Notification', 'SendEmail', 'Redemption', 'Alert']],
  ['ask', ['CollectContactData', 'ImageUpload']],
  ['flow', ['Wait', 'Condition', 'Split', 'Goal', 'GoTo', 'End']],
  ['contact', ['Tag', 'Keyword', 'SubscribeContactToList', 'Assign']],
  ['out', ['Webhook']],
] as const satisfies readonly (readonly [string, readonly NodeKind[]])[];

/** What can be waited for, be a goal and start an automation, in groups. What nothing tells of yet is not offered. */
export const occurrenceGroups = [
  ['texts', ['opted-in', 'text-received', 'conversation-closed']],
  ['pages', ['page-submitted', 'vote-cast', 'reward-unlocked', 'points-reached']],
  ['coupons', ['coupon-issued', 'coupon-redeemed']],
  ['broadcasts', ['broadcast-sent', 'broadcast-answered', 'link-clicked']],
  ['contacts', ['contact-created', 'contact-imported', 'field-changed']],
] as const satisfies readonly (readonly [string, readonly Occurrence['kind'][]])[];
export const triggerGroups = [
  ...occurrenceGroups,
  ['time', ['date', 'coupon-expiring', 'broadcast-not-clicked']],
  ['people', ['by-hand']],
  ['systems', ['webhook-received']],
] as const satisfies readonly (readonly [string, readonly TriggerOn['kind'][]])[];

const day: DayAt = { day: { of: 'birthday' }, offset: 0, at: '10:00', zone: 'contact' };
/** What it is at first: any of its kind. */
export function freshOn(kind: TriggerOn['kind']): TriggerOn {
  switch (kind) {
    case 'opted-in':
      return { kind, keyword: null, campaignId: null };
    case 'page-submitted':
    case 'vote-cast':
    case 'coupon-issued':
    case 'coupon-redeemed':
      return { kind, campaignId: null };
    case 'reward-unlocked':
      return { kind, campaignId: null, rewardId: null };
    case 'points-reached':
      return { kind, campaignId: null, points: 10 };
    case 'contact-imported':
      return { kind, uploadId: null };
    case 'field-changed':
      return { kind, field: null, to: null };
    case 'text-received':
      return { kind, words: [], whole: false };
    case 'link-clicked':
      return { kind, sourceId: null };
    case 'broadcast-sent':
    case 'broadcast-answered':
      return { kind, broadcastId: null };
    case 'webhook-received':
      return { kind, webhookId: null };
    case 'integration-event':
      return { kind, integrationId: null, event: '' };
    case 'date':
      return { kind, when: day };
    case 'coupon-expiring':
      return { kind, campaignId: null, days: 3 };
    case 'broadcast-not-clicked':
      return { kind, broadcastId: null, hours: 24 };
    case 'contact-created':
    case 'conversation-closed':
    case 'by-hand':
      return { kind };
    default:
      return kind satisfies never;
  }
}
export const freshUntil = (kind: WaitUntil['kind']): WaitUntil => {
  switch (kind) {
    case 'duration':
      return { kind, ...automationModel.defaultWait, zone: 'contact' };
    case 'time':
      return { kind, at: '10:00', zone: 'contact' };
    case 'weekday':
      return { kind, days: ['weekdays'], at: '10:00', zone: 'contact' };
    case 'date':
      return { kind, when: day };
    case 'event':
      return { kind, event: { kind: 'text-received', words: [], whole: false }, timeout: automationModel.defaultWait };
    default:
      return kind satisfies never;
  }
};

const action = { name: null, off: false, to: { next: null, failed: null } } as const;
/** Whom an alert goes to at first. */
const nobody = { phones: [], emails: [], textMembers: [], mailMembers: [] };
const asking = {
  name: null,
  off: false,
  to: { next: null, givenUp: null, failed: null },
  body: '',
  again: '',
  tries: 2,
  patience: automationModel.defaultWait,
} as const;
/** A step as it comes out of the menu. */
export function freshNode(kind: NodeKind): Node {
  switch (kind) {
    case 'Notification':
      return { kind, ...action, body: '', media: [], campaignId: null };
    case 'SendEmail':
      return { kind, ...action, subject: '', preheader: '', designId: null, campaignId: null };
    case 'Redemption':
      return { kind, ...action, campaignId: null, body: '' };
    case 'Alert':
      return { kind, ...action, text: automationModel.defaultAlert, ...nobody };
    case 'GotoRegistration':
      return { kind, ...action, integrationId: null, webinar: '' };
    case 'Wait':
      return { kind, name: null, off: false, until: freshUntil('duration'), to: { next: null, otherwise: null } };
    case 'Goal':
      return { kind, name: null, off: false, event: { kind: 'coupon-redeemed', campaignId: null }, to: { next: null } };
    case 'Condition':
      return { kind, name: null, checks: { match: 'all', groups: [] }, to: { yes: null, no: null } };
    case 'CollectContactData':
      return { kind, ...asking, field: { of: 'contact', name: 'first_name' } };
    case 'SubscribeContactToList':
      return { kind, ...action, campaignId: null };
    case 'ImageUpload':
      return { kind, ...asking, fieldId: null };
    case 'Split':
      return { kind, name: null, shares: [50, 50], to: { a: null, b: null, c: null, d: null, e: null } };
    case 'GoTo':
      return { kind, name: null, to: { next: null } };
    case 'Webhook':
      return { kind, ...action, url: '' };
    case 'Keyword':
      return { kind, ...action, change: 'add', keyword: '' };
    case 'Tag':
      return { kind, ...action, change: 'add', tag: '' };
    case 'Assign':
      return { kind, ...action, userId: null };
    case 'End':
      return { kind, name: null, to: {} };
    default:
      return kind satisfies never;
  }
}
