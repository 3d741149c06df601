import { describe, expect, it } from 'vitest';
import { judge, refuseGuessable } from '../../../commands/users/guessing.ts';

const about = ['ann.lee@bellas-pizzeria.test', 'Ann', 'Lee-Montgomery', "Bella's Pizzeria"];

describe('a password that is easy to guess', () => {
  it.each([
    'password',
    'Password1!',
    'P@ssw0rd123',
    '12345678',
    'qwertyuiop',
    'aaaaaaaaaaaaaaaa',
    'abcdefgh1!abcdefgh1!',
    'ann.lee@bellas-pizzeria.test',
    'Montgomery1',
    'bellaspizzeria',
    "Bella's Pizzeria",
    'BELLAS-PIZZERIA.TEST',
    'beckon123',
    '20260101',
    'iloveyou2',
  ])('%s is refused with what to do', async (password) => {
    await expect(refuseGuessable(password, about)).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { password: [expect.stringMatching(/\. Take a longer one: four words/)] },
    });
  });
});

describe('a password that is not', () => {
  it.each([
    ['words', 'correct-horse-battery'],
    ['a sentence', 'my aunt collects blue kettles'],
    ['eight random characters', 'Xk4!9vQz'],
    ['letters of another script', 'лошадь батарея скрепка'],
    ['64 characters and more', 'kV8w'.padEnd(200, 'the quick brown fox jumps over the lazy dog ')],
  ])('is taken: %s', async (_what, password) => {
    await expect(refuseGuessable(password, about)).resolves.toBeUndefined();
  });

  it('is told apart from a strong one', async () => {
    expect([await judge('Xk4!9vQz', []), await judge('correct-horse-battery', [])]).toEqual([
      { strength: 'fair', message: null },
      { strength: 'strong', message: null },
    ]);
  });

  it('may be somebody else’s name: only what is known of the person counts', async () => {
    const named = 'zanzibarbq grill 1';
    expect((await judge(named, [])).strength).not.toBe('weak');
    expect((await judge(named, ['Zanzibarbq Grill'])).strength).toBe('weak');
  });
});
