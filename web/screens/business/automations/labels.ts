import { attributeLabel } from '../../../components/attributes/label.ts';
import { inSentence } from '../../../../api/contract/attributes.ts';
import type { AutomationRun } from '../../../../api/contract/automations.ts';
import { wallTime } from '../../../format/date.ts';
import { phone } from '../../../format/phone.ts';
import { withFieldNames } from '../../../format/merge-fields.ts';
import { displayName, fullName } from '../../../format/person.ts';
import { sentence } from '../../../components/contact-filter/labels.ts';
import type { Names } from '../../../components/contact-filter/labels.ts';
import {
  automationModel,
  type Check,
  type ContactField,
  type DayAt,
  type Document,
  type Duration,
  type Node,
  type NodeKind,
  type Trigger,
  type TriggerOn,
  type WaitUntil,
} from './model.ts';
import { maybe, t } from './texts.ts';

export const kindWord = (kind: NodeKind): string => t(`au.kind.${kind}`);
/** What a step is called: by whoever drew it, else by its kind. */
export const called = (node: Pick<Node, 'kind' | 'name'> | null | undefined): string =>
  node === null || node === undefined ? t('au.gone')
  : named(node) ? node.name!
  : kindWord(node.kind);

export const durationWord = ({ amount, unit }: Duration): string => t(`au.unit.${unit}`, { count: amount });

/** Whether somebody has given it a name of its own. */
export const named = ({ name }: Pick<Node, 'name'>): boolean => name !== null && name !== '';

const nameOf = (id: string | null, names: ReadonlyMap<string, string>): string | null =>
  id === null ? null : (names.get(id) ?? t('au.gone'));

export function fieldName(field: ContactField | null, names: Names): string {
  if (field === null) return t('au.anyField');
  if (field.of === 'contact') return attributeLabel(field.name);
  return nameOf(field.id, names.fields) ?? t('au.chooseField');
}

export function dayWords({ day, offset, at }: DayAt, names: Names): string {
  const what =
    day.of === 'custom' ? (nameOf(day.id, names.fields) ?? t('au.chooseField')) : inSentence(attributeLabel(day.of));
  const when =
    offset === 0 ? t('au.day.on', { what })
    : offset < 0 ? t('au.day.before', { count: -offset, what })
    : t('au.day.after', { count: offset, what });
  return t('au.day.at', { when, at: wallTime(at) });
}

/** What starts an automation, is waited for or is a goal: “Somebody opts in with PIZZA”. */
export function onWords(on: TriggerOn, names: Names): string {
  const of = (base: string, name: string | null, params: Readonly<Record<string, string | number>> = {}): string =>
    name === null ?
      (maybe(`au.on.${base}`, params) ?? base)
    : (maybe(`au.onOf.${base}`, { ...params, name }) ?? maybe(`au.on.${base}`, params) ?? base);
  switch (on.kind) {
    case 'opted-in': {
      const campaign = nameOf(on.campaignId, names.campaigns);
      const keyword = on.keyword === '' ? null : on.keyword;
      return (
        keyword === null ? of(on.kind, campaign)
        : campaign === null ? t('au.onWith.opted-in', { keyword })
        : t('au.onBoth.opted-in', { keyword, name: campaign })
      );
    }
    case 'points-reached':
      return of(on.kind, nameOf(on.campaignId, names.campaigns), { points: on.points });
    case 'coupon-expiring':
      return of(on.kind, nameOf(on.campaignId, names.campaigns), { count: on.days });
    case 'page-submitted':
    case 'vote-cast':
    case 'coupon-issued':
    case 'coupon-redeemed':
      return of(on.kind, nameOf(on.campaignId, names.campaigns));
    case 'reward-unlocked':
      return of(
        on.rewardId === null ? on.kind : 'one-reward-unlocked',
        nameOf(on.campaignId, names.campaigns),
        on.rewardId === null ? {} : { reward: names.rewards?.get(on.rewardId) ?? t('au.p.oneReward') },
      );
    case 'contact-imported':
      return of(on.kind, nameOf(on.uploadId, names.uploads));
    case 'field-changed':
      return on.field === null ? of(on.kind, null) : of(on.kind, fieldName(on.field, names));
    case 'text-received':
      return of(on.kind, on.words.length === 0 ? null : on.words.map((word) => `“${word}”`).join(', '));
    case 'link-clicked':
      return of(on.kind, nameOf(on.sourceId, names.broadcasts));
    case 'broadcast-sent':
    case 'broadcast-answered':
      return of(on.kind, nameOf(on.broadcastId, names.broadcasts));
    case 'broadcast-not-clicked':
      return of(on.kind, nameOf(on.broadcastId, names.broadcasts), { count: on.hours });
    case 'webhook-received':
      return of(on.kind, names.webhooks === undefined ? null : nameOf(on.webhookId, names.webhooks));
    case 'date':
      return dayWords(on.when, names);
    default:
      return of(on.kind, null);
  }
}

