import type { Logger } from 'pino';
import type { EventStore } from '../../adapters/event-store/port.ts';
import type { AskedReport } from '../../api/routes/report-exports.ts';
import type { HookCall } from '../../api/webhooks/hook-calls.ts';
import type { Identifiers } from '../../adapters/identifiers/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import type { CommandDependencies } from '../../commands/kernel/dependencies.ts';
import type { Till } from './cards.ts';
import type { DemoFiles, Scene, Shop } from './scene.ts';
import type { When } from './when.ts';

/** One thing that happened to a business. `what` names it within the business, for ever. */
export interface Moment {
  readonly at: Date;
  readonly what: string;
  happen(scene: Scene): Promise<unknown>;
}

/** What one part of the product adds to the past of a business. */
export type Subject = (shop: Shop, when: When) => readonly Moment[];

export interface PastParts {
  readonly commandsWith: (world: Partial<CommandDependencies>) => Commands;
  /** With the codec on. */
  readonly store: EventStore;
  readonly identifiers: Identifiers;
  readonly picturesAt: string | null;
  readonly files: DemoFiles | null;
  readonly noteCall: (call: HookCall) => Promise<void>;
  readonly askReport: (asked: AskedReport) => Promise<unknown>;
  readonly shops: readonly Shop[];
  /** Where payers pay; null: payments are off, and there are none. */
  readonly till: Till | null;
  /** Of everybody who could sign in. */
  readonly password: string;
  /** When the demo was made: its past ends there. */
  readonly since: Date;
  readonly log: Logger;
}
