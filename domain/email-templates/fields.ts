import { z } from 'zod';
import { line } from '../kernel/fields.ts';

/**
 * A whole email, a section of one that is used again (a _saved block_), or the design of one broadcast, which is offered
 * to no other.
 */
export const templateKinds = ['mail', 'section'] as const;
export const TemplateKind = z.enum([...templateKinds, 'broadcast']);
export type TemplateKind = z.output<typeof TemplateKind>;

/** What events say of a template. `records`: of its design, by name (`FlatDesign`), each whole. */
export const storedTemplate = {
  kind: TemplateKind,
  name: z.string().max(120),
  subject: z.string().max(200),
  records: z.record(z.string().max(40), z.record(z.string(), z.unknown())),
} as const;

/** What people may enter. */
export const templateFields = {
  name: line('The name', 120),
  subject: z.string().trim().max(200, 'A subject can have at most 200 characters.'),
} as const;
