import type { UserPush } from './port.ts';

/** Pusher Beams. `endpoint` is for tests: host and port of a stand-in. */
export function createBeams({
  instanceId,
  secretKey,
  endpoint,
  port,
}: {
  readonly instanceId: string;
  readonly secretKey: string;
  readonly endpoint?: string;
  readonly port?: number;
}): UserPush {
  return {
    async send(userId, { title, body, link }, { ttlSeconds }) {
      try {
        const { default: Beams } = await import('@pusher/push-notifications-server');
        const beams = new Beams({
          instanceId,
          secretKey,
          ...(endpoint === undefined ? {} : { endpoint }),
          ...(port === undefined ? {} : { port }),
        } as ConstructorParameters<typeof Beams>[0]);
        await beams.publishToUsers([userId], {
          web: {
            time_to_live: ttlSeconds,
            notification: { title, body, ...(link === null ? {} : { deep_link: link }) },
          },
        });
        return { kind: 'taken', detail: 'taken' };
      } catch (error) {
        // The SDK says what went wrong in words only; whether it was taken nobody knows.
        return { kind: 'refused', detail: error instanceof Error ? error.name : 'unknown failure' };
      }
    },
  };
}
