import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from './ports.ts';

/** The server's program: `CADDY`, else `caddy` on the PATH (Debian: package caddy). Null: not here. */
export function findCaddy(): string | null {
  for (const program of [process.env['CADDY'], 'caddy', '/usr/bin/caddy']) {
    if (program && spawnSync(program, ['version']).status === 0) return program;
  }
  return null;
}

export interface Caddy {
  readonly httpsPort: number;
  /** Of its own CA, PEM: nothing on this machine trusts it. */
  readonly ca: string;
  readonly output: () => string;
  stop(): Promise<void>;
}

/**
 * A real Caddy with the configuration that is shipped (docker/Caddyfile), on free ports, with an internal CA in place
 * of the public ones and all it keeps in a folder of its own. `apiAddress` is host:port of the API.
 */
export async function startCaddy(
  program: string,
  { apiAddress, publicHost }: { readonly apiAddress: string; readonly publicHost: string },
): Promise<Caddy> {
  const folder = mkdtempSync(join(tmpdir(), 'beckon-caddy-'));
  const [httpPort, httpsPort] = (await freePorts(2)) as [number, number];
  const shipped = readFileSync('docker/Caddyfile', 'utf8');
  const file = join(folder, 'Caddyfile');
  const local = `admin off\n\thttp_port ${httpPort}\n\thttps_port ${httpsPort}\n\tlocal_certs\n\tskip_install_trust`;
  writeFileSync(file, shipped.replace('admin 127.0.0.1:2019', local));
  let output = '';
  const child = spawn(program, ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      API_ADDRESS: apiAddress,
      PUBLIC_HOST: publicHost,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const root = join(folder, 'caddy', 'pki', 'authorities', 'local', 'root.crt');
  while (!existsSync(root) || !output.includes('serving initial configuration')) {
    if (child.exitCode !== null) throw new Error(`Caddy ended while starting:\n${output}`);
    await sleep(20);
  }
  return {
    httpsPort,
    ca: readFileSync(root, 'utf8'),
    output: () => output,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        const gone = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGTERM');
        await gone;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
