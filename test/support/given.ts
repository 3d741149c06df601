import { expect } from 'vitest';
import { type Aggregate, fold } from '../../domain/kernel/decider.ts';
import { DomainError, type ErrorCode } from '../../domain/kernel/errors.ts';
import type { DomainEvent } from '../../domain/kernel/event.ts';

/**
 * A decider's test, read as a sentence: `given(Contact, [optedOut]).when((contact) => optIn(start, contact)).then([optedIn])`.
 * `then` compares types and data; a number of events, or matchers, do too.
 */
export function given<S, E extends DomainEvent>(aggregate: Aggregate<S, E>, events: readonly NoInfer<E>[] = []) {
  return {
    state: fold(aggregate, events),
    when(decide: (state: S) => readonly E[]) {
      let outcome: { events: readonly E[] } | { error: unknown };
      try {
        outcome = { events: decide(fold(aggregate, events)) };
      } catch (error) {
        outcome = { error };
      }
      return {
        then(expected: readonly { readonly type: string; readonly data?: unknown }[]) {
          if ('error' in outcome) throw outcome.error;
          expect(outcome.events.map(({ type, data }) => ({ type, data }))).toEqual(
            expected.map(({ type, data }) => ({ type, data: data ?? expect.anything() })),
          );
          return fold(aggregate, [...events, ...outcome.events]);
        },
        thenNothing() {
          if ('error' in outcome) throw outcome.error;
          expect(outcome.events).toEqual([]);
        },
        thenRefused(code: ErrorCode, message?: RegExp) {
          expect('error' in outcome ? outcome.error : 'no refusal').toBeInstanceOf(DomainError);
          const error = (outcome as { error: DomainError }).error;
          expect(error.code).toBe(code);
          if (message) expect(error.message).toMatch(message);
        },
      };
    },
  };
}
