import type { MadeVersion } from '../../../domain/automations/automation.ts';
import type { Outcome } from '../../../domain/automations/runs/decide.ts';
import type { EffectKind, EffectOf } from '../../../domain/automations/steps/step.ts';
import type { AutomationOrigin } from '../../../domain/kernel/origin.ts';
import type { RunningRun } from '../../../domain/automations/runs/run.ts';
import type { ExistingBusiness } from '../../../domain/businesses/business.ts';
import type { KnownContact } from '../../../domain/contacts/contact.ts';
import type { ExistingCampaign } from '../../../domain/campaigns/campaign.ts';
import type { Call } from '../../kernel/command.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { RunEnvironment } from '../run-environment.ts';

/** A request to another system's address, for the worker that may make one. */
export interface Request {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What came of step something. */
export type StepResult =
  /** It is known how it went. `issued`: the campaign whose coupon they have by it. */
  | { readonly kind: 'outcome'; readonly outcome: Outcome; readonly issued?: ExistingCampaign }
  /** The stream says that becomes of it: a text or a mail. */
  | { readonly kind: 'awaits'; readonly stream: string }
  /** It is somebody else's to do. */
  | { readonly kind: 'call'; readonly request: Request }
  /** It is not to be done any more: look again. */
  | { readonly kind: 'over' };

/** One thing that a step is to do. */
export interface StepContext {
  readonly call: Call;
  /** Under the effect's name. */
  readonly work: UnitOfWork;
  readonly effectId: string;
  readonly run: RunningRun;
  readonly version: MadeVersion;
  readonly node: string;
  readonly visit: number;
  /** Of questions: the how manieth time. */
  readonly round: number;
  readonly contact: KnownContact;
  readonly business: ExistingBusiness;
  readonly around: RunEnvironment;
  /** Of this step: the campaign whose coupon was issued just now. */
  readonly issued?: ExistingCampaign;
}

/** Carries out one kind of effect. */
export type CarryOut<Kind extends EffectKind> = (context: StepContext, effect: EffectOf<Kind>) => Promise<StepResult>;

export const refused = (reason: string): StepResult => ({ kind: 'outcome', outcome: { kind: 'refused', reason } });
export const failed = (reason: string, again: boolean): StepResult => ({
  kind: 'outcome',
  outcome: { kind: 'failed', reason, again },
});
export const done = { kind: 'outcome', outcome: { kind: 'done' } } as const satisfies StepResult;

/** What a text or an email says of where it comes from. */
export const originOf = ({ run: { automationId, runId, version }, node }: StepContext): AutomationOrigin => ({
  automationId,
  runId,
  node,
  version,
});
/** The how manieth time this contact is sent a step: links are told apart by it, since a click is said once for each. */
export const nthOf = ({ run, visit, round }: StepContext): number => Math.min(run.entry + visit + round - 2, 99);
