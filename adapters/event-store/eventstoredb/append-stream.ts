import { randomUUID } from 'node:crypto';
import { AccessDeniedError, convertToCommandError, StreamDeletedError } from '@eventstore/db-client';
import { EventStoreUnavailable, type Position } from '../port.ts';
import type { Appends, Wire } from './client.ts';
import type { AppendAnswer, AppendRequest } from './messages.ts';

/** What the server answers: where the last event is, or that the stream is not where it was said to be. */
export type Written = { readonly revision: number; readonly position: Position | null } | 'wrongRevision';

/** How long the server tries, in seconds. */
const deadline = 10;

interface Waiting {
  readonly stream: string;
  readonly resolve: (written: Written) => void;
  readonly reject: (error: unknown) => void;
}

interface Open {
  readonly call: Appends;
  broken: boolean;
  readonly waiting: Map<string, Waiting>;
}

/**
 * One call to the server for all appends of this process, each with an id by which its answer is found. When the call
 * breaks, those that wait for an answer fail, their outcome open; the next append makes a new call.
 */
export function createAppendStream(wire: Wire) {
  let current: Promise<Open> | null = null;

  function begin(): Promise<Open> {
    const opening: Promise<Open> = open(() => forget(opening));
    opening.catch(() => forget(opening));
    return opening;
  }

  function forget(opening: Promise<Open>): void {
    if (current === opening) current = null;
  }

  async function open(over: () => void): Promise<Open> {
    const opened: Open = { call: await wire.appends(), broken: false, waiting: new Map() };
    const { call, waiting } = opened;
    const fail = (error: unknown) => {
      opened.broken = true;
      over();
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    };
    call.on('error', (error: Error) => fail(convertToCommandError(error)));
    call.on('end', () => fail(new EventStoreUnavailable('The server ended the call for appends.')));
    call.on('data', (answer: AppendAnswer) => {
      const asked = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ('revision' in answer) asked?.resolve(answer);
      else if (answer.kind === 'WrongExpectedVersion') asked?.resolve('wrongRevision');
      else asked?.reject(refusalOf(answer, asked.stream));
    });
    return opened;
  }

  return {
    async append(stream: string, at: number, events: AppendRequest['events']): Promise<Written> {
      const { call, waiting, broken } = await (current ??= begin());
      if (broken) throw new EventStoreUnavailable('The connection was lost.');
      const id = randomUUID();
      return new Promise((resolve, reject) => {
        waiting.set(id, { stream, resolve, reject });
        call.write({ id, stream, at, deadline, events });
      });
    },
    /** Ends the call once nobody waits for an answer. */
    async close(): Promise<void> {
      const opened = await current?.catch(() => null);
      current = null;
      opened?.call.end();
    },
  };
}

function refusalOf({ refused, kind, most }: Extract<AppendAnswer, { refused: string }>, stream: string): unknown {
  if (kind === 'MaximumAppendSizeExceeded')
    return new RangeError(`The events are too large for one append: the server takes ${most} bytes.`);
  if (kind === 'AccessDenied') return new AccessDeniedError();
  if (kind === 'StreamDeleted') return new StreamDeletedError(undefined, stream);
  return new EventStoreUnavailable(`The server did not append: ${[kind, refused].filter(Boolean).join(', ')}.`);
}
