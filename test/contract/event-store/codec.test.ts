import { createSecretKey, type KeyObject, randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { withCodec } from '../../../adapters/event-store/index.ts';
import { EventStoreUnavailable, type StoredEvent } from '../../../adapters/event-store/port.ts';
import { type EventDefinition, event as define } from '../../../domain/kernel/event.ts';
import { personal } from '../../../domain/kernel/personal.ts';
import type { Upcasters } from '../../../domain/upcasters.ts';
import { event, metadata } from './support/events.ts';
import { pageStore } from './support/recordings.ts';

const Greeted = define(
  'Greeted',
  1,
  z.object({
    personId: z.string(),
    name: personal(z.string().nullable()),
    tags: personal(z.array(z.string())),
    place: z.string(),
  }),
  { subject: 'personId' },
);
const Counted = define('Counted', 1, z.object({ n: z.number().int() }));
const catalogue = catalogueOf(Greeted, Counted);

function catalogueOf(...definitions: readonly unknown[]): ReadonlyMap<string, EventDefinition> {
  return new Map((definitions as readonly EventDefinition[]).map((definition) => [definition.type, definition]));
}

/** Keys as the vault gives them: made for writing, null once destroyed. */
function keyRing() {
  const keys = new Map<string, KeyObject | null>();
  return {
    destroy: (subject: string) => keys.set(subject, null),
    forWriting: vi.fn(
      async (subjects: readonly string[]) =>
        new Map(
          subjects.map((subject) => {
            if (!keys.has(subject)) keys.set(subject, createSecretKey(randomBytes(32)));
            return [subject, keys.get(subject)!];
          }),
        ),
    ),
    forReading: vi.fn(
      async (subjects: readonly string[]) => new Map(subjects.map((subject) => [subject, keys.get(subject) ?? null])),
    ),
  };
}

function setUp(
  options: { readonly catalogue?: ReadonlyMap<string, EventDefinition>; readonly upcasters?: Upcasters } = {},
) {
  const page = pageStore();
  const keys = keyRing();
  const open = () => withCodec(page, { subjectKeys: keys, catalogue, ...options });
  return { page, keys, store: open(), elsewhere: open() };
}

const greeted = (over: Partial<z.output<typeof Greeted.schema>> = {}) =>
  event({
    type: 'Greeted',
    data: { personId: 'ada', name: 'Ada Lovelace', tags: ['first', 'programmer'], place: 'London', ...over },
  });
const read = async (store: ReturnType<typeof setUp>['store']) => (await store.readAll(0n)).events;

test('data that were checked when they were made are not checked again; a copy of them is', async () => {
  const { store, page } = setUp();
  const made = Counted.create({ n: 1 });
  const safeParse = vi.spyOn(Counted.schema, 'safeParse');
  await store.append('counter-1', 'any', [event({ type: 'Counted', data: made.data })]);
  expect(safeParse).not.toHaveBeenCalled();
  const altered = event({ type: 'Counted', data: { ...made.data, n: 1.5 } });
  await expect(store.append('counter-1', 'any', [altered])).rejects.toThrow(TypeError);
  expect(page.stored.map(({ data }) => data)).toEqual([{ n: 1 }]);
  safeParse.mockRestore();
});

describe('personal data', () => {
  test('is not readable in what is stored, the rest is, and comes back whole', async () => {
    const { store, elsewhere, page } = setUp();
    const one = greeted();
    await store.append('greeting-1', 'any', [one]);
    const text = JSON.stringify(page.stored[0]!.data);
    expect(text).not.toContain('Lovelace');
    expect(text).not.toContain('programmer');
    expect(
      Buffer.from((page.stored[0]!.data['$personal'] as { sealed: string }).sealed, 'base64').toString(),
    ).not.toContain('Lovelace');
    expect(page.stored[0]!.data).toMatchObject({ personId: 'ada', place: 'London' });
    expect((await read(store))[0]!.data).toEqual(one.data);
    expect((await read(elsewhere))[0]!.data).toEqual(one.data);
  });

  test('what was read once is handed out again, and not once the key is destroyed', async () => {
    const { keys, store } = setUp();
    await store.append('greeting-1', 'noStream', [greeted()]);
    const [[first], [again]] = [await read(store), await read(store)];
    expect(again).toBe(first);
    keys.destroy('ada');
    expect((await read(store))[0]!.data).toMatchObject({ name: null, tags: null, place: 'London' });
  });

  test('reads as null once the key is destroyed, and so does what is written afterwards', async () => {
    const { store, keys } = setUp();
    await store.append('greeting-1', 'any', [greeted(), greeted({ personId: 'grace', name: 'Grace Hopper' })]);
    keys.destroy('ada');
    await store.append('greeting-1', 'any', [greeted({ name: 'Ada, once more' })]);
    const gone = { personId: 'ada', name: null, tags: null, place: 'London' };
    expect((await read(store)).map((one) => one.data)).toEqual([
      gone,
      expect.objectContaining({ name: 'Grace Hopper' }),
      gone,
    ]);
  });

  test('is opened once for all who follow an event in this process, until the key is destroyed', async () => {
    const { store, keys } = setUp();
    const one = greeted();
    await store.append('greeting-1', 'any', [one]);
    const [first, second] = [(await read(store))[0]!, (await read(store))[0]!];
    expect(second).toBe(first);
    keys.destroy('ada');
    expect((await read(store))[0]!.data).toMatchObject({ personId: 'ada', name: null, tags: null });
  });

  test('needs no key where there is none of it', async () => {
    const { store, page, keys } = setUp();
    await store.append('counter-1', 'any', [event({ type: 'Counted', data: { n: 1 } })]);
    expect(page.stored[0]!.data).toEqual({ n: 1 });
    expect((await read(store))[0]!.data).toEqual({ n: 1 });
    expect(keys.forWriting).not.toHaveBeenCalled();
    expect(keys.forReading).not.toHaveBeenCalled();
  });

  test('of a whole page costs one look-up of keys', async () => {
    const { store, keys } = setUp();
    await store.append(
      'greeting-1',
      'any',
      Array.from({ length: 50 }, (_, n) => greeted({ personId: `person-${n % 7}` })),
    );
    await read(store);
    expect(keys.forWriting).toHaveBeenCalledTimes(1);
    expect(keys.forReading).toHaveBeenCalledTimes(1);
    expect(keys.forReading.mock.calls[0]![0]).toHaveLength(7);
  });

  test('written again is stored as the same bytes, and other content as other bytes', async () => {
    const { store, page } = setUp();
    const one = greeted();
    await store.append('greeting-1', 'any', [one]);
    await store.append('greeting-1', 'any', [one]);
    await store.append('greeting-1', 'any', [{ ...one, data: { ...one.data, name: 'Ada Lovelacf' } }]);
    const nonces = page.stored.map((stored) =>
      Buffer.from((stored.data['$personal'] as { sealed: string }).sealed, 'base64')
        .subarray(0, 12)
        .toString('hex'),
    );
    expect(page.stored[1]!.data).toEqual(page.stored[0]!.data);
    // Two contents under one nonce would give both away.
    expect(new Set(nonces).size).toBe(2);
  });

  test('that was altered, or moved to another event, is an error and never a guess', async () => {
    const { store, page } = setUp();
    await store.append('greeting-1', 'any', [greeted()]);
    const [original] = page.stored as [StoredEvent];
    const envelope = original.data['$personal'] as { sealed: string };
    const bytes = Buffer.from(envelope.sealed, 'base64');
    bytes[bytes.length - 1]! ^= 1;
    page.stored[0] = {
      ...original,
      data: { ...original.data, $personal: { ...envelope, sealed: bytes.toString('base64') } },
    };
    await expect(read(store)).rejects.toThrow(original.id);
    page.stored[0] = { ...original, id: randomUUID() };
    await expect(read(store)).rejects.toThrow("can't be opened");
  });

  test('whose keys can not be looked up now makes the store unavailable', async () => {
    const { store, keys } = setUp();
    await store.append('greeting-1', 'any', [greeted()]);
    keys.forReading.mockRejectedValueOnce(new Error('connection refused'));
    await expect(read(store)).rejects.toBeInstanceOf(EventStoreUnavailable);
    expect(await read(store)).toHaveLength(1);
  });
});

describe('what is appended', () => {
  test('has to fit its schema; the error names the fields and not their content', async () => {
    const { store, page } = setUp();
    const append = store.append('greeting-1', 'any', [greeted(), greeted({ name: 7 as unknown as string })]);
    await expect(append).rejects.toThrow(TypeError);
    await expect(append).rejects.toThrow(/Greeted.*name/);
    await expect(
      store.append('greeting-1', 'any', [greeted({ place: ['Lovelace'] as unknown as string })]),
    ).rejects.not.toThrow(/Lovelace/);
    expect(page.stored).toEqual([]);
  });

  test('has to be of a known type and of its current version', async () => {
    const { store } = setUp();
    await expect(store.append('x-1', 'any', [event({ type: 'Unheard' })])).rejects.toThrow(TypeError);
    await expect(store.append('x-1', 'any', [event({ type: 'Counted', version: 2, data: { n: 1 } })])).rejects.toThrow(
      TypeError,
    );
  });
});

describe('versions', () => {
  // Made up: an event that was changed twice.
  const current = catalogueOf(
    define(
      'Moved',
      3,
      z.object({
        personId: z.string(),
        street: personal(z.string().nullable()),
        city: z.string(),
        country: z.string(),
      }),
      { subject: 'personId' },
    ),
  );
  const upcasters: Upcasters = {
    Moved: {
      1: ({ address, ...data }) => ({
        ...data,
        street: address === null ? null : String(address).split(', ')[0],
        city: 'unknown',
      }),
      2: (data) => ({ ...data, country: 'GB' }),
    },
  };
  const first = catalogueOf(
    define('Moved', 1, z.object({ personId: z.string(), address: personal(z.string().nullable()) }), {
      subject: 'personId',
    }),
  );

  const moved = async () => {
    const world = setUp({ catalogue: first });
    await world.store.append('move-1', 'any', [
      event({ type: 'Moved', data: { personId: 'ada', address: '12 St James Square, London' } }),
    ]);
    return { ...world, store: withCodec(world.page, { subjectKeys: world.keys, catalogue: current, upcasters }) };
  };

  test('an old one is read as the current one, step by step, personal data included', async () => {
    const { store } = await moved();
    expect((await read(store))[0]).toMatchObject({
      version: 3,
      data: { personId: 'ada', street: '12 St James Square', city: 'unknown', country: 'GB' },
    });
  });

  test('an old one of somebody erased is read too', async () => {
    const { store, keys } = await moved();
    keys.destroy('ada');
    expect((await read(store))[0]!.data).toEqual({ personId: 'ada', street: null, city: 'unknown', country: 'GB' });
  });

  test('what is stored stays as it was', async () => {
    const { store, page } = await moved();
    const before = JSON.stringify(page.stored, (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    await read(store);
    expect(
      JSON.stringify(page.stored, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    ).toBe(before);
  });

  test('an old one that nothing says how to read is an error', async () => {
    const { page, keys } = await moved();
    await expect(
      read(
        withCodec(page, {
          subjectKeys: keys,
          catalogue: current,
          upcasters: { Moved: { 1: upcasters['Moved']![1]! } },
        }),
      ),
    ).rejects.toThrow(/version 2 of Moved/);
  });

  test('one from the future, and a type nobody knows, come back as they are', async () => {
    const { store, page } = setUp();
    await page.append('x-1', 'any', [
      event({ type: 'Counted', version: 9, data: { many: true }, metadata: metadata() }),
      event({ type: 'Unheard', version: 2, data: { x: 1 } }),
    ]);
    expect(await read(store)).toEqual(page.stored);
  });
});