export function waitWords(until: WaitUntil, names: Names): string {
  switch (until.kind) {
    case 'duration':
      return durationWord(until);
    case 'time':
      return t('au.wait.time', { at: wallTime(until.at) });
    case 'weekday':
      return until.days.length === 0 ?
          t('au.wait.noDay')
        : t('au.wait.weekday', {
            days: until.days.map((day) => t(`au.weekday.${day}`)).join(', '),
            at: wallTime(until.at),
          });
    case 'date':
      return t('au.wait.until', { what: dayWords(until.when, names) });
    case 'event':
      return t('au.wait.event', { what: onWords(until.event, names), time: durationWord(until.timeout) });
    default:
      return until satisfies never;
  }
}

/** One condition: of a contact, or of the clock. */
export function checkWords(check: Check, names: Names): string {
  if (check.field !== 'clock') return sentence(check, names);
  const parts = [
    check.hours.length > 0 ? check.hours.map((hour) => wallTime(`${hour}`)).join(', ') : null,
    check.weekdays.length > 0 ? check.weekdays.map((day) => t(`au.weekday.${day}`)).join(', ') : null,
    check.days.length > 0 ? t('au.clock.days', { list: check.days.join(', ') }) : null,
    check.months.length > 0 ? check.months.map(monthName).join(', ') : null,
    check.years.length > 0 ? check.years.join(', ') : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? t('au.clock.any') : t('au.clock.is', { what: parts.join(' · ') });
}
export const monthName = (month: number): string =>
  new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2024, month - 1, 15)));

const clip = (text: string): string => (text.length > 110 ? `${text.slice(0, 108)}…` : text);
/** Words with merge fields, as they are read at a glance: “Hello [first name]”. */
const glance = (text: string): string => clip(withFieldNames(text));

/** What a step does, in a line under its name; '': nothing said yet. */
export function summaryOf(node: Node, names: Names): string {
  const plan = automationModel.planOf(node);
  switch (plan.kind) {
    case 'act':
      return plan.effects.length === 0 ? '' : effectWords(plan.effects[0]!, names);
    case 'ask':
      return plan.wanted.of === 'picture' ?
          glance(plan.body)
        : t('au.sum.asks', { field: fieldName(plan.wanted.field, names) });
    case 'wait':
      return waitWords(plan.until, names);
    case 'goal':
      return onWords(plan.event, names);
    case 'branch':
      return checksWords(plan.checks, names);
    case 'split':
      return plan.shares.map((share) => `${share} %`).join(' · ');
    case 'jump':
    case 'end':
      return '';
    default:
      return plan satisfies never;
  }
}

