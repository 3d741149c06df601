import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { CallDeclaration } from '../../../api/contract/calls.ts';
import { allCalls } from '../../../api/contract/index.ts';
import { unknownFields } from '../../../api/kernel/known-fields.ts';

const bodies = Object.entries(allCalls as Readonly<Record<string, CallDeclaration>>).flatMap(([name, call]) =>
  call.body !== undefined && call.who !== 'public' && call.file === undefined ? [[name, call.body] as const] : [],
);

describe('fields that a call does not take', () => {
  it.each(bodies)('%s names them', (_, body) => {
    expect(unknownFields(body)({ id: 'x', created_at: 'x', no_such_field: 1 })).toEqual(['no_such_field']);
  });

  it('are found through defaults, refinements, transformations and unions', () => {
    const body = z
      .union([z.object({ a: z.string() }), z.object({ b: z.string() }).refine(() => true)])
      .transform((given) => given)
      .optional()
      .default({ a: '' });
    expect(unknownFields(body)({ a: '', b: '', c: '' })).toEqual(['c']);
    expect(unknownFields(z.record(z.string(), z.string()))({ c: '' })).toEqual([]);
    expect(unknownFields(z.object({ a: z.string() }))(['c'])).toEqual([]);
  });
});
