import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Child {
  readonly pid: number;
  /** Lets it begin. */
  go(): void;
  /** A line on its input. */
  say(line: string): void;
  kill(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts a TypeScript entry of this folder in a process of its own; resolves when it has said `ready`. */
export async function startChild(entry: string, env: Record<string, string>): Promise<Child> {
  const child: ChildProcess = spawn(process.execPath, [fileURLToPath(new URL(entry, import.meta.url))], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout!.on('data', (chunk: Buffer) => chunk.toString().includes('ready') && resolve());
    child.once('exit', (code, signal) => reject(new Error(`The child ended while starting: ${code ?? signal}`)));
  });
  return {
    pid: child.pid!,
    go: () => void child.stdin!.write('go\n'),
    say: (line) => void child.stdin!.write(`${line}\n`),
    kill: (signal) =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode);
        child.once('exit', (code) => resolve(code));
        child.kill(signal);
      }),
  };
}
