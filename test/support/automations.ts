import { randomUUID } from 'node:crypto';
import {
  AutomationArchived,
  AutomationCreated,
  AutomationPublished,
  AutomationDeactivated,
  AutomationActivated,
  AutomationVersionCreated,
  type StepMove,
} from '../../domain/automations/events.ts';
import { type Document, nodeOf } from '../../domain/automations/document/document.ts';
import { Run, runIdOf } from '../../domain/automations/runs/run.ts';
import type { RunEvent } from '../../domain/automations/runs/run-events.ts';
import { fold } from '../../domain/kernel/decider.ts';
import type { DomainEvent } from '../../domain/kernel/event.ts';
import { AutomationId, BusinessId, ContactId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { said } from './said.ts';
import type { Spine } from './spine.ts';

/** An automation of a business, as the log has it, without whoever drew it. */
export interface Published {
  readonly automationId: AutomationId;
  publish(document: Document, moves?: StepMove[]): Promise<void>;
  switchOff(): Promise<void>;
  switchOn(lapsed?: 'go-on' | 'end'): Promise<void>;
  archive(): Promise<void>;
}

type Log = Pick<Spine, 'store' | 'clock'>;

export async function append(
  { store, clock }: Log,
  businessId: string,
  stream: string,
  ...events: readonly DomainEvent[]
) {
  return store.append(stream, 'any', said(events, { businessId }, clock.now().toISOString()));
}

/** `mails`: the versions that its emails are sent in, by step. */
export async function automationOf(
  log: Log,
  business: string,
  document: Document,
  mails: Readonly<Record<string, string>> = {},
): Promise<Published> {
  const automationId = AutomationId.parse(randomUUID());
  const ids = { automationId, businessId: BusinessId.parse(business) };
  const stream = streams.automation(automationId);
  const say = async (event: DomainEvent) => void (await append(log, business, stream, event));
  let version = 0;
  await say(AutomationCreated.create({ ...ids, name: 'Test', origin: { kind: 'blank', id: null } }));
  const automation: Published = {
    automationId,
    async publish(next, moves = []) {
      version += 1;
      const made = AutomationVersionCreated.create({ ...ids, version, document: next, mails });
      await append(log, business, streams.automationVersion(automationId, version), made);
      await say(AutomationPublished.create({ ...ids, version, moves }));
    },
    switchOff: () => say(AutomationDeactivated.create(ids)),
    switchOn: (lapsed = 'go-on') => say(AutomationActivated.create({ ...ids, lapsed })),
    archive: () => say(AutomationArchived.create(ids)),
  };
  await automation.publish(document);
  return automation;
}

/** What became of a contact's how manieth run: its events, and how it stands. */
export async function runOf({ store }: Pick<Spine, 'store'>, automationId: AutomationId, contact: string, entry = 1) {
  const runId = runIdOf(automationId, ContactId.parse(contact), entry);
  const events = (await store.read(streams.automationRun(runId))) as unknown as readonly RunEvent[];
  return { runId, events, run: fold(Run, events) };
}

/** A run's story in words, steps by what they are: `completed Wait next time`. */
export const told = (document: Document, events: readonly RunEvent[]): readonly string[] =>
  events.map(({ type, data }) => {
    const { node, exit, because, reason, act } = data as unknown as Readonly<Record<string, string | undefined>>;
    const kind = node === undefined || node === null ? null : nodeOf(document, node)?.kind;
    const verb = type.replace(/^Automation(?:Step|Run)/, '').toLowerCase();
    return [verb, kind, act, exit, because, reason].filter((part) => part !== undefined && part !== null).join(' ');
  });
