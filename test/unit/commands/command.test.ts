import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { EventToStore, StoredEvent } from '../../../adapters/event-store/port.ts';
import type { CommandContext } from '../../../commands/kernel/caller.ts';
import { catalogue } from '../../../commands/catalogue.ts';
import { command, decision, edit, execute } from '../../../commands/kernel/command.ts';
import type { CommandServices } from '../../../commands/kernel/dependencies.ts';
import type { Aggregate } from '../../../domain/kernel/decider.ts';
import { formOf } from '../../../domain/kernel/edit.ts';
import { DomainError } from '../../../domain/kernel/errors.ts';
import { type EventOf, event } from '../../../domain/kernel/event.ts';

const Renamed = event('Renamed', 1, z.object({ name: z.string() }));
type Thing = { readonly status: 'none' } | { readonly status: 'there'; readonly name: string };
const Thing: Aggregate<Thing, EventOf<typeof Renamed>> = {
  initial: { status: 'none' },
  evolve: (_, { data }) => ({ status: 'there', name: data.name }),
};
const rename = ({ name }: { readonly name: string }, thing: Thing) =>
  thing.status === 'there' && thing.name === name ? [] : [Renamed.create({ name })];

/** A world of one stream, as far as these commands need one. */
function world() {
  const stored: StoredEvent[] = [];
  const events = {
    read: () => Promise.resolve([...stored]),
    append: (_stream: string, _expected: unknown, more: readonly EventToStore[]) => {
      for (const one of more)
        stored.push({ ...one, stream: 'thing', revision: stored.length, position: BigInt(stored.length + 1) } as never);
      const [revision, position] = [stored.length - 1, BigInt(stored.length)];
      return Promise.resolve({ revision, position, repeated: false });
    },
  };
  return { stored, world: { events, now: () => new Date(0) } as unknown as CommandServices };
}
const context = (role: 'admin' | 'public', commandId = 'c1'): CommandContext => ({
  caller: { role, actor: { kind: 'system', name: 'test' }, tenant: { agencyId: null, businessId: null } },
  commandId,
  correlationId: 'x',
  causationId: null,
});
const place = { stream: 'thing', tenant: { agencyId: null, businessId: null } };
const renameThing = decision({
  input: z.object({ name: z.string().min(1, 'The name is missing.') }),
  by: ['admin'],
  aggregate: Thing,
  at: () => place,
  decide: rename,
  result: ({ revision }) => ({ revision }),
});

describe('a command', () => {
  it('asks first who may, then whether the input is right, and only then does anything', async () => {
    const w = world();
    const bad = { name: '' };
    await expect(execute(renameThing, { ...w, context: context('public') }, bad)).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(execute(renameThing, { ...w, context: context('admin') }, bad)).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { name: ['The name is missing.'] },
    });
    expect(w.stored).toEqual([]);
  });
  it('that is a decision appends what was decided, once, and answers the same when it is repeated', async () => {
    const w = world();
    const run = (commandId: string, name: string) =>
      execute(renameThing, { ...w, context: context('admin', commandId) }, { name });
    expect(await run('one', 'A')).toEqual({ position: 1n, result: { revision: 0 } });
    expect(await run('one', 'A')).toEqual({ position: 1n, result: { revision: 0 } });
    expect(await run('two', 'A')).toEqual({ position: null, result: { revision: 0 } });
    expect(w.stored.map(({ data }) => data['name'])).toEqual(['A']);
  });
  it('finds nothing of somebody else’s: what `at` refuses is not decided on', async () => {
    const w = world();
    const theirs = decision({
      ...renameThing,
      aggregate: Thing,
      at: () => {
        throw new DomainError('not_found', 'This thing does not exist.');
      },
      decide: () => expect.unreachable(),
    });
    await expect(execute(theirs, { ...w, context: context('admin') }, { name: 'A' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
  it('that is an edit tells what others have changed of its form since, unless nothing would change', async () => {
    const w = world();
    const editThing = edit({
      input: z.object({ name: z.string(), revision: z.number().nullable() }),
      by: ['admin'],
      aggregate: Thing,
      at: () => place,
      form: () => formOf<Thing>('name'),
      decide: rename,
    });
    const run = (commandId: string, name: string, revision: number | null) =>
      execute(editThing, { ...w, context: context('admin', commandId) }, { name, revision });
    await run('one', 'A', null);
    await run('two', 'B', 0);
    await expect(run('three', 'C', 0)).rejects.toMatchObject({
      code: 'edit_conflict',
      changes: [{ field: 'name', was: 'A', now: 'B' }],
    });
    expect((await run('four', 'B', 0)).result).toEqual({ revision: 1 });
    expect((await run('five', 'C', null)).result).toEqual({ revision: 2 });
  });
  it('is in the catalogue with what it takes and who may have it', () => {
    const look = (part: string, commands: object): void => {
      for (const [name, declared] of Object.entries(commands) as [string, Record<string, unknown>][]) {
        if ('run' in declared) {
          expect([part, name, (declared['by'] as unknown[]).length > 0]).toEqual([part, name, true]);
          expect([part, name, 'parse' in (declared['input'] as object)]).toEqual([part, name, true]);
        } else if (!('ask' in declared)) {
          expect([part, name, Object.keys(declared).length > 0]).toEqual([part, name, true]);
          look(`${part}.${name}`, declared);
        }
      }
    };
    for (const [part, commands] of Object.entries(catalogue)) look(part, commands);
  });
  it('is called with what its schema takes: anything else does not compile', () => {
    const given = command({ input: z.object({ n: z.number() }), by: ['admin'], run: () => expect.unreachable() });
    // @ts-expect-error: a text is no number.
    const wrong: Parameters<typeof execute<typeof given.input, unknown>>[2] = { n: '1' };
    expect(given.input.safeParse(wrong).success).toBe(false);
  });
});
