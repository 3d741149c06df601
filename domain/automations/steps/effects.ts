import type { Effect, Plan } from './step.ts';

type Question = Extract<Plan, { kind: 'ask' }>;
/** What is asked the first time, and after that. */
const questionOf = ({ body, again }: Question, round: number): Effect => ({
  kind: 'text',
  template: round > 1 && again.trim() !== '' ? again : body,
  media: [],
  campaignId: null,
});

/**
 * What is to be done now by a run at a step: `do` it, `ask` (for the how manieth time: `round`), or `keep` an answer. Null:
 * a step of this plan does no such thing.
 */
export function effectsOf(
  plan: Plan,
  {
    act,
    round,
    answer,
  }: { readonly act: 'do' | 'ask' | 'keep'; readonly round: number; readonly answer: string | null },
): readonly Effect[] | null {
  if (plan.kind === 'act') return plan.effects;
  if (plan.kind !== 'ask') return null;
  return act === 'keep' ?
      [{ kind: 'change', change: { what: 'field', field: plan.keepIn, answer } }]
    : [questionOf(plan, round)];
}

/** All that may ever leave a step. */
export const effectsIn = (plan: Plan): readonly Effect[] =>
  plan.kind === 'act' ? plan.effects
  : plan.kind === 'ask' ?
    [
      questionOf(plan, 1),
      questionOf(plan, 2),
      { kind: 'change', change: { what: 'field', field: plan.keepIn, answer: '' } },
    ]
  : [];

/** How what a step says reaches the contact; null: it says nothing to them. */
export const channelOf = (effects: readonly Effect[]): 'text' | 'mail' | null =>
  effects.some(({ kind }) => kind === 'text') ? 'text'
  : effects.some(({ kind }) => kind === 'mail') ? 'mail'
  : null;
