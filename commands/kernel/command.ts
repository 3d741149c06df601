import type { z } from 'zod';
import type { StoredEvent } from '../../adapters/event-store/port.ts';
import type { Aggregate } from '../../domain/kernel/decider.ts';
import { checkEdit, type FormOf } from '../../domain/kernel/edit.ts';
import type { DomainEvent, Tenant } from '../../domain/kernel/event.ts';
import type { CommandContext, CommandOutcome, Role } from './caller.ts';
import type { CommandServices } from './dependencies.ts';
import { allow, startUnitOfWork, type Changed, parse } from './unit-of-work.ts';

/** One call of a command: what there is to work with, and who asks. */
export interface Call {
  readonly world: CommandServices;
  readonly context: CommandContext;
}

/** A wish: what it takes, who may have it, and what is done. Refusals are `DomainError`s. */
export interface Command<S extends z.ZodType, R> {
  readonly input: S;
  /** Everybody else gets `forbidden`, before the input is looked at. */
  readonly by: readonly Role[];
  run(call: Call, input: z.output<S>): Promise<CommandOutcome<R>>;
}

/** The general case: several streams, a secret, a look outside. */
export const command = <S extends z.ZodType, R>(declared: Command<S, R>): Command<S, R> => declared;

/** The stream of a decision and whose it is. `seen`: the stream as it was just read; left out, it is read. */
export interface Place {
  readonly stream: string;
  readonly tenant: Tenant;
  readonly seen?: readonly StoredEvent[] | undefined;
}

/** One stream, one decision. */
export interface Decision<S extends z.ZodType, State, E extends DomainEvent, P extends Place> {
  readonly input: S;
  readonly by: readonly Role[];
  readonly aggregate: Aggregate<State, E>;
  /** Finds the stream and says whose it is; throws `not_found` for anybody else's. */
  readonly at: (call: Call, input: z.output<S>) => P | Promise<P>;
  /** Pure; called again with the newer state when somebody else appended in between. `place` is what `at` found. */
  readonly decide: (input: z.output<S>, state: State, place: P) => readonly E[];
}

/** A command that is one decision on one stream. `result`: what it answers. */
export function decision<S extends z.ZodType, State, E extends DomainEvent, P extends Place, R = undefined>({
  input,
  by,
  aggregate,
  at,
  decide,
  result,
}: Decision<S, State, E, P> & {
  readonly result?: (changed: Changed<State, E>, input: z.output<S>, place: P) => R;
}): Command<S, R> {
  return command({
    input,
    by,
    async run({ world, context }, given) {
      const place = await at({ world, context }, given);
      const work = startUnitOfWork(world, context, { tenant: place.tenant });
      const changed = await work.change({ ...place, aggregate, decide: (state) => decide(given, state, place) });
      return work.outcome(result?.(changed, given, place) as R);
    },
  });
}

/**
 * A decision that a form asks for, held against what others have changed of its fields since the `revision` it was
 * opened on: then an `EditConflictError` says what, and nothing is overwritten. Who wants what is so already
 * overwrites nothing. `form` says what the fields of the form are in a state; a null revision asks for no such look.
 */
export function edit<
  S extends z.ZodType<{ readonly revision: number | null }>,
  State,
  E extends DomainEvent,
  P extends Place,
>({
  input,
  by,
  aggregate,
  at,
  form,
  decide,
}: Decision<S, State, E, P> & { readonly form: (input: z.output<S>) => FormOf<State> }): Command<
  S,
  { revision: number }
> {
  return command({
    input,
    by,
    async run({ world, context }, given) {
      const place = await at({ world, context }, given);
      const work = startUnitOfWork(world, context, { tenant: place.tenant });
      const { revision } = await work.change<State, E>({
        ...place,
        aggregate,
        decide: (state, recorded) => {
          const events = decide(given, state, place);
          if (events.length > 0 && given.revision !== null) checkEdit(aggregate, recorded, given.revision, form(given));
          return events;
        },
      });
      return work.outcome({ revision });
    },
  });
}

/** Runs a command as part of another: its own rules on who may and what is valid apply. */
export async function execute<S extends z.ZodType, R>(
  { input, by, run }: Command<S, R>,
  call: Call,
  given: z.input<S>,
): Promise<CommandOutcome<R>> {
  allow(call.context.caller, ...by);
  return run(call, parse(input, given));
}

/** What is answered from the streams themselves, where a read model would be too late or too far. */
export interface Question<A extends readonly unknown[], R> {
  ask(world: CommandServices, ...asked: A): Promise<R>;
}
export const question = <A extends readonly unknown[], R>(
  ask: (world: CommandServices, ...asked: A) => Promise<R>,
): Question<A, R> => ({ ask });

/** How a command is called: `commands.contacts.optOut(context, { contactId })`. */
export type Handler<S extends z.ZodType, R> = (
  context: CommandContext,
  input: z.input<S>,
) => Promise<CommandOutcome<R>>;

/** A catalogue of declarations, each as it is called. */
export type CommandsOf<C> = {
  readonly [N in keyof C]: C[N] extends Command<infer S, infer R> ? Handler<S, R>
  : C[N] extends Question<infer A, infer R> ? (...asked: A) => Promise<R>
  : CommandsOf<C[N]>;
};
