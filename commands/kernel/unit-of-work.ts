import type { z } from 'zod';
import {
  type Append,
  type Appended,
  EventIdReused,
  type EventToStore,
  type Position,
  RevisionConflict,
  type StoredEvent,
} from '../../adapters/event-store/port.ts';
import { type Aggregate, stateOf } from '../../domain/kernel/decider.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import '../../domain/kernel/issue-words.ts';
import type { DomainEvent, Tenant } from '../../domain/kernel/event.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import type { Caller, CommandContext, CommandOutcome } from './caller.ts';
import type { CommandServices } from './dependencies.ts';

export type { CommandServices };

/** How often an append is decided anew when others were faster. Twenty racers on one stream need twenty at the worst. */
const maxAttempts = 40;

/** Input as its schema makes it. Throws `validation_failed` with the first message, and all messages by field. */
export function parse<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const fields: Record<string, string[]> = {};
  for (const issue of parsed.error.issues) (fields[issue.path.join('.') || 'input'] ??= []).push(issue.message);
  throw new DomainError('validation_failed', parsed.error.issues[0]?.message ?? 'The input is not valid.', fields);
}

/** Throws `forbidden` for any other role. */
export function allow(caller: Caller, ...roles: readonly Caller['role'][]): void {
  if (!roles.includes(caller.role)) throw new DomainError('forbidden', 'Your account may not do this.');
}

/** What belongs to another tenant does not exist for the caller: throws `not_found`. */
export function allowTenant(caller: Caller, owner: Tenant, what: string): void {
  const own =
    caller.role === 'admin' || caller.role === 'system' ? true
    : caller.role === 'agency' ? owner.agencyId !== null && caller.tenant.agencyId === owner.agencyId
    : caller.role === 'business' ? owner.businessId !== null && caller.tenant.businessId === owner.businessId
    : false;
  if (!own) throw new DomainError('not_found', `${what} does not exist.`);
}

export { stateOf };

export interface Change<S, E extends DomainEvent> {
  readonly stream: string;
  readonly aggregate: Aggregate<S, E>;
  /** Pure; called again with the newer state when somebody else appended in between. */
  readonly decide: (state: S, recorded: readonly StoredEvent[]) => readonly E[];
  /** The stream as it was just read; left out: it is read. An empty list claims that there is none yet. */
  readonly seen?: readonly StoredEvent[] | undefined;
}

export interface Changed<S, E> {
  /** The state that was decided on: before this command's own events, also when it is repeated long after. */
  readonly before: S;
  /** What this command appended to the stream, now or when it first ran. */
  readonly events: readonly E[];
  /** It had run before. */
  readonly repeated: boolean;
  /** Of the stream: of this command's own last event, or of the newest there is when it appended none; -1: the stream is empty. */
  readonly revision: number;
}

/** What a command wants to append to a stream after it has looked at it. */
interface Decided<S, E> {
  readonly before: S;
  readonly events: readonly E[];
  readonly append: Append;
}

/** One command under way: appends as its caller, remembers how far the log has come. */
export interface UnitOfWork {
  readonly commandId: string;
  change<S, E extends DomainEvent>(change: Change<S, E>): Promise<Changed<S, E>>;
  /** Decides on a stream as it was seen. Answers what is done with it if there is nothing to append. */
  decideOn<S, E extends DomainEvent>(change: Change<S, E>, seen: readonly StoredEvent[]): Changed<S, E> | Decided<S, E>;
  /** What was decided is in the log. */
  done<S, E extends DomainEvent>(decided: Decided<S, E>, appended: Appended): Changed<S, E>;
  outcome<R>(result: R): CommandOutcome<R>;
}

export interface UnitOfWorkOptions {
  readonly tenant: Tenant;
  /** In place of the context's: for what is named by its cause and not by whoever passes it on. */
  readonly commandId?: string;
  readonly causationId?: string | null;
  readonly correlationId?: string;
}

/**
 * Begins a command. Each `change` loads a stream, decides, and appends at the revision it decided on, anew when others were faster. A
 * command recognises its own events by `metadata.commandId`: repeated (a retry, a crash half-way, twenty at once) it appends only what
 * is missing and comes to the same result.
 */
