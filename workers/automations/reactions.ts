import type { SafeHttp } from '../../adapters/http/port.ts';
import { reactions } from '../engine/reactions.ts';
import { type DayReader, runDays } from './days.ts';
import { enrollmentLoop } from './enrollment-loop.ts';
import { automationTriggerEvents } from './trigger-events.ts';
import { moveInside, moveTimer } from './migrate-runs.ts';
import { automationOutcomes } from './outcomes.ts';
import { automationRunLoop } from './run-loop.ts';
import { type AutomationSettings, type ActivityReader, defaultAutomationSettings } from './task.ts';
import { tidyAutomations } from './tidy.ts';
import { wakeMore, wakeTimer } from './reevaluate-runs.ts';

interface Needs {
  /** What automations ask of contacts besides their own streams. */
  readonly beside: ActivityReader;
  readonly days: DayReader;
  /** How automations call other systems; left out: they wait. */
  readonly http?: Pick<SafeHttp, 'request'>;
  readonly config: { readonly automations?: Partial<AutomationSettings> };
}

export const automationReactions = reactions<Needs>('automations', (services) => {
  const { db, store, commands, clock, log, now, bells, config, beside, days, http } = services;
  const settings: AutomationSettings = { ...defaultAutomationSettings, ...config.automations };
  const parts = { db, store, commands, beside, http, settings, clock, log };
  const wake = () => services.wake('enrollments', 'runs');
  return {
    follows: [automationTriggerEvents({ store, now, wake }), automationOutcomes({ now, wake })],
    loops: [
      ({ stopping }) => enrollmentLoop({ ...parts, bell: bells.enrollments }, stopping),
      ({ stopping }) => automationRunLoop({ ...parts, bell: bells.runs }, stopping),
      ({ stopping }) => runDays({ ...parts, bell: bells.enrollments, days }, stopping),
    ],
    timers: { [moveTimer]: moveInside({ db, commands, clock }), [wakeTimer]: wakeMore({ db, clock }) },
    tidy: (endedBefore) => tidyAutomations(db, endedBefore, now()),
  };
});
