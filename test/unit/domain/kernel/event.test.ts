import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type EventOf, event, is } from '../../../../domain/kernel/event.ts';
import { isPersonal, personal } from '../../../../domain/kernel/personal.ts';

const Greeted = event('Greeted', 1, z.object({ who: z.uuid(), words: personal(z.string()), at: z.string() }), {
  subject: 'who',
});
const Left = event('Left', 1, z.object({ who: z.uuid() }));
type Greeting = EventOf<typeof Greeted>['data'];

describe('an event', () => {
  it('says in its type what an erasure takes: code that forgets it does not compile', () => {
    const erased: Greeting = { who: 'x', words: null, at: 'now' };
    // @ts-expect-error: what is not personal stays.
    const impossible: Greeting = { who: 'x', words: null, at: null };
    // @ts-expect-error: the words may be gone.
    const lengthOf = ({ words }: Greeting): number => words.length;
    expect(() => lengthOf(erased)).toThrow(TypeError);
    expect(impossible.at).toBeNull();
  });
  it('is told by its kind, and has its data typed from then on', () => {
    const some: { readonly type: string; readonly data: Readonly<Record<string, unknown>> } = Greeted.create({
      who: '00000000-0000-4000-8000-000000000001',
      words: 'Hello',
      at: 'now',
    });
    expect([is(some, Greeted), is(some, Left)]).toEqual([true, false]);
    if (is(some, Greeted)) expect(some.data.words?.length).toBe(5);
  });
  it('says of each field whether it is about a person, whatever is made of it', () => {
    const name = personal(z.string());
    for (const schema of [name, name.max(9), name.nullable(), name.optional(), name.nullable().default(null)])
      expect(isPersonal(schema)).toBe(true);
    expect(isPersonal(z.object({ name }).partial().shape.name)).toBe(true);
    expect(isPersonal(z.string())).toBe(false);
    expect(Greeted.personal).toEqual(['words']);
    // @ts-expect-error: whose it is has to be said.
    event('Named', 1, z.object({ who: z.uuid(), name }));
    // @ts-expect-error: it is nobody's.
    event('Counted', 1, z.object({ who: z.uuid(), n: z.number() }), { subject: 'who' });
  });
  it('keeps what its schema allows and nothing else', () => {
    expect(() => Left.create({ who: 'nobody' })).toThrow();
    expect(Left.create({ who: '00000000-0000-4000-8000-000000000001', more: 1 } as never).data).toEqual({
      who: '00000000-0000-4000-8000-000000000001',
    });
  });
});
