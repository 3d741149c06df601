import pg from 'pg';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { tellError } from '../../../main/error-serializer.ts';

const person = ['Jane Doe', '+12025550155', '(202) 555-0155', 'jane.doe@example.net'];

/** Everything that a log says of it. */
function logged(error: unknown): string {
  let said = '';
  pino({ serializers: { err: (one: unknown) => tellError(one) } }, { write: (line) => (said += line) }).error(
    { err: error },
    'It failed.',
  );
  return said;
}

function thrown(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

describe('what a log says of an error', () => {
  const database = new pg.DatabaseError('invalid input syntax for type uuid: "Jane Doe"', 10, 'error');
  Object.assign(database, {
    code: '22P02',
    table: 'contacts',
    detail: 'Key (phone)=(+12025550155) already exists.',
    where: 'JSON data, line 1: {"name":"Jane Doe jane.doe@example.net',
    parameters: ['Jane Doe'],
  });
  const carrier = Object.assign(new Error("The 'To' number +12025550155 is not a valid phone number."), {
    code: 21211,
    status: 400,
    details: { to: '+12025550155' },
  });
  const email = Object.assign(new Error('550 5.1.1 <jane.doe@example.net>: no such user Jane'), {
    responseCode: 550,
    response: '550 <jane.doe@example.net>',
    rejected: ['jane.doe@example.net'],
  });
  it.each([
    ['a database', database],
    ['a carrier', carrier],
    ['an email server', email],
    ['what could not be read', thrown(() => JSON.parse('Jane Doe +12025550155'))],
    ['the cause of another', new Error('It failed.', { cause: new Error('for (202) 555-0155', { cause: database }) })],
    ['one of several', new AggregateError([database, carrier], 'All failed.')],
    ['no error at all', 'Jane Doe'],
  ])('names nobody: %s', (_, error) => {
    const said = logged(error);
    for (const word of person) expect(said).not.toContain(word);
  });
  it('keeps what helps: which table, which code, where in the code, which server', () => {
    expect(tellError(database)).toMatchObject({ code: '22P02', table: 'contacts' });
    expect(tellError(carrier)).toMatchObject({ code: 21211, status: 400, stack: expect.stringContaining('\n    at ') });
    const away = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED', port: 5432 });
    expect(tellError(away)).toMatchObject({ message: 'connect ECONNREFUSED 127.0.0.1:5432', port: 5432 });
    const named = Object.assign(new Error('duplicate key value violates unique constraint "users_email"'), {
      code: '23505',
    });
    expect(tellError(named).message).toContain('"users_email"');
    const id = 'no stream contact-0f8fad5b-d9cb-469f-a165-70867728950e at position 1234567';
    expect(tellError(new Error(id)).message).toContain('contact-0f8fad5b-d9cb-469f-a165-70867728950e');
  });
});
