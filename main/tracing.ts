import type { Logger } from 'pino';
import { type Tracing, untraced } from '../adapters/tracing/port.ts';
import type { Config } from './config.ts';

/** Where spans go: to the collector that is configured, else nowhere. */
export async function openTracing({ tracing, role }: Pick<Config, 'tracing' | 'role'>, log: Logger): Promise<Tracing> {
  if (tracing === null) return untraced;
  // Loaded where it is asked for: most installations never use it.
  const { createOtlpTracing } = await import('../adapters/tracing/otlp.ts');
  return createOtlpTracing({ ...tracing, resource: { ...tracing.resource, 'beckon.role': role } }, log);
}
