import { readdirSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Application, client, startApplication } from '../support/application.ts';
import { eventually } from '../support/eventually.ts';

/**
 * Pictures are read in a process beside the application, as it is built: it comes back after a kill, and nothing of it
 * outlives the application.
 */
let app: Application;
beforeAll(async () => {
  app = await startApplication();
});
afterAll(() => app.dispose());

/** Processes that read pictures and were started by this application, or by nobody any more. */
const readers = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('dist/server/picture-reader.js')) return [];
        const parent = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]);
        return started.has(Number(pid)) || parent === app.pid ? [Number(pid)] : [];
      } catch {
        return []; // It has just ended.
      }
    });
const started = new Set<number>();

const slow = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900">
  <mask id="m"><rect width="900" height="900" fill="#fff"/></mask>
  <g id="r"><rect width="900" height="900" mask="url(#m)"/></g>${'<use href="#r"/>'.repeat(7000)}</svg>`,
);
const plain = () =>
  sharp({ create: { width: 40, height: 40, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();

test.runIf(process.platform === 'linux')(
  'a reader that is killed is replaced; kill -9 leaves none behind',
  async () => {
    let token = await client(app).signIn('business@demo.test');
    const upload = async (content: Uint8Array) => {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(content)]), 'picture');
      const response = await fetch(`${app.url}/api/v1/uploads/image`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: form,
      });
      return response.status;
    };
    expect(readers()).toEqual([]);
    expect(await upload(await plain())).toBe(200);
    const [first] = await eventually(readers, (found) => found.length === 1);
    process.kill(first!, 'SIGKILL');
    await eventually(readers, (found) => found.length === 0);
    expect(await upload(await plain())).toBe(200);

    const hanging = upload(slow).catch(() => 'cut off');
    await eventually(readers, (found) => found.length === 1);
    const busy = readers()[0]!;
    started.add(busy);
    const cpu = () => Number(readFileSync(`/proc/${busy}/stat`, 'utf8').split(') ')[1]!.split(' ')[11]);
    const before = cpu();
    await eventually(cpu, (ticks) => ticks > before + 50);
    await app.kill();
    expect(await hanging).toBe('cut off');
    await eventually(readers, (found) => found.length === 0);

    await app.restart();
    token = await client(app).signIn('business@demo.test');
    expect(await upload(await plain())).toBe(200);
  },
);