export function startUnitOfWork(
  world: CommandServices,
  context: CommandContext,
  options: UnitOfWorkOptions,
): UnitOfWork {
  const commandId = options.commandId ?? context.commandId;
  const metadata = {
    tenant: options.tenant,
    actor: context.caller.actor,
    correlationId: options.correlationId ?? context.correlationId,
    causationId: options.causationId === undefined ? context.causationId : options.causationId,
    commandId,
  };
  let newest: Position | null = null;
  const reached = (position: Position) => {
    if (newest === null || position > newest) newest = position;
  };

  const toStore = (stream: string, events: readonly DomainEvent[]): readonly EventToStore[] => {
    const occurredAt = world.now().toISOString();
    return events.map(({ type, version, data }, index) => ({
      id: uuidV5(namespaces.event, commandId, stream, String(index)),
      type,
      version,
      data,
      metadata: { ...metadata, occurredAt },
    }));
  };

  function decideOn<S, E extends DomainEvent>(
    { stream, aggregate, decide }: Change<S, E>,
    seen: readonly StoredEvent[],
  ): Changed<S, E> | Decided<S, E> {
    const own = seen.filter((event) => event.metadata.commandId === commandId);
    if (own.length > 0) {
      reached(own.at(-1)!.position);
      return {
        before: stateOf(aggregate, seen.slice(0, seen.indexOf(own[0]!))),
        events: own as unknown as readonly E[],
        repeated: true,
        revision: own.at(-1)!.revision,
      };
    }
    const before = stateOf(aggregate, seen);
    const events = aggregate.isOver?.(before) === true ? [] : decide(before, seen);
    const revision = seen.at(-1)?.revision;
    if (events.length === 0) return { before, events, repeated: false, revision: revision ?? -1 };
    return { before, events, append: { stream, expected: revision ?? 'noStream', events: toStore(stream, events) } };
  }

  function done<S, E>({ before, events }: Decided<S, E>, appended: Appended): Changed<S, E> {
    reached(appended.position);
    return { before, events, repeated: appended.repeated, revision: appended.revision };
  }

  return {
    commandId,
    outcome: (result) => ({ position: newest, result }),
    decideOn,
    done,
    async change<S, E extends DomainEvent>(change: Change<S, E>): Promise<Changed<S, E>> {
      let stored = change.seen ?? (await world.events.read(change.stream));
      for (let attempt = 1; ; attempt += 1) {
        const decided = decideOn(change, stored);
        if (!('append' in decided)) return decided;
        const { stream, expected, events } = decided.append;
        try {
          return done(decided, await world.events.append(stream, expected, events));
        } catch (error) {
          // A reused id means that this very command got there first, with another instant in its metadata.
          if (!isOvertaken(error)) throw error;
          if (attempt >= maxAttempts)
            throw new DomainError('conflict', 'Someone else changed this at the same moment. Try again.');
          await world.pause(world.random() * Math.min(2 ** attempt, 50));
          stored = await world.events.read(change.stream);
        }
      }
    },
  };
}

const isOvertaken = (error: unknown): error is RevisionConflict | EventIdReused =>
  error instanceof RevisionConflict || error instanceof EventIdReused;

/**
 * Many commands, each on one stream of its own that has just been read, appended together. Where somebody else was
 * faster, that one is decided anew by itself.
 */
export async function changeAll<S, E extends DomainEvent>(
  world: CommandServices,
  all: readonly {
    readonly work: UnitOfWork;
    readonly change: Change<S, E> & { readonly seen: readonly StoredEvent[] };
  }[],
): Promise<readonly Changed<S, E>[]> {
  const looked = all.map(({ work, change }) => work.decideOn(change, change.seen));
  const wanted = looked.flatMap((one) => ('append' in one ? [one.append] : []));
  const verdicts = (await world.events.appendMany(wanted)).values();
  const changed: Changed<S, E>[] = [];
  const anew: Promise<void>[] = [];
  looked.forEach((one, at) => {
    const { work, change } = all[at]!;
    const verdict = 'append' in one ? verdicts.next().value! : null;
    if (!('append' in one)) changed[at] = one;
    else if (isOvertaken(verdict))
      anew.push(work.change({ ...change, seen: undefined }).then((settled) => void (changed[at] = settled)));
    else changed[at] = work.done(one, verdict!);
  });
  await Promise.all(anew);
  return changed;
}

/** The position of the last event of several commands, null when they appended none. */
export const furthest = (...outcomes: readonly { readonly position: Position | null }[]): Position | null =>
  outcomes.reduce<Position | null>(
    (most, { position }) => (position !== null && (most === null || position > most) ? position : most),
    null,
  );
