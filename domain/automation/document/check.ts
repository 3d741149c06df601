import type { z } from 'zod';
import { businessMergeFields, contactMergeFields, couponMergeFields } from '../../merge/fields.ts';
import { fieldsIn, readTemplate } from '../../merge/template.ts';
import { emailAddress } from '../../kernel/fields.ts';
import { canonicalKeyword } from '../../sms/keywords.ts';
import { E164 } from '../../sms/values.ts';
import type { FieldKind } from '../../custom-field/fields.ts';
import {
  type DayAt,
  Document,
  exitsOf,
  hasOtherwise,
  isOff,
  mostNodes,
  type Node,
  nodeKinds,
  nodeOf,
  notYet,
  type Occurrence,
  type TriggerOn,
  ways,
  yearsAhead,
} from './document.ts';
import { reachable, restlessCycles } from './graph.ts';
import { isKeyword } from '../triggers/event-matcher.ts';

/** What keeps a document from being published. */
export type ProblemCode =
  | 'malformed'
  | 'too-many-steps'
  | 'unknown-kind'
  | 'not-available'
  | 'no-trigger'
  | 'no-start'
  | 'missing-target'
  | 'unreachable'
  | 'no-wait'
  | 'missing'
  | 'unknown-reference'
  | 'bad-merge-field'
  | 'needs-mms'
  | 'invalid';
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

/** What there is in the business that a document may name. */
export interface Known {
  readonly customFields: readonly { readonly id: string; readonly key: string; readonly kind: FieldKind }[];
  readonly campaigns: ReadonlySet<string>;
  /** The keyword of each campaign that has one, by its id. */
  readonly keywords: ReadonlyMap<string, string>;
  readonly designs: ReadonlySet<string>;
  readonly broadcasts: ReadonlySet<string>;
  readonly uploads: ReadonlySet<string>;
  readonly webhooks: ReadonlySet<string>;
  readonly users: ReadonlySet<string>;
  /** Those of them who can be told by text. */
  readonly withNumber: ReadonlySet<string>;
  /** Rewards of the loops that it names. */
  readonly rewards: ReadonlySet<string>;
  readonly segments: ReadonlySet<string>;
  /** Whether pictures can be sent and got. */
  readonly mms: boolean;
  /** The year that it is. */
  readonly year: number;
}

/** More are not told: who has so many begins with the first. */
const mostProblems = 200;

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
  if (count > mostNodes) return { document: null, problems: [tooMany(count)] };
  const parsed = Document.safeParse(given);
  if (!parsed.success)
    return {
      document: null,
      problems: parsed.error.issues.slice(0, mostProblems).map((issue) => ofShape(issue, given)),
    };
  return { document: parsed.data, problems: problemsOf(parsed.data, known) };
}

