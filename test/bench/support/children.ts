import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A process of a bench, beside this file: what it is given stands as JSON in the variable `name`. */
export function start(entry: string, name: string, given: object, flags: readonly string[] = []): ChildProcess {
  return fork(fileURLToPath(new URL(entry, import.meta.url)), {
    env: { ...process.env, [name]: JSON.stringify(given) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [...flags],
  });
}

/** What it says next, or in answer. */
export async function told<T>(child: ChildProcess, ask?: 'tell' | 'collect' | object): Promise<T> {
  const answer = once(child, 'message') as Promise<[T]>;
  if (ask !== undefined) child.send(ask);
  return (await answer)[0];
}
