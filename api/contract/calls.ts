import type { z } from 'zod';
import type { Role } from './common.ts';

/** Who may call: everybody, everybody signed in, or some roles. */
export type Who = 'public' | 'any' | readonly Role[];

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/** `POST /contacts/{id}/opt-out`: the path is below /api/v1, the way docs/spec/api-calls.tsv writes it. */
export type CallName = `${Method} /${string}`;

/** What a call is called, who may call it, what it takes and what it answers. */
export interface CallDeclaration {
  /** Its name for programs (OpenAPI's operation id): a verb and what it is done to. */
  readonly id: string;
  readonly summary: string;
  readonly who: Who;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly reply: z.ZodType;
  /** Answers with a file, of one of these types, in place of JSON. */
  readonly download?: readonly string[];
  /** A body for the documentation, where one of every field is not allowed together. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** Takes a form with one file in place of a JSON body; `maxBytes`: of the file. */
  readonly file?: { readonly maxBytes: number };
  /** What a JSON body may be at most, where that is more than usual; `tooLarge`: what is said of more. */
  readonly atMost?: { readonly bytes: number; readonly tooLarge: string };
  /**
   * Passwords or tokens go in or out: neither a fingerprint of the request nor the answer is kept. A repeated
   * Idempotency-Key is still the same command.
   */
  readonly secret?: boolean;
}

/** A declared call with what its name says. */
export type Declared<N extends string, D> = D & {
  readonly method: N extends `${infer M extends Method} ${string}` ? M : never;
  readonly path: N extends `${string} ${infer P extends `/${string}`}` ? P : never;
  readonly tag: string;
};
export type Calls<D> = { readonly [N in keyof D & string]: Declared<N, D[N]> };

/** Declares the calls of one part of the API. `tag` is its title in the documentation. */
export const calls = <const D extends Readonly<Record<CallName, CallDeclaration>>>(tag: string, declared: D) =>
  Object.fromEntries(
    Object.entries(declared).map(([name, call]) => {
      const [method, path] = name.split(' ');
      return [name, { ...call, method, path, tag }];
    }),
  ) as unknown as Calls<D>;