const tooMany = (count: number): Problem => ({
  ...whole,
  code: 'too-many-steps',
  field: 'nodes',
  message: `This has ${count.toLocaleString('en-US')} steps; ${mostNodes} are the most. Make several automations of it.`,
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
  const entries = Object.entries(document.nodes);
  if (entries.length > mostNodes) problems.push(tooMany(entries.length));
  if (document.triggers.length === 0)
    problems.push({ ...whole, code: 'no-trigger', field: 'triggers', message: 'Choose what starts it.' });
  document.triggers.forEach(({ on, filter }, trigger) => {
    const say: Say = (code, field, message) => problems.push({ node: null, trigger, code, field, message });
    occurring(on, 'on', known, say);
    filter.groups.forEach(({ conditions }, group) => {
      conditions.forEach((condition, at) => referred(condition, `filter.groups.${group}.conditions.${at}`, known, say));
    });
  });
  if (document.start === null || nodeOf(document, document.start) === null)
    problems.push({
      ...whole,
      code: 'no-start',
      field: 'start',
      message: entries.length === 0 ? 'Add the first step.' : 'Say which step is the first.',
    });

  const merge = mergeNames(known);
  for (const [id, node] of entries) {
    const say: Say = (code, field, message) => problems.push({ node: id, trigger: null, code, field, message });
    for (const [exit, to] of exitsOf(node))
      if (to !== null && nodeOf(document, to) === null)
        say('missing-target', `to.${exit}`, 'This leads to a step that does not exist.');
    if (!isOff(node)) filledIn(node, known, merge, say);
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
  return problems.slice(0, mostProblems);
}

type Say = (code: ProblemCode, field: string, message: string) => void;
const called = ({ name, kind }: Node): string =>
  `“${name ?? kind.replace(/(?<=[a-z])(?=[A-Z])/gu, ' ').toLowerCase()}”`;

/** What a text may merge in. */
interface Merge {
  readonly plain: ReadonlySet<string>;
  readonly withCoupon: ReadonlySet<string>;
}
export function mergeNames({ customFields }: Known): Merge {
  const plain = [contactMergeFields, businessMergeFields].flatMap((fields) => Object.keys(fields));
  plain.push(...customFields.map(({ key }) => key));
  return { plain: new Set(plain), withCoupon: new Set([...plain, ...Object.keys(couponMergeFields)]) };
}

/** What a step lacks of what it needs to be done. */
function filledIn(node: Node, known: Known, merge: Merge, say: Say): void {
  if (notYet.has(node.kind)) return say('not-available', 'kind', 'This step can’t be used yet.');
  const words = (field: string, template: string, names: ReadonlySet<string>, required: string | null): void => {
    if (required !== null && template.trim() === '') say('missing', field, required);
    const { parts, problems } = readTemplate(template);
    for (const problem of problems) say('bad-merge-field', field, problem);
    for (const name of fieldsIn(parts))
      if (!names.has(name)) say('bad-merge-field', field, `{{${name.slice(0, 40)}}} can’t be used here.`);
  };
  const refer = (field: string, id: string | null, among: ReadonlySet<string>, required: string | null): void =>
    reference(field, id, among, required, say);
  switch (node.kind) {
    case 'Notification': {
      const names = node.campaignId === null ? merge.plain : merge.withCoupon;
      words('body', node.body, names, node.media.length === 0 ? 'Write a message.' : null);
      if (node.media.length > 0 && !known.mms) say('needs-mms', 'media', 'Pictures need MMS, which is not active.');
      return refer('campaignId', node.campaignId, known.campaigns, null);
    }
    case 'SendEmail': {
      const names = node.campaignId === null ? merge.plain : merge.withCoupon;
      words('subject', node.subject, names, 'Write a subject.');
      words('preheader', node.preheader, names, null);
      refer('designId', node.designId, known.designs, 'Choose how it looks.');
      return refer('campaignId', node.campaignId, known.campaigns, null);
    }
    case 'Redemption':
      words('body', node.body, merge.withCoupon, null);
      return refer('campaignId', node.campaignId, known.campaigns, 'Choose whose coupon they get.');
    case 'Alert':
      if (node.text.trim() === '') say('missing', 'text', 'Write the alert.');
      if ([node.phones, node.emails, node.textMembers, node.mailMembers].every((list) => list.length === 0))
        say('missing', 'textMembers', 'Say whom to alert: somebody of your team, a number, or an e-mail address.');
      for (const field of ['textMembers', 'mailMembers'] as const)
        for (const one of node[field])
          if (!known.users.has(one))
            say('unknown-reference', field, 'Somebody here is not of your team any more. Choose others.');
          else if (field === 'textMembers' && !known.withNumber.has(one))
            say(
              'invalid',
              field,
              'Somebody here has no mobile number. They give it under My account; choose e-mail till then.',
            );
      for (const one of node.phones)
        if (!E164.safeParse(one).success)
          say('invalid', 'phones', `“${one}” is no phone number. Write it with its country code: +1 415 555 0100.`);
      for (const one of node.emails)
        if (!emailAddress.safeParse(one).success) say('invalid', 'emails', `“${one}” is no e-mail address.`);
      return;
    case 'Wait': {
      const { until } = node;
      if (until.kind === 'event') occurring(until.event, 'until.event', known, say);
      else if (until.kind === 'date') dayKnown(until.when, 'until.when', known, say);
      else if (until.kind === 'weekday' && until.days.length === 0)
        say('missing', 'until.days', 'Choose a day of the week.');
      if (!hasOtherwise(node) && node.to.otherwise !== null)
        say('invalid', 'to.otherwise', 'This wait ends in one way only.');
      return;
    }
    case 'Goal':
      return occurring(node.event, 'event', known, say);
    case 'Condition':
      if (node.checks.groups.length === 0) say('missing', 'checks', 'Choose at least one thing to look at.');
      return node.checks.groups.forEach(({ conditions }, group) => {
        conditions.forEach((check, at) => referred(check, `checks.groups.${group}.conditions.${at}`, known, say));
      });
    case 'CollectContactData': {
      words('body', node.body, merge.plain, 'Write the question.');
      words('again', node.again, merge.plain, null);
      if (node.field.of !== 'custom') return;
      return refer('field.id', node.field.id, customIds(known), 'Choose where the answer is kept.');
    }
    case 'ImageUpload':
      if (!known.mms) say('needs-mms', 'kind', 'Pictures need MMS, which is not active.');
      words('body', node.body, merge.plain, 'Write the question.');
      words('again', node.again, merge.plain, null);
      return refer('fieldId', node.fieldId, customIds(known), null);
    case 'SubscribeContactToList':
      return refer('campaignId', node.campaignId, known.campaigns, 'Choose a campaign.');
    case 'Split': {
      const total = node.shares.reduce((sum, share) => sum + share, 0);
      if (total !== 100) say('invalid', 'shares', `The shares come to ${total}, not to 100.`);
      for (const way of ways.slice(node.shares.length))
        if (node.to[way] !== null) say('invalid', `to.${way}`, 'This way has no share.');
      return;
    }
    case 'GoTo':
      if (node.to.next === null) say('missing-target', 'to.next', 'Say where it goes.');
      return;
    case 'Webhook':
      if (!/^https:\/\/[^\s/@]+\.[^\s/@]+/iu.test(node.url) || !URL.canParse(node.url))
        say('invalid', 'url', 'Give an address that begins with https://.');
      else if (isOwnNetwork(new URL(node.url).hostname))
        say(
          'invalid',
          'url',
          'This address leads into a private network. Give one that can be reached from the internet.',
        );
      return;
    case 'Keyword':
      if (canonicalKeyword(node.keyword) === null) say('missing', 'keyword', 'Choose a keyword.');
      return;
    case 'Tag':
      if (!/^[\p{L}\p{N}][\p{L}\p{N} _-]{0,39}$/u.test(node.tag.trim())) say('missing', 'tag', 'Choose a tag.');
      return;
    case 'Assign':
      return refer('userId', node.userId, known.users, null);
    case 'GotoRegistration':
    case 'End':
      return;
    default:
      return node satisfies never;
  }
}

/** Names and addresses that mean a machine's own network. What a name leads to is looked at again when it is called. */
const isOwnNetwork = (host: string): boolean =>
  /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.[\d.]+$/u.test(
    host,
  ) ||
  /^\[(?:::|f[cde])/u.test(host) ||
  /(?:^|\.)(?:localhost|local|internal|intranet|lan|home\.arpa)\.?$/u.test(host);

const customIds = ({ customFields }: Known): ReadonlySet<string> => new Set(customFields.map(({ id }) => id));

function reference(
  field: string,
  id: string | null,
  among: ReadonlySet<string>,
  required: string | null,
  say: Say,
): void {
  if (id === null && required !== null) say('missing', field, required);
  if (id !== null && !among.has(id)) say('unknown-reference', field, 'This does not exist any more. Choose another.');
}

/** What somebody waits for, or is started by, names what there is; what has no meaning without, names it. */
function occurring(on: TriggerOn | Occurrence, at: string, known: Known, say: Say): void {
  if (notYet.has(on.kind)) return say('not-available', `${at}.kind`, 'This can’t be used yet.');
  switch (on.kind) {
    case 'opted-in': {
      const own = on.campaignId === null ? undefined : known.keywords.get(on.campaignId);
      if (on.keyword && own !== undefined && !isKeyword(on.keyword, own))
        say(
          'invalid',
          `${at}.keyword`,
          `The keyword of this campaign is ${own}, not ${on.keyword}: nobody opts in to both at once. Clear one of the two.`,
        );
      return reference(`${at}.campaignId`, on.campaignId, known.campaigns, null, say);
    }
    case 'page-submitted':
    case 'vote-cast':
    case 'coupon-issued':
    case 'coupon-redeemed':
      return reference(`${at}.campaignId`, on.campaignId, known.campaigns, null, say);
    case 'reward-unlocked':
      reference(`${at}.campaignId`, on.campaignId, known.campaigns, null, say);
      return reference(`${at}.rewardId`, on.rewardId, known.rewards, null, say);
    case 'points-reached':
    case 'coupon-expiring':
      return reference(`${at}.campaignId`, on.campaignId, known.campaigns, 'Choose a campaign.', say);
    case 'contact-imported':
      return reference(`${at}.uploadId`, on.uploadId, known.uploads, null, say);
    case 'field-changed':
      if (on.field?.of !== 'custom') return;
      return reference(`${at}.field.id`, on.field.id, customIds(known), 'Choose a field.', say);
    case 'broadcast-sent':
    case 'broadcast-answered':
      return reference(`${at}.broadcastId`, on.broadcastId, known.broadcasts, null, say);
    case 'broadcast-not-clicked':
      return reference(`${at}.broadcastId`, on.broadcastId, known.broadcasts, 'Choose a broadcast.', say);
    case 'webhook-received':
      return reference(`${at}.webhookId`, on.webhookId, known.webhooks, 'Make an address for it first.', say);
    case 'date':
      return dayKnown(on.when, `${at}.when`, known, say);
    default:
  }
}

function dayKnown({ day }: DayAt, at: string, known: Known, say: Say): void {
  if (day.of !== 'custom') return;
  const days = known.customFields.filter(({ kind }) => kind === 'date').map(({ id }) => id);
  reference(`${at}.day.id`, day.id, new Set(days), 'Choose a field that holds a day.', say);
}

type Checked = Extract<Node, { kind: 'Condition' }>['checks']['groups'][number]['conditions'][number];
function referred(check: Checked, at: string, known: Known, say: Say): void {
  const each = (ids: readonly string[], among: ReadonlySet<string>): void =>
    ids.forEach((id) => reference(at, id, among, null, say));
  switch (check.field) {
    case 'campaign':
      return each(check.ids, known.campaigns);
    case 'segment':
      return each(check.ids, known.segments);
    case 'upload':
      return each(check.ids, known.uploads);
    case 'custom':
      return each([check.id], customIds(known));
    case 'clock':
      if (check.years.some((year) => year > known.year + yearsAhead))
        say('invalid', at, `Choose years up to ${known.year + yearsAhead}.`);
      if ([check.hours, check.days, check.months, check.years, check.weekdays].every((list) => list.length === 0))
        say('missing', at, 'Choose a time.');
      return;
    default:
  }
}

/** For menus: what can be put into an automation today. */
export const availableKinds = nodeKinds.filter((kind) => !notYet.has(kind));
