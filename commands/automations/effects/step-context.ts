import type { MadeVersion } from '../../../domain/automation/automation.ts';
import type { Outcome } from '../../../domain/automation/runs/decide.ts';
import type { AutomationOrigin } from '../../../domain/kernel/origin.ts';
import type { RunningRun } from '../../../domain/automation/runs/run.ts';
import type { ExistingBusiness } from '../../../domain/business/business.ts';
import type { KnownContact } from '../../../domain/contact/contact.ts';
import type { Call } from '../../kernel/command.ts';
import type { Work } from '../../kernel/unit-of-work.ts';
import type { RunEnvironment } from '../run-environment.ts';

/** A request to somebody else's address, for who may make one. */
export interface Request {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What came of step something. */
export type StepResult =
  /** It is known how it went. */
  | { readonly kind: 'outcome'; readonly outcome: Outcome }
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
  readonly work: Work;
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
}

export const refused = (reason: string): StepResult => ({ kind: 'outcome', outcome: { kind: 'refused', reason } });
export const failed = (reason: string, again: boolean): StepResult => ({
  kind: 'outcome',
  outcome: { kind: 'failed', reason, again },
});
export const done: StepResult = { kind: 'outcome', outcome: { kind: 'done' } };

/** What a text or a mail says of where it comes from. */
export const originOf = ({ run: { automationId, runId, version }, node }: StepContext): AutomationOrigin => ({
  automationId,
  runId,
  node,
  version,
});
/** The how manieth time this contact is sent a step: links are told apart by it, since a click is said once for each. */
export const nthOf = ({ run, visit, round }: StepContext): number => Math.min(run.entry + visit + round - 2, 99);
