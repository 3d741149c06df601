import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Position } from '../../adapters/event-store/port.ts';
import type { CommandContext } from '../../commands/types.ts';
import type { Role } from '../contract/session.ts';
import type { ApiParts } from './parts.ts';
import type { Session } from './sessions.ts';

/** Who may call: everybody, everybody signed in, or some roles. */
export type Who = 'public' | 'any' | readonly Role[];

/** What a call takes and answers. The handler's types, the checks, the errors and the OpenAPI document come from it. */
export interface RouteContract<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below /api/v1, parameters as {id}: the way docs/spec/api-calls.tsv writes it. */
  readonly path: `/${string}`;
  readonly who: Who;
  readonly tag: string;
  readonly summary: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly reply: R;
  /** Default 200. */
  readonly status?: number;
  /** Bytes; default 256 KiB. */
  readonly bodyLimit?: number;
  /** The handler reads a multipart body itself. */
  readonly multipart?: boolean;
  /** Passwords or tokens go in or out: neither a fingerprint of the request nor the answer is kept. A repeated Idempotency-Key is still the same command. */
  readonly secret?: boolean;
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
  /** Waits, bounded, until these read models show what was done up to a position. Those that the answer does not need are not waited for. */
  settled(position: Position | null, readModels: readonly string[]): Promise<void>;
}

export interface Route {
  readonly contract: RouteContract;
  readonly handle: (call: Call) => Promise<unknown>;
}

/** Ties a handler to its contract. */
export function route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  contract: RouteContract<P, Q, B, R>,
  handle: (call: Call<z.output<P>, z.output<Q>, z.output<B>>) => Promise<z.input<R>>,
): Route {
  // The kernel hands in exactly what the contract's schemas put out.
  return { contract, handle: handle as unknown as Route['handle'] };
}
