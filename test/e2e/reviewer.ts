import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from '../support/eventually.ts';
import type { World } from './support.ts';

interface Held {
  readonly kind: 'brand' | 'campaign' | 'sender';
  readonly sid: string;
  readonly status?: string;
  readonly campaign_status?: string;
  readonly codes_sent?: number;
}

export type Reviewer = Awaited<ReturnType<typeof becomeReviewer>>;

/** From now on a test decides on brands, campaigns and numbers in the carrier's stand-in, and nothing else does. */
export async function becomeReviewer(world: World) {
  async function sandbox<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${world.app.sandboxUrl}${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    expect(response.status).toBeLessThan(300);
    return (await response.json()) as T;
  }
  const never = 90 * 86_400_000;
  await sandbox('PUT', '/sandbox/behaviour', { registration: { brandMs: never, campaignMs: never, numberMs: never } });
  /** What the carrier has and no one has decided. */
  const undecided = async (kind: Held['kind']): Promise<Held> =>
    (await eventually(
      async () =>
        (await sandbox<{ data: Held[] }>('GET', '/sandbox/registrations')).data.find(
          (one) =>
            one.kind === kind &&
            (kind === 'sender' || ['PENDING', 'IN_PROGRESS'].includes(one.status ?? one.campaign_status ?? '')),
        ),
      (one) => one !== undefined,
    ))!;
  return {
    undecided,
    async decide(kind: Held['kind'], outcome: 'approve' | 'refuse', code = 30909): Promise<void> {
      const { sid } = await undecided(kind);
      await sandbox('POST', `/sandbox/registrations/${sid}`, { outcome, code });
    },
  };
}

/** The step as the business's overview has it; the screen is read again until it says so. */
export async function reaches({ app }: World, page: Page, step: string, state: string): Promise<void> {
  const item = page.getByRole('listitem').filter({ hasText: step }).filter({ hasText: state }).first();
  await eventually(
    async () => {
      await page.goto(`${app.url}/business/settings?tab=2`);
      await page.getByRole('region', { name: 'Register with carriers' }).waitFor();
      return item.isVisible();
    },
    (isThere) => isThere,
  );
}
