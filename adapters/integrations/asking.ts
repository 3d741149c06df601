import { z } from 'zod';
import type { SafeHttp, SafeRequest } from '../http/port.ts';
import { ProviderAway } from './port.ts';

/** Ids beyond 2^53 would lose their last digits as numbers: they become text before they are read. */
export const withWholeIds = (json: string): string =>
  json.replace(/("(?:\w*[kK]ey|\w*_?id)"\s*:\s*)(\d{16,})/g, '$1"$2"');
/** An id as text; a shorter one may still be a number. */
export const WholeId = z.union([z.string(), z.int().nonnegative()]).transform(String);

export interface Answer {
  readonly status: number;
  /** Null: it was no JSON. */
  readonly body: unknown;
}

/** One request that answers JSON. Throws `ProviderAway` when there is none. */
export async function ask(http: SafeHttp, url: string, request: SafeRequest = {}): Promise<Answer> {
  const { status, body } = await http
    .request(url, { timeoutMs: 15_000, maxBytes: 8 * 1024 * 1024, ...request })
    .catch((error: unknown): never => {
      throw new ProviderAway('There was no answer.', { cause: error });
    });
  try {
    const text = body.toString('utf8');
    return { status, body: text === '' ? null : (JSON.parse(withWholeIds(text)) as unknown) };
  } catch {
    return { status, body: null };
  }
}

/** An answer in the shape that is documented. Throws `ProviderAway` for any other. */
export function shaped<S extends z.ZodType>(schema: S, { status, body }: Answer): z.output<S> {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  throw new ProviderAway(`The answer (${status}) has another shape than is documented.`, { cause: read.error });
}
