import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { connect as dial } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './ports.ts';

/** The server's program: `NATS_SERVER`, else `nats-server` on the PATH (Debian: package nats-server). Null: not here. */
export function findNatsServer(): string | null {
  for (const program of [process.env['NATS_SERVER'], 'nats-server', '/usr/sbin/nats-server']) {
    if (program && spawnSync(program, ['--version']).status === 0) return program;
  }
  return null;
}

export interface NatsServer {
  readonly url: string;
  start(): Promise<void>;
  /** `SIGKILL`, as when the machine goes. It has no disk: whatever comes back is empty. */
  kill(): Promise<void>;
}

export async function natsServer(program: string): Promise<NatsServer> {
  const port = await freePort();
  let child: ChildProcess | null = null;
  const server: NatsServer = {
    url: `nats://127.0.0.1:${port}`,
    start: async () => {
      child = spawn(program, ['--addr', '127.0.0.1', '--port', String(port)], { stdio: 'ignore' });
      while (!(await answers(port))) await sleep(20);
    },
    kill: async () => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((done) => child!.once('exit', done));
      child.kill('SIGKILL');
      await gone;
    },
  };
  await server.start();
  return server;
}

function answers(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = dial(port, '127.0.0.1', () => {
      socket.destroy();
      done(true);
    }).once('error', () => done(false));
  });
}
