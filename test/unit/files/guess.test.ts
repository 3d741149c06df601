import { expect, it } from 'vitest';
import { guessColumns, remember } from '../../../domain/uploads/guess.ts';

const targets = (columns: readonly string[], remembered = remember([], [])) =>
  guessColumns(columns, [], new Map(), remembered).map(({ target }) => target);

it('overwrites nothing unless somebody says so', () => {
  const guessed = guessColumns(['Phone', 'Name', 'Note'], [], new Map(), new Map());
  expect(guessed.map(({ policy }) => policy)).toEqual(['fill', 'fill', 'fill']);
});

it('remembers of several columns of one name what each was for', () => {
  const columns = ['Phone', 'Phone', 'Email', 'Email'];
  const plan = (['phone', null, 'email', null] as const).map((target) => ({ target, policy: 'never' as const }));
  const remembered = remember(columns, plan);
  expect(targets(['Email', 'Phone'], remembered)).toEqual(['email', 'phone']);
  expect(targets(columns, remembered)).toEqual(['phone', null, 'email', null]);
  expect(guessColumns(['Phone'], [], new Map(), remembered)).toEqual([{ target: 'phone', policy: 'never' }]);
});

it('remembers nothing of columns without a name', () => {
  const remembered = remember(
    ['', ''],
    [
      { target: 'phone', policy: 'fill' },
      { target: 'email', policy: 'fill' },
    ],
  );
  expect(targets(['', '', 'Phone'], remembered)).toEqual([null, null, 'phone']);
});

it('knows columns of consent by their channel', () => {
  expect(targets(['SMS consent', 'Email opt-in'])).toEqual(['agreed_texts', 'agreed_emails']);
  expect(targets(['Opted in'])).toEqual(['agreed']);
});
