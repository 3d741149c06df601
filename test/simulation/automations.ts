import {
  type Document,
  emptyDocument,
  type Node,
  type EventMatcher,
} from '../../domain/automations/document/document.ts';
import { everybody } from '../../domain/contacts/filter.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import type { Cast } from './cast.ts';
import type { Chance } from './engine/chance.ts';

/** A step as the seed draws it, in plain data: where it leads follows from where it stands. */
export type DrawnStep =
  | { readonly step: 'text' | 'mail' | 'coupon' | 'tag' | 'untag' | 'if' | 'ask' | 'split' | 'list' }
  | { readonly step: 'wait' | 'hear'; readonly minutes: number };
export interface Drawn {
  readonly steps: readonly DrawnStep[];
  readonly goal: boolean;
  readonly trigger: 'by-hand' | 'opted-in' | 'text-received' | 'page-submitted';
  readonly again: boolean;
}

/** What somebody texts who reaches the goal; what waits for a text hears any other too. */
export const goalWord = 'done';
export const goalEvent: EventMatcher = { kind: 'text-received', words: [goalWord], whole: true };
const maxSteps = 6;

/** A few steps. Waits are minutes, hours, or over a night: a story is over in some days. */
export function draw(chance: Chance): Drawn {
  const minutes = () => Math.round(chance.one([chance.between(1, 40), chance.between(60, 400), 1_200]));
  const steps = Array.from({ length: chance.int(2, maxSteps) }, (): DrawnStep => {
    const step = chance.weighted([
      ...(['text', 'wait'] as const).map((name) => ({ name, weight: 4 })),
      ...(['hear', 'if', 'tag', 'ask'] as const).map((name) => ({ name, weight: 2 })),
      ...(['coupon', 'mail', 'untag', 'split', 'list'] as const).map((name) => ({ name, weight: 1 })),
    ]).name;
    return step === 'wait' || step === 'hear' ? { step, minutes: minutes() } : { step };
  });
  return {
    steps,
    goal: chance.is(0.6),
    trigger: chance.one(['by-hand', 'opted-in', 'opted-in', 'text-received', 'page-submitted'] as const),
    again: chance.is(0.4),
  };
}

/** The nth step of an automation has one id in all its versions, so that who stands there can be moved. */
export const stepId = (automationId: string, nth: number | 'goal'): string =>
  uuidV5(namespaces.demo, 'simulated step', automationId, String(nth));
export const allSteps = (automationId: string): readonly string[] =>
  [...Array.from({ length: maxSteps }, (_, nth) => nth), 'goal' as const].map((nth) => stepId(automationId, nth));

const step = { name: null, off: false };
/** As the builder would save it: each leads to the next; who says no, or can not be served, passes one over. */
export function documentOf(
  automationId: string,
  { steps, goal, trigger, again }: Drawn,
  shop: number,
  cast: Cast,
): Document {
  const at = (nth: number): string | null => (nth < steps.length ? stepId(automationId, nth) : null);
  const { designId } = cast.shops[shop]!;
  const offers = cast.pages.filter((page) => page.shop === shop && page.offer !== null);
  const nodes = steps.map((drawn, nth): Node => {
    const next = { next: at(nth + 1), failed: null };
    switch (drawn.step) {
      case 'text':
        return {
          kind: 'Notification',
          ...step,
          body: `Step ${nth} for {{first_name|you}}`,
          media: [],
          campaignId: null,
          to: next,
        };
      case 'mail':
        return {
          kind: 'SendEmail',
          ...step,
          subject: `Step ${nth}`,
          preheader: '',
          designId,
          campaignId: null,
          to: next,
        };
      case 'coupon':
        return offers.length === 0 ?
            { kind: 'Keyword', ...step, change: 'add', keyword: 'VIP', to: next }
          : {
              kind: 'Redemption',
              ...step,
              campaignId: offers[0]!.campaignId,
              body: 'Yours: {{coupon_code}}',
              to: next,
            };
      case 'tag':
      case 'untag':
        return { kind: 'Tag', ...step, change: drawn.step === 'tag' ? 'add' : 'remove', tag: 'vip', to: next };
      case 'list':
        return { kind: 'SubscribeContactToList', ...step, campaignId: cast.shops[shop]!.campaignIds[0]!, to: next };
      case 'if':
        return {
          kind: 'Condition',
          name: null,
          checks: {
            match: 'all',
            groups: [{ match: 'all', conditions: [{ field: 'tag', has: 'any', values: ['vip'] }] }],
          },
          to: { yes: at(nth + 1), no: at(nth + 1) },
        };
      case 'split':
        return {
          kind: 'Split',
          name: null,
          shares: [50, 50],
          to: { a: at(nth + 1), b: at(nth + 1), c: null, d: null, e: null },
        };
      case 'ask':
        return {
          kind: 'CollectContactData',
          ...step,
          body: `Your name, please? (${nth})`,
          again: '',
          tries: 2,
          patience: { amount: 30, unit: 'minutes' },
          field: { of: 'contact', name: 'first_name' },
          to: { next: at(nth + 1), givenUp: at(nth + 1), failed: null },
        };
      case 'wait':
        return {
          kind: 'Wait',
          ...step,
          until: { kind: 'duration', amount: drawn.minutes, unit: 'minutes', zone: 'business' },
          to: { next: at(nth + 1), otherwise: null },
        };
      case 'hear':
        return {
          kind: 'Wait',
          ...step,
          until: {
            kind: 'event',
            event: { kind: 'text-received', words: [], whole: false },
            timeout: { amount: drawn.minutes, unit: 'minutes' },
          },
          to: { next: at(nth + 1), otherwise: at(nth + 2) },
        };
      default:
        return drawn satisfies never;
    }
  });
  const all = nodes.map((node, nth) => [stepId(automationId, nth), node] as const);
  const goals: readonly (readonly [string, Node])[] =
    goal ? [[stepId(automationId, 'goal'), { kind: 'Goal', ...step, event: goalEvent, to: { next: null } }]] : [];
  const on =
    trigger === 'opted-in' ? { kind: trigger, keyword: null, campaignId: null }
    : trigger === 'text-received' ? { kind: trigger, words: ['hello'], whole: false }
    : trigger === 'page-submitted' ? { kind: trigger, campaignId: null }
    : { kind: trigger };
  return {
    ...emptyDocument,
    triggers: [{ on, filter: everybody }],
    reentry: again ? { kind: 'always' } : { kind: 'once' },
    start: at(0),
    nodes: Object.fromEntries([...all, ...goals]),
  };
}
