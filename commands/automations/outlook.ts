import { type EarliestSend, earliestSend, earliestSendTo } from '../../domain/automations/runs/earliest-send.ts';
import { Automation } from '../../domain/automations/automation.ts';
import { factsOf } from '../../domain/automations/runs/facts.ts';
import { type Document, type Node, nodeOf, planOf } from '../../domain/automations/document/document.ts';
import { channelOf, effectsIn } from '../../domain/automations/steps/effects.ts';
import { move, type Moving, Run, type RunningRun } from '../../domain/automations/runs/run.ts';
import { Contact, homeOf } from '../../domain/contacts/contact.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { AutomationId, AutomationRunId, type ContactId } from '../../domain/kernel/ids.ts';
import { type Home, quietHours } from '../../domain/sms/quiet-hours.ts';
import { streams } from '../../domain/streams.ts';
import { question } from '../kernel/command.ts';
import { stateOf, type CommandServices } from '../kernel/unit-of-work.ts';
import { keptVersion } from './documents.ts';
import { type RunEnvironment, environmentOf, zonesFor } from './run-environment.ts';

/** One of those who are inside. */
export interface Inside {
  readonly runId: string;
  readonly contactId: ContactId;
}
/** What becomes of them: they stay on their version, or `Moving`. */
export type Choice = 'stay' | 'keep' | 'recompute' | 'go';
/** What a choice means for those who are at a step. */
export interface Outlook {
  readonly how: Choice;
  /** Where they go; null: out, or nowhere else. */
  readonly to: string | null;
  /** When the first thing leaves that follows, and which; null: nothing does. */
  readonly at: string | null;
  readonly node: string | null;
  /** To how many of them it leaves within a minute. */
  readonly atOnce: number;
}
const soonMs = 60_000;

/** For who publishes: what each choice means for who is at a step. `inside`: some of those who are there, by step. */
export const automationOutlook = question(
  async (
    world,
    id: string,
    inside: ReadonlyMap<string, readonly Inside[]>,
  ): Promise<ReadonlyMap<string, readonly Outlook[]>> => {
    const automationId = AutomationId.parse(id);
    const automation = stateOf(Automation, await world.events.read(streams.automation(automationId)));
    if (automation.status === 'none') return new Map();
    const around = await environmentOf(world, automationId, automation.businessId);
    const people = await peopleIn(world, around, automationId, [...inside.values()].flat());
    return new Map(
      [...inside].map(([node, those]) => {
        const known = those.flatMap(({ runId }) => people.get(runId) ?? []);
        return [node, outlooksOf(automation.draft, (automation.version ?? 0) + 1, node, known, world.now())];
      }),
    );
  },
);

interface Known {
  readonly run: RunningRun;
  readonly document: Document;
  readonly phone: string | null;
  readonly home: Home;
  readonly zones: ReturnType<typeof zonesFor>;
  readonly days: ReturnType<typeof factsOf>;
}

async function peopleIn(
  world: CommandServices,
  around: RunEnvironment,
  automationId: AutomationId,
  those: readonly Inside[],
) {
  const names = those.flatMap(({ runId, contactId }) => [
    streams.automationRun(AutomationRunId.parse(runId)),
    streams.contact(contactId),
  ]);
  const found = await world.events.readMany([...new Set(names)]);
  const known = new Map<string, readonly Known[]>();
  for (const { runId, contactId } of those) {
    const run = stateOf(Run, found.get(streams.automationRun(AutomationRunId.parse(runId))));
    if (run.status !== 'running') continue;
    const made = await keptVersion(world, automationId, run.version);
    const stored = found.get(streams.contact(contactId)) ?? [];
    const contact = stateOf(Contact, stored);
    if (made === null || contact.status === 'none') continue;
    const { phone } = contact;
    known.set(runId, [
      {
        run,
        document: made.document,
        phone,
        home: homeOf(contact),
        zones: zonesFor(around, contact),
        days: factsOf(stored),
      },
    ]);
  }
  return known;
}

function outlooksOf(
  draft: Document,
  version: number,
  node: string,
  people: readonly Known[],
  now: Date,
): readonly Outlook[] {
  const is = nodeOf(draft, node);
  const choices: readonly (readonly [Choice, string | null])[] = [
    ['stay', null],
    ...(is === null ?
      []
    : ([['keep', null], ...(planOf(is).kind === 'wait' ? ([['recompute', null]] as const) : [])] as const)),
    ...Object.keys(draft.nodes).map((to) => ['go', to] as const),
  ];
  return choices.flatMap(([how, to]): readonly Outlook[] => {
    const firsts = people.map((one) => firstFor(one, draft, version, how, to, now));
    if (firsts.includes('refused')) return [];
    const known = firsts.filter((one): one is EarliestSend => one !== null && one !== 'refused');
    const first = known.reduce<EarliestSend | null>(
      (best, one) => (best === null || one.at < best.at ? one : best),
      null,
    );
    const atOnce = known.filter(({ at }) => Date.parse(at) <= now.getTime() + soonMs).length;
    return [{ how, to, at: first?.at ?? null, node: first?.node ?? null, atOnce }];
  });
}

const isEmail = (node: Node): boolean => channelOf(effectsIn(planOf(node))) === 'mail';

/** What is first said to one of them; `refused`: who is there can not be moved so. */
function firstFor(
  { run, document, phone, home, zones, days }: Known,
  draft: Document,
  version: number,
  how: Choice,
  to: string | null,
  now: Date,
): EarliestSend | 'refused' | null {
  const at = now.toISOString();
  const moving: Moving | null =
    how === 'stay' ? null
    : how === 'go' ? { kind: 'go', node: to }
    : { kind: how };
  let moved: Run = run;
  if (moving !== null) {
    try {
      for (const event of move({ version, document: draft, how: moving, now: at, zones, days }, run))
        moved = Run.evolve(moved, event);
    } catch (error) {
      if (error instanceof DomainError) return 'refused';
      throw error;
    }
  }
  if (moved.status !== 'running') return null;
  const follows = moving === null || moved === run ? document : draft;
  const { place } = moved;
  const ahead =
    place.kind === 'waiting' ? earliestSendTo(place, follows, at, zones, days)
    : place.kind === 'put-off' ? earliestSend(follows, place.node, place.until > at ? place.until : at, zones, days)
    : earliestSend(follows, place.node, at, zones, days);
  if (ahead === null || phone === null || isEmail(nodeOf(follows, ahead.node)!)) return ahead;
  const quiet = quietHours({ to: phone, home, at: new Date(ahead.at), fallbackZone: zones.business });
  return quiet.kind === 'wait' ? { ...ahead, at: quiet.until.toISOString() } : ahead;
}
