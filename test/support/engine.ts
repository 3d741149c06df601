import pino from 'pino';
import { afterEach, beforeEach, expect } from 'vitest';
import type { Document } from '../../domain/automations/document/document.ts';
import { everybody } from '../../domain/contacts/filter.ts';
import { type Published, runOf, told } from './automations.ts';
import { carrierWorld } from './carrier-world.ts';
import { settableClock } from './composition.ts';
import { eventually } from './eventually.ts';
import type { Tenant } from './spine.ts';

export const onOptIn: Partial<Document> = {
  triggers: [{ on: { kind: 'opted-in', keyword: null, campaignId: null }, filter: everybody }],
};

/**
 * The engine of automations with a sandbox's carrier, for the tests of one file; a business of its own for each test.
 * `faults`: what was logged as a warning or worse; none unless a test takes them out.
 */
export function engineWorld() {
  const faults: (readonly [message: unknown, error: unknown])[] = [];
  const log = pino({
    level: 'warn',
    hooks: {
      logMethod([said, message]) {
        faults.push([message, (said as { err?: unknown }).err]);
      },
    },
  });
  const clock = settableClock(new Date());
  // Registered first, so that it looks when the workers have stopped.
  afterEach(() => {
    expect(faults.splice(0)).toEqual([]);
  });
  /** On a busy machine runs and broadcasts are put off for a second, which never comes by a clock that stands: then it goes on. */
  const whileTimePasses = <T>(look: () => Promise<T> | T, accept: (value: T) => boolean): Promise<T> => {
    const patientUntil = performance.now() + 5_000;
    return eventually(() => {
      if (performance.now() > patientUntil) world.later(50);
      return look();
    }, accept);
  };
  const base = carrierWorld({ clock, log });
  const { start, atCarrier } = base;
  const world = Object.assign(base, {
    clock,
    faults,
    tenant: undefined as unknown as Tenant,
    start: (config: Parameters<typeof start>[0] = {}) =>
      start({
        // None of them dies, and on a busy machine one may not get to say for a while that it lives.
        leaseMs: 60_000,
        automations: { pollMs: 50, daysMs: 200, writingMs: 0 },
        broadcasts: { pollMs: 50, lookMs: 50 },
        ...config,
      }),
    /** What went out from the test's business, to a number or to all. */
    atCarrier: (phone?: string) =>
      atCarrier(world.tenant)
        .filter(({ to }) => phone === undefined || to === phone)
        .map(({ body }) => body),
    later: (ms: number) => (clock.at = new Date(clock.at.getTime() + ms)),
    story: async (automation: Published, document: Document, contactId: string, entry = 1) =>
      told(document, (await runOf(world.spine, automation.automationId, contactId, entry)).events),
    /** A run's story, once it ends with these words. */
    until: (automation: Published, document: Document, contactId: string, end: string, entry = 1) =>
      whileTimePasses(
        () => world.story(automation, document, contactId, entry),
        (events) => events.at(-1) === end,
      ),
    /** What went out, once it is what was awaited. */
    untilAtCarrier: (accept: (texts: readonly string[]) => boolean, phone?: string) =>
      whileTimePasses(() => world.atCarrier(phone), accept),
    /** Why steps were left as they were, of those that say it. */
    notes: async (automation: Published, contactId: string) =>
      (await runOf(world.spine, automation.automationId, contactId)).events.flatMap(({ data }) =>
        'note' in data && data.note !== null ? [data.note] : [],
      ),
  });
  beforeEach(async () => {
    clock.at = new Date();
    world.tenant = await world.newTenant();
  });
  return world;
}
