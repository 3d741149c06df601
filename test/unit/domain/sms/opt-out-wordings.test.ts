import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { looksLikeOptOut } from '../../../../domain/sms/looks-like-opt-out.ts';
import { reservedMeaning } from '../../../../domain/sms/reserved-words.ts';
import { type Expected, wordings } from '../../../support/opt-out-wordings.ts';

/** How a text is taken, in the order in which the reaction to it asks. */
const taken = (body: string): Expected =>
  reservedMeaning(body) === 'stop' ? 'stop'
  : looksLikeOptOut(body) === null ? 'none'
  : 'looks-like';

/** Of those taken for it, how many are; of those that are, how many are taken for it. */
function measured(is: (one: Expected) => boolean) {
  const wrong: string[] = [];
  let [right, found, there] = [0, 0, 0];
  for (const { expected, body } of wordings) {
    const got = taken(body);
    if (is(got)) found += 1;
    if (is(expected)) there += 1;
    if (is(got) && is(expected)) right += 1;
    if (is(got) !== is(expected)) wrong.push(`${expected} → ${got}: ${body}`);
  }
  return { precision: right / found, recall: right / there, found, there, wrong };
}
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

describe('an opt-out by any reasonable means (47 CFR 64.1200(a)(10))', () => {
  it('the corpus has at least 400 lines, each once, of every meaning in English and Spanish', () => {
    expect(wordings.length).toBeGreaterThanOrEqual(400);
    expect(new Set(wordings.map(({ body }) => body)).size).toBe(wordings.length);
    for (const meaning of ['stop', 'looks-like', 'none'] as const)
      for (const language of ['en', 'es'] as const)
        expect(
          wordings.filter((one) => one.expected === meaning && one.language === language).length,
        ).toBeGreaterThanOrEqual(50);
  });
  it.each(wordings)('$expected: $body', ({ expected, body }) => {
    expect(taken(body)).toBe(expected);
  });
  it('precision and recall over the corpus', () => {
    const stop = measured((one) => one === 'stop');
    const either = measured((one) => one !== 'none');
    for (const [name, { precision, recall, found, there }] of Object.entries({ stop, 'stop or looks-like': either }))
      console.log(`${name}: precision ${percent(precision)} of ${found}, recall ${percent(recall)} of ${there}`);
    expect([stop.wrong, either.wrong]).toEqual([[], []]);
  });
});

describe('what looks like an opt-out', () => {
  it.each(['no', 'No thanks!', 'nope', 'no, gracias', 'Not for me'])('%j is a bare no', (body) => {
    expect(looksLikeOptOut(body)).toBe('bare-no');
  });
  it.each(['STOP', 'please stop texting me', 'START', 'HELP', 'YES'])('%j has a meaning of its own', (body) => {
    expect(looksLikeOptOut(body)).toBeNull();
  });
  it('any text at all gets an answer, quickly', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (body) => {
        expect([null, 'looks-like', 'bare-no']).toContain(looksLikeOptOut(body));
      }),
    );
    expect(looksLikeOptOut(`${'no '.repeat(59)}x`)).toBeNull();
    expect(looksLikeOptOut('stop with the '.repeat(15))).not.toBe('bare-no');
    expect(looksLikeOptOut('not interested in '.repeat(300))).toBeNull();
  });
});
