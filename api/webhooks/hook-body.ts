import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { storable } from '../../domain/kernel/text.ts';
import { ApiError } from '../kernel/errors.ts';

/** Nothing that people map lies deeper. */
const deepest = 64;
/** Without an id of its own the same body is the same call for so long. */
const sameForMs = 600_000;

export const secretIn = ({ headers, query }: FastifyRequest): string | null => {
  const bearer = /^Bearer (.+)$/u.exec(headers.authorization ?? '')?.[1];
  const given = headers['x-webhook-secret'] ?? bearer ?? (query as Record<string, unknown>)['secret'];
  return typeof given === 'string' && given !== '' ? given : null;
};

/** By what a call is known when it comes again. */
export function callOf({ headers }: FastifyRequest, text: string, now: Date): string[] {
  const id = headers['idempotency-key'] ?? headers['x-delivery-id'];
  if (typeof id === 'string' && id !== '') return ['id', id.slice(0, 200)];
  const digest = createHash('sha256').update(text).digest('hex');
  return ['body', digest, String(Math.floor(now.getTime() / sameForMs))];
}

/** What was sent, as JSON or as a form. */
export function bodyOf(text: string, type: string): unknown {
  if (type.startsWith('application/x-www-form-urlencoded'))
    return keepable(Object.fromEntries(new URLSearchParams(text)), 0);
  let body: unknown = null;
  try {
    body = JSON.parse(text);
  } catch {
    // Said below.
  }
  if (typeof body !== 'object' || body === null)
    throw new ApiError('malformed_request', 'Send a JSON object, or a form.');
  return keepable(body, 0);
}

/** What was sent, as Postgres can keep it: names and texts without U+0000 and halves of surrogate pairs. */
function keepable(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return storable(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === deepest) throw new ApiError('malformed_request', `What is sent can be nested ${deepest} deep at most.`);
  if (Array.isArray(value)) return value.map((part) => keepable(part, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [storable(name), keepable(part, depth + 1)]));
}
