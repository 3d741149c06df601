import type { Effect, EffectKind } from '../../../domain/automations/steps/step.ts';
import { alert } from './alert.ts';
import { assign } from './assign.ts';
import { call } from './call.ts';
import { change } from './change.ts';
import { coupon } from './coupon.ts';
import { mail } from './email.ts';
import { registration } from './registration.ts';
import { type CarryOut, type StepContext, type StepResult } from './step-context.ts';
import { text } from './text.ts';

const effects: { readonly [Kind in EffectKind]: CarryOut<Kind> } = {
  text,
  mail,
  coupon,
  alert,
  change,
  assign,
  call,
  registration,
};

const carryOut = (step: StepContext, effect: Effect): Promise<StepResult> =>
  (effects[effect.kind] as CarryOut<EffectKind>)(step, effect);

/** One after another, up to the first that is not done on the spot. */
export async function carryOutAll(step: StepContext, planned: readonly Effect[]): Promise<StepResult> {
  let result: StepResult = { kind: 'over' };
  for (const effect of planned) {
    const issued = result.kind === 'outcome' ? result.issued : undefined;
    result = await carryOut(issued === undefined ? step : { ...step, issued }, effect);
    if (result.kind !== 'outcome' || result.outcome.kind !== 'done') return result;
  }
  return result;
}
