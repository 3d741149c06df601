import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { verdictOf, wanted } from '../../simulation/verdict.ts';

const ended = (code: string, timeout?: number) =>
  verdictOf(spawnSync(process.execPath, ['-e', code], { encoding: 'utf8', timeout }));

it.each([
  ['found', "console.log('BROKEN a law'); process.exitCode = 1"],
  ['MISSED', "console.log('every law held.')"],
  ['STUCK', "console.log('STUCK seed 4'); process.exitCode = 3"],
  ['FAILED', "console.log('BROKEN the story ends in an error: x'); process.exitCode = 1"],
  ['FAILED', "throw new Error('does not say what is to be replaced')"],
  ['FAILED', "process.kill(process.pid, 'SIGKILL')"],
])('%s, of what a process ends with', (verdict, code) => {
  expect(ended(code).verdict).toBe(verdict);
});

it('a process that is given up is no law that held', () => {
  expect(ended('setInterval(() => {}, 1000)', 300)).toEqual({ verdict: 'STUCK' });
});

it('the law that found it is told', () => {
  expect(ended("console.log('BROKEN a law'); process.exitCode = 1").law).toBe('a law');
});

it('a rule that nobody knows fails, and the names are said', () => {
  const rules = [{ name: 'one' }, { name: 'two' }];
  expect(wanted(rules)).toEqual(rules);
  expect(wanted(rules, 'two')).toEqual([{ name: 'two' }]);
  expect(() => wanted(rules, 'three')).toThrow(/three(.|\n)*one\n(.|\n)*two/);
});
