import { EventStoreDBClient } from '@eventstore/db-client';

/**
 * The client, without its batched append. That keeps the callers of all clients in one table: the loss of one connection fails everybody's appends, and an answer that comes
 * after that is thrown out of an event handler, where nothing can catch it and the process ends (6.2.1, dist/streams/appendToStream/batchAppend.js). The plain append is a call of its own.
 */
export function connect(connectionString: string): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(connectionString.replace(/^kurrentdb/, 'esdb'));
  const inner = client as unknown as {
    supports(method: { readonly path: string }, feature?: string): Promise<boolean>;
  };
  const supports = inner.supports.bind(client);
  inner.supports = async (method, feature) => !method.path.endsWith('/BatchAppend') && supports(method, feature);
  return client;
}
