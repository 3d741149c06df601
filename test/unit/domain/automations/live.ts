import {
  decide,
  type Input,
  type RunInputs,
  nextOf,
  type Outcome,
} from '../../../../domain/automations/runs/decide.ts';
import type { Document } from '../../../../domain/automations/document/document.ts';
import type { TriggerEventDetail } from '../../../../domain/automations/triggers/index.ts';
import type { RunEvent } from '../../../../domain/automations/runs/run-events.ts';
import { begin, id, look, state } from './make.ts';

/** A run of a document from its start, told step by step. */
export function live(document: Document) {
  const events: RunEvent[] = [...begin(document)];
  const run = () => state(events);
  const say = (input: Input, over: Partial<RunInputs> = {}) => {
    const said = decide(run(), document, input, look(over));
    events.push(...said);
    return told(said);
  };
  const effect = () => {
    const next = nextOf(run(), document, look());
    if (next?.kind !== 'act') throw new Error(`nothing is to be done: ${next?.kind}`);
    return next;
  };
  return {
    events,
    run,
    effect,
    look: (over: Partial<RunInputs> = {}) => say({ kind: 'look' }, over),
    done: (over: Partial<RunInputs> = {}, outcome: Outcome = { kind: 'done' }) =>
      say({ kind: 'outcome', effectId: effect().effectId, outcome }, over),
    hand: (act: 'go-on' | 'skip', node: string, visit = 1) => say({ kind: 'hand', at: { node: id(node), visit }, act }),
    say,
  };
}
export const names = new Map('abcdefg'.split('').map((name) => [id(name), name]));
/** `completed a next done`: what is said, where, by which exit and why. */
export const told = (events: readonly RunEvent[]): readonly string[] =>
  events.map(({ type, data: given }) => {
    const data: Readonly<Record<string, unknown>> = given;
    const parts = [
      type.replace(/^Automation(?:Run|Step)/, '').toLowerCase(),
      names.get(String(data['node'])),
      ...['exit', 'because', 'act', 'reason', 'note'].map((key) => data[key]),
      ...['round', 'attempt'].map((key) => (Number(data[key]) > 1 ? `${key} ${String(data[key])}` : null)),
    ];
    return parts.filter((part) => part != null).join(' ');
  });
export const reply = (text: string, at: string, ...pictures: string[]): TriggerEventDetail => ({
  kind: 'text-received',
  at,
  text,
  pictures,
});