/** What leaves a step, at a glance. */
function effectWords(effect: automationModel.Effect, names: Names): string {
  switch (effect.kind) {
    case 'text':
      return glance(effect.template);
    case 'mail':
      return glance(effect.subject);
    case 'coupon':
      return nameOf(effect.campaignId, names.campaigns) ?? '';
    case 'alert': {
      const members = [...new Set([...effect.textMembers, ...effect.mailMembers])];
      const { people } = names;
      const known = people === undefined ? [] : members.map((id) => people.get(id) ?? t('au.gone'));
      return clip([...known, ...effect.phones.map(phone), ...effect.emails].join(', '));
    }
    case 'change':
      return changeWords(effect.change, names);
    case 'assign':
      if (effect.userId === null) return t('au.sum.queue');
      return names.people === undefined ? '' : (names.people.get(effect.userId) ?? t('au.gone'));
    case 'call':
      return clip(effect.url);
    case 'registration':
      return '';
    default:
      return effect satisfies never;
  }
}

function changeWords(change: automationModel.ContactChange, names: Names): string {
  switch (change.what) {
    case 'tag':
      return change.tag === '' ? '' : t(`au.sum.${change.how}`, { what: change.tag });
    case 'keyword':
      return change.keyword === '' ? '' : t(`au.sum.${change.how}`, { what: change.keyword });
    case 'campaign':
      return nameOf(change.campaignId, names.campaigns) ?? '';
    case 'field':
      return fieldName(change.field, names);
    default:
      return change satisfies never;
  }
}

function checksWords({ match, groups }: automationModel.Checks, names: Names): string {
  const word = t(match === 'all' ? 'au.and' : 'au.or');
  return clip(
    groups
      .map((group, _at, all) => {
        const and = ` ${t(group.match === 'all' ? 'au.and' : 'au.or')} `;
        const words = group.conditions.map((check) => checkWords(check, names)).join(and);
        return all.length > 1 && group.conditions.length > 1 ? `(${words})` : words;
      })
      .join(` ${word} `),
  );
}

/**
 * A step among others: its own name, or its kind with what it does, “Wait: 3 days”. Several of one kind are told apart by
 * that.
 */
export function told(node: Node | null | undefined, names: Names): string {
  if (node === null || node === undefined || named(node)) return called(node);
  const does = summaryOf(node, names);
  return does === '' ? called(node) : t('au.b.does', { name: called(node), does });
}
/** All that starts it, in words; '': nothing does. */
export const startsWords = (triggers: readonly Pick<Trigger, 'on'>[], names: Names): string =>
  triggers.map(({ on }) => onWords(on, names)).join(` ${t('au.b.or')} `);
/** Why somebody came in, as the document says it; it may say other things by now. */
export function causeWords(kind: string, { triggers }: Document, names: Names): string {
  const of = triggers.filter(({ on }) => on.kind === kind);
  return of.length === 0 ? (maybe(`au.is.${kind}`) ?? t('au.gone')) : startsWords(of, names);
}

/** What an exit of a step is called. */
export function exitWord(node: Node, exit: string): string {
  const plan = automationModel.planOf(node);
  if (plan.kind === 'split') {
    const share = plan.shares[automationModel.ways.findIndex((way) => way === exit)] ?? 0;
    return t('au.exit.way', { letter: exit.toUpperCase(), share });
  }
  if (plan.kind === 'wait' && plan.until.kind === 'event')
    return t(exit === 'next' ? 'au.exit.happened' : 'au.exit.timeout');
  if (plan.kind === 'wait' && plan.until.kind === 'date')
    return t(exit === 'next' ? 'au.exit.dayCame' : 'au.exit.noDay');
  if (plan.kind === 'ask' && exit === 'next') return t('au.exit.answered');
  return maybe(`au.exit.${exit}`) ?? exit;
}

/** What a contact on its way is called; erased ones by that. */
export const nameOfRun = ({ contact }: Pick<AutomationRun, 'contact'>): string =>
  contact.phone === null && !contact.email && fullName(contact) === null ? t('au.r.erased') : displayName(contact);
/** Why a way is over, in words. */
export const endWord = (reason: string | null): string =>
  reason === null ? '' : (maybe(`au.end.${reason}`) ?? reason);
