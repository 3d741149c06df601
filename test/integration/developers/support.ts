import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface PageExample {
  readonly name: string;
  readonly language: 'curl' | 'typescript';
  readonly code: string;
}
const plain = (html: string): string =>
  html.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

/** The programs on a page, by what they are called, as a reader would copy them. */
export const examplesOf = (html: string): readonly PageExample[] =>
  [...html.matchAll(/<pre[^>]* data-language="(curl|typescript)" data-example="([^"]+)"><code>([^]*?)<\/code>/g)].map(
    ([, language, name, code]) => ({ name: name!, language: language as PageExample['language'], code: plain(code!) }),
  );

/** Pages of the documentation that a page links to. */
export const linksOf = (html: string): readonly string[] => [
  ...new Set([...html.matchAll(/href="(\/developers[^"#?]*)/g)].map(([, path]) => path!)),
];

/** A folder of someone who integrates: programs are put there and run, with an environment of their own. */
export function openFolder(env: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'integration-'));
  const children: ChildProcess[] = [];
  const options = { cwd: folder, env: { PATH: process.env['PATH'] ?? '', ...env }, maxBuffer: 2 ** 26 };
  const put = (name: string, text: string | Uint8Array): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  return {
    put,
    /** Standard output of a program that has to end well. */
    typescript: async (code: string) => (await run(process.execPath, [put('program.ts', code)], options)).stdout,
    shell: async (code: string) => (await run('bash', ['-euo', 'pipefail', put('program.sh', code)], options)).stdout,
    /** A program that goes on. `lines`: what it has said. */
    start: (code: string, more: Readonly<Record<string, string>>) => {
      const child = spawn(process.execPath, [put('server.ts', code)], { ...options, env: { ...options.env, ...more } });
      children.push(child);
      const said: string[] = [];
      child.stdout.on('data', (text: Buffer) => said.push(...text.toString().split('\n').filter(Boolean)));
      child.stderr.on('data', (text: Buffer) => said.push(text.toString()));
      return said;
    },
    close: () => {
      for (const child of children) child.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
