import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { client, startApplication } from '../support/application.ts';
import { launchChromium } from '../support/chromium.ts';
import type { BenchResult } from './result.ts';

const steps = 200;
/** The longest that a frame may take at p95, ms. */
const most = 50;

/** An automation of 200 steps on its canvas, in a built application: how long frames take while somebody types, drags and pans. */
export async function run(): Promise<BenchResult[]> {
  const app = await startApplication();
  const browser = await launchChromium({ asShipped: true });
  try {
    const { signIn, call } = client(app);
    const token = await signIn('business@demo.test');
    const ids = Array.from({ length: steps }, () => randomUUID());
    const nodes = Object.fromEntries(ids.map((id, at) => [id, stepAt(ids, at)]));
    const document = { triggers: [], reentry: { kind: 'once' }, start: ids[0]!, nodes };
    const { data } = await call<{ data: { id: string } }>('POST', '/automations', { name: 'Two hundred', document });
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addInitScript((value) => {
      localStorage.setItem('access_token', value);
    }, token);
    const page = await context.newPage();
    await page.goto(`${app.url}/business/automations/${data.id}/edit`);
    const card = page.locator('.au-canvas .react-flow__node-step button[data-step]');
    await card.nth(steps - 1).waitFor({ state: 'attached' });

    await card.nth(1).click();
    const name = page.getByRole('textbox', { name: 'Name of the step' });
    await name.click();
    const typing = await frames(page, () => page.keyboard.type('a name that is typed quickly', { delay: 30 }));
    await page.getByRole('button', { name: 'Close', exact: true }).click();

    const box = (await card.nth(1).boundingBox())!;
    await page.mouse.move(box.x + 40, box.y + 30);
    await page.mouse.down();
    const dragging = await frames(page, () => wander(page, box.x + 40, box.y + 30));
    await page.keyboard.press('Escape');
    await page.mouse.up();

    await page.mouse.move(300, 700);
    await page.mouse.down();
    const panning = await frames(page, () => wander(page, 300, 700));
    await page.mouse.up();
    return [figure('typing', typing), figure('dragging a step', dragging), figure('moving the canvas', panning)];
  } finally {
    await browser.close();
    await app.dispose();
  }
}

/** Every tenth step is a condition, so that there are ways. */
function stepAt(ids: readonly string[], at: number) {
  const next = ids[at + 1] ?? null;
  if (at % 10 !== 9)
    return { kind: 'Tag', name: `Step ${at + 1}`, off: false, change: 'add', tag: 'x', to: { next, failed: null } };
  return { kind: 'Condition', name: null, checks: { match: 'all', groups: [] }, to: { yes: next, no: null } };
}

async function wander(page: Page, x: number, y: number): Promise<void> {
  for (let at = 0; at < 60; at += 1) await page.mouse.move(x + 120 * Math.sin(at / 6), y - 2 * at);
}

interface Frames {
  /** From one frame to the next, ms, ascending. */
  readonly times: readonly number[];
  /** Processor time of the page's own thread, ms in all: what a machine that does nothing else would need. */
  readonly work: number;
}
async function frames(page: Page, act: () => Promise<void>): Promise<Frames> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  const worked = async () =>
    1000 * (await cdp.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'ThreadTime')!.value;
  await page.evaluate(`{
    window.frameTimes = [];
    let last = performance.now();
    const hear = (now) => { frameTimes.push(now - last); last = now; window.hearing = requestAnimationFrame(hear); };
    window.hearing = requestAnimationFrame(hear);
  }`);
  const before = await worked();
  await act();
  const work = (await worked()) - before;
  const times = await page.evaluate<number[]>('cancelAnimationFrame(hearing); frameTimes.slice(1)');
  return { times: times.toSorted((a, b) => a - b), work };
}

function figure(what: string, { times, work }: Frames): BenchResult {
  const p95 = times[Math.floor(times.length * 0.95)] ?? 0;
  return {
    name: `canvas of ${steps} steps, ${what}: frame at p95`,
    ratio: p95 / most,
    target: { atMost: 1 },
    unit: 'ms',
    measured: p95,
    baseline: most,
    pass: p95 <= most,
    detail: `Baseline: the limit. ${times.length} frames, ${(work / Math.max(1, times.length)).toFixed(1)} ms of processor time each.`,
  };
}
