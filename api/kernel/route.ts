import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Position } from '../../adapters/event-store/port.ts';
import type { CommandContext } from '../../commands/kernel/caller.ts';
import type { CallDeclaration, Method } from '../contract/calls.ts';
import type { ApiParts } from './parts.ts';
import type { Session } from './sessions.ts';

/** A declared call, with the types of what it takes and answers. */
export interface RouteContract<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> extends CallDeclaration {
  readonly method: Method;
  readonly path: `/${string}`;
  readonly tag: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly reply: R;
}

/** One call in flight. */
export interface Call<P = unknown, Q = unknown, B = unknown> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly parts: ApiParts;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Who is signed in. Throws 401 on a public call without a token. */
  readonly session: Session;
  /** The session's business; 403 for a session without one. */
  readonly businessId: string;
  readonly ip: string;
  /** Aborts when the client goes away before it was answered. */
  readonly signal: AbortSignal;
  /** For a command; with an Idempotency-Key its id is the same every time. */
  context(): CommandContext;
  /**
   * Waits, bounded, until these read models show what was done up to a position. Those that the answer does not need
   * are not waited for.
   */
  settled(position: Position | null, readModels: readonly string[]): Promise<void>;
}

export interface Route {
  readonly contract: RouteContract;
  readonly handle: (call: Call) => Promise<unknown>;
}

/** Ties a handler to its call in the contract. */
export function route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  contract: RouteContract<P, Q, B, R>,
  handle: (call: Call<z.output<P>, z.output<Q>, z.output<B>>) => Promise<z.input<R>>,
): Route {
  // The kernel hands in exactly what the contract's schemas put out.
  return { contract, handle: handle as unknown as Route['handle'] };
}
