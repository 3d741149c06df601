import { createHash, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { canonical } from '../../../adapters/event-store/codec/canonical.ts';
import { commit, disclose } from '../../../adapters/event-store/codec/commitments.ts';
import { type Envelope, envelopeField } from '../../../adapters/event-store/codec/envelope.ts';
import { withCodec } from '../../../adapters/event-store/index.ts';
import { EventIdReused, type EventToStore } from '../../../adapters/event-store/port.ts';
import { type EventDefinition, event as define } from '../../../domain/kernel/event.ts';
import { personal } from '../../../domain/kernel/personal.ts';
import { engines, stopContainer } from './support/engines.ts';
import { event, streamName } from './support/events.ts';
import { pageStore } from './support/recordings.ts';

afterAll(stopContainer);

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
const catalogue = new Map([['Greeted', Greeted as unknown as EventDefinition]]);
const greeted = (name = 'Ada Lovelace', tags = ['first']) =>
  event({ type: 'Greeted', data: { personId: 'ada', name, tags, place: 'London' } });

const ringOf = (key: KeyObject | null) => {
  const look = async (subjects: readonly string[]) => new Map(subjects.map((subject) => [subject, key]));
  return { forReading: look, forWriting: look };
};
const envelopeOf = ({ data }: EventToStore) => data[envelopeField] as Envelope;
/** As an event was stored before there were commitments. */
const before = (one: EventToStore): EventToStore => {
  const { commit: _commit, ...envelope } = envelopeOf(one);
  return { ...one, data: { ...one.data, [envelopeField]: envelope } };
};
const sha256 = (...parts: readonly (string | Buffer)[]) =>
  createHash('sha256')
    .update(Buffer.concat(parts.map((part) => Buffer.from(part as string))))
    .digest();

describe('a commitment', () => {
  const key = createSecretKey(Buffer.alloc(32, 'known'));

  test('is found from the disclosed field and the hashes of the others alone', () => {
    const values = ['+12125550100', { b: [1, 2], a: 'é' }, null];
    const [phone, other, empty] = disclose(key, 'e1', values);
    const own = sha256(Buffer.from(phone!.salt, 'base64'), '"+12125550100"');
    const root = sha256(own, Buffer.from(other!.hash, 'base64'), Buffer.from(empty!.hash, 'base64'));
    expect(root.toString('base64')).toBe(commit(key, 'e1', values));
    expect(empty).toEqual({ value: null, salt: '', hash: Buffer.alloc(32).toString('base64') });
    expect(sha256(Buffer.from(other!.salt, 'base64'), '{"a":"é","b":[1,2]}').toString('base64')).toBe(other!.hash);
  });

  test('is the same for the same event, and another for another event, person, value or order', () => {
    const one = commit(key, 'e1', ['a', 'b']);
    expect(commit(key, 'e1', ['a', 'b'])).toBe(one);
    const others = [
      commit(key, 'e2', ['a', 'b']),
      commit(createSecretKey(randomBytes(32)), 'e1', ['a', 'b']),
      commit(key, 'e1', ['a', 'c']),
      commit(key, 'e1', ['b', 'a']),
    ];
    expect(new Set([one, ...others]).size).toBe(5);
  });

  test('has a salt of its own for each of many fields', () => {
    const salts = disclose(
      key,
      'e1',
      Array.from({ length: 20 }, () => 'same'),
    ).map(({ salt }) => salt);
    expect(new Set(salts).size).toBe(20);
    expect(salts.every((salt) => Buffer.from(salt, 'base64').length === 16)).toBe(true);
  });

  // A packet of today must be verifiable for ever: these bytes never change.
  test('is these bytes', () => {
    expect(commit(key, '0198c0de-0000-7000-8000-000000000001', ['+12125550100', 'Ada'])).toMatchInlineSnapshot(
      `"HBerYC55A1MeCtwzTOBuqPyUnjTaq2N2JU5n5j3JNLc="`,
    );
  });
});

test('JSON has one spelling for each value, whatever the order of its names', () => {
  expect(canonical({ b: 1, a: [null, true, 1e21, 'é\n'], c: undefined })).toBe('{"a":[null,true,1e+21,"é\\n"],"b":1}');
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonical(value);
      expect(canonical(JSON.parse(text))).toBe(text);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

describe.each(engines)('events on $name', (engine) => {
  test('have their commitment beside what is sealed, and none when their person was erased before', async () => {
    const log = await engine.start();
    const raw = log.open();
    try {
      const key = createSecretKey(randomBytes(32));
      const [stream, late] = [streamName(), streamName()];
      const one = greeted();
      await withCodec(raw, { subjectKeys: ringOf(key), catalogue }).append(stream, 'any', [one]);
      const [stored] = await raw.read(stream);
      expect(envelopeOf(stored!)).toMatchObject({
        fields: ['name', 'tags'],
        commit: commit(key, one.id, ['Ada Lovelace', ['first']]),
      });
      await withCodec(raw, { subjectKeys: ringOf(null), catalogue }).append(late, 'any', [greeted()]);
      expect(envelopeOf((await raw.read(late))[0]!)).toEqual({ of: 'ada', fields: ['name', 'tags'], sealed: null });
    } finally {
      await raw.close();
      await log.remove();
    }
  });

  test('that were stored before there were commitments are repeats still, one by one and in a batch', async () => {
    const log = await engine.start();
    const raw = log.open();
    try {
      const options = { subjectKeys: ringOf(createSecretKey(randomBytes(32))), catalogue };
      const store = withCodec(raw, options);
      const [stream, fresh] = [streamName(), streamName()];
      const one = greeted();
      const other = greeted('Grace Hopper');
      const page = pageStore();
      await withCodec(page, options).append(stream, 'any', [one, other]);
      const old = page.stored.map(({ stream: _stream, revision: _revision, position: _position, ...rest }) =>
        before(rest),
      );
      await raw.append(stream, 'noStream', old);

      expect(await store.append(stream, 'noStream', [one, other])).toMatchObject({ repeated: true, revision: 1 });
      const another = greeted('Mary Somerville');
      const [repeat, written, reused] = await store.appendMany([
        { stream, expected: 'any', events: [one, other] },
        { stream: fresh, expected: 'noStream', events: [another] },
        { stream: streamName(), expected: 'any', events: [{ ...greeted(), id: one.id }] },
      ]);
      expect(repeat).toMatchObject({ repeated: true, revision: 1 });
      expect(written).toMatchObject({ repeated: false, revision: 0 });
      if (engine.name !== 'eventstoredb') expect(reused).toBeInstanceOf(EventIdReused);
      expect((await raw.read(stream)).map(envelopeOf)).toEqual(old.map(envelopeOf));
      expect(envelopeOf((await raw.read(fresh))[0]!).commit).toBeDefined();
      await expect(store.append(stream, 'any', [{ ...one, data: { ...one.data, name: 'Ada L.' } }])).rejects.toThrow(
        EventIdReused,
      );
    } finally {
      await raw.close();
      await log.remove();
    }
  });
});
