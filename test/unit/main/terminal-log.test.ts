import { expect, it } from 'vitest';
import { createLog, terminalLine } from '../../../main/terminal-log.ts';

const at = new Date('2026-11-21T14:03:22').getTime();
const line = (fields: object) => terminalLine(JSON.stringify({ level: 30, time: at, ...fields }), { colour: false });

it('one short line says when, which part and what, and only what else is worth reading', () => {
  expect(line({ msg: 'The demo has been set up.' })).toBe('14:03:22 The demo has been set up.\n');
  expect(line({ level: 40, part: 'sender', msg: 'The carrier is away.', attempt: 3, requestId: 'x' })).toBe(
    '14:03:22 warning sender: The carrier is away. (attempt=3)\n',
  );
  expect(line({ msg: 'Long.', words: 'x'.repeat(500) }).length).toBeLessThan(160);
});

it('what failed follows: its message, and the stack of a fault of ours', () => {
  const err = { type: 'Error', message: 'away', stack: 'Error: away\n    at here\n    at there' };
  expect(line({ level: 40, msg: 'No.', err })).toBe('14:03:22 warning No.\n  away\n');
  expect(line({ level: 50, msg: 'No.', err })).toContain('\n  Error: away\n      at here');
});

it('a line that is no JSON stays as it is', () => {
  expect(terminalLine('words\n', { colour: true })).toBe('words\n');
});

it('secrets stay hidden at a terminal, too', () => {
  const written: string[] = [];
  const log = createLog('info', { isTTY: true, write: (text: string) => written.push(text) > 0 } as never);
  log.info({ config: { password: 'hunter2' }, authToken: 'hunter2' }, 'Started.');
  expect(written.join('')).toContain('Started.');
  expect(written.join('')).not.toContain('hunter2');
});
