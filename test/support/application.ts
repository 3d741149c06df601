import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from './ports.ts';

export interface Application {
  /** `http://127.0.0.1:<port>`, of the application and of the sandbox. */
  readonly url: string;
  readonly sandboxUrl: string;
  readonly dataDir: string;
  readonly password: string;
  readonly output: () => string;
  readonly pid: number;
  /** Ends it without a word, as a power cut would. The embedded Postgres lives on, as it does in life. */
  kill(): Promise<void>;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Starts it again on the same data and ports. */
  restart(env?: Record<string, string>): Promise<void>;
  /** Stops it and removes its data. */
  dispose(): Promise<void>;
}

/**
 * How long an answer may take after a kill, in milliseconds: what was being sent then is sent again only when it is
 * certain that the carrier has not taken it, by the product's own settings after the look-up at 78 s
 * (workers/delivery/text/settings.ts).
 */
export const answeredAfterKillMs = 240_000;

/** Starts the whole product as `npm start` does, on free ports and a data folder of its own: empty, or a copy of `data`. */
export async function startApplication(
  env: Record<string, string> = {},
  data: string | null = null,
): Promise<Application> {
  const dataDir = mkdtempSync(join(tmpdir(), 'beckon-app-'));
  // Postgres is another user where the tests run as root, and stays the owner of its files.
  if (data !== null) execFileSync('cp', ['-a', `${data}/.`, dataDir]);
  // Where the tests run as root, Postgres runs as another user: it can enter, so its data lie here and are removed with the rest.
  chmodSync(dataDir, 0o711);
  const [port, sandboxPort] = await freePorts(2);
  const password = 'correct-horse-battery';
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess;
  let output = '';

  const start = async (more: Record<string, string> = {}) => {
    const before = output.length;
    child = spawn(process.execPath, ['main/launch.mjs'], {
      env: {
        ...process.env,
        HOST: '127.0.0.1',
        PORT: String(port),
        SANDBOX_PORT: String(sandboxPort),
        DATA_DIR: dataDir,
        DEMO: 'bare',
        DEMO_PASSWORD: password,
        LOG_LEVEL: 'warn',
        ...env,
        ...more,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await waitUntilReady(child, url, () => output);
    // What a new user waits for, too: the sign-ins are printed once the demo is there.
    while (!output.slice(before).includes('Try it:')) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  await start();
  return {
    url,
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
    dataDir,
    password,
    output: () => output,
    get pid() {
      return child.pid!;
    },
    kill: async () => void (await ended(child, 'SIGKILL')),
    stop: () => ended(child, 'SIGTERM'),
    restart: start,
    dispose: async () => {
      await ended(child, 'SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** One process of a larger installation: `env` names its ROLE, PORT and what it shares with the others. */
export interface RoleProcess {
  readonly output: () => string;
  kill(): Promise<void>;
  stop(): Promise<number | null>;
}

/** Starts one role and waits until it says that it is ready. */
export async function startRole(env: Record<string, string>): Promise<RoleProcess> {
  let output = '';
  const child = spawn(process.execPath, ['main/launch.mjs'], {
    env: { ...process.env, HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await waitUntilReady(child, `http://127.0.0.1:${env['PORT']}`, () => output);
  while (env['ROLE'] === 'api' && env['DEMO'] === 'on' && !output.includes('Try it:'))
    await new Promise((resolve) => setTimeout(resolve, 20));
  return {
    output: () => output,
    kill: async () => void (await ended(child, 'SIGKILL')),
    stop: () => ended(child, 'SIGTERM'),
  };
}

async function waitUntilReady(child: ChildProcess, url: string, output: () => string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`It ended while starting (${child.exitCode ?? child.signalCode}):\n${output()}`);
    if (
      await fetch(`${url}/health/ready`).then(
        (response) => response.ok,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode);
    child.once('exit', (code) => resolve(code));
    child.kill(signal);
  });
}

/** The public calls as a script would make them. Throws with the answer's body when it is not a success. */
export function client(app: Pick<Application, 'url' | 'sandboxUrl' | 'password'>) {
  let token: string | null = null;
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${app.url}/api/v1${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as T;
  };
  return {
    call,
    signIn: async (email: string) => {
      token = (await call<{ access_token: string }>('POST', '/login', { email, password: app.password })).access_token;
      return token;
    },
    /** Sends a file as a form, with what else the form holds; answers the id of what was made. */
    send: async (path: string, name: string, content: string, fields: Readonly<Record<string, string>> = {}) => {
      const form = new FormData();
      for (const [field, value] of Object.entries(fields)) form.append(field, value);
      form.append('file', new Blob([content]), name);
      const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
      const response = await fetch(`${app.url}/api/v1${path}`, { method: 'POST', headers, body: form });
      if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
      return ((await response.json()) as { data: { id: string } }).data.id;
    },
    /** Texts in from a phone of the simulator. */
    text: async (from: string, to: string, body: string) => {
      const response = await fetch(`${app.sandboxUrl}/phone/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ from, to, body }),
      });
      if (!response.ok) throw new Error(`The phone could not send: ${response.status} ${await response.text()}`);
    },
    /** What a phone has, oldest first. */
    phone: async (number: string) => {
      const response = await fetch(`${app.sandboxUrl}/phone/messages?number=${encodeURIComponent(number)}`);
      return (
        (await response.json()) as {
          messages: { from: string; to: string; body: string; direction: 'sent' | 'received' }[];
        }
      ).messages;
    },
  };
}
