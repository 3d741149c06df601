import { convertToCommandError, EventStoreDBClient } from '@eventstore/db-client';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { CallOptions, ClientDuplexStream, ClientReadableStream, Metadata } from '@grpc/grpc-js';
import {
  type AppendAnswer,
  type AppendRequest,
  decodeAppend,
  decodeRead,
  encodeAppend,
  encodeRead,
  type ReadAnswer,
  type ReadRequest,
} from './messages.ts';

export type Answers = ClientReadableStream<ReadAnswer>;
export type Appends = ClientDuplexStream<AppendRequest, AppendAnswer>;

/**
 * The client for what it is good at: the connection string, finding the leader of a cluster, credentials, and turning
 * away from a node that fails. The calls themselves are made on its channel, with messages of our own (messages.ts):
 * twice as fast, and with a batched append in which the loss of a connection fails the appends of that connection and
 * nothing else. In the client's own (6.2.1, dist/streams/appendToStream/batchAppend.js) all clients share one table of
 * callers, and an answer that comes after an error is thrown where nothing can catch it.
 */
export interface Wire {
  /** The caller listens for errors (`asStoreError` says what they mean), and cancels what it does not read to the end. */
  read(request: ReadRequest, options?: { readonly requiresLeader?: boolean }): Promise<Answers>;
  /** A call for many appends; answers come in any order. The caller listens for errors. */
  appends(): Promise<Appends>;
  close(): Promise<void>;
}

/** Parts of the client that its types hide. */
interface Inner {
  readonly callArguments: (
    options: { readonly requiresLeader?: boolean },
    callOptions: CallOptions,
  ) => [Metadata, CallOptions];
  readonly GRPCStreamCreator: <T>(
    client: typeof StreamsClient,
    name: string,
    create: (client: StreamsClient) => T,
  ) => () => Promise<T>;
}

export function connect(connectionString: string): Wire {
  const client = EventStoreDBClient.connectionString(connectionString.replace(/^kurrentdb/, 'esdb'));
  const { callArguments, GRPCStreamCreator } = client as unknown as Inner;
  const path = '/event_store.client.streams.Streams';
  return {
    read: async (request, options = {}) =>
      GRPCStreamCreator(StreamsClient, 'read', (streams) =>
        streams.makeServerStreamRequest(
          `${path}/Read`,
          encodeRead,
          decodeRead,
          request,
          ...callArguments(options, { deadline: Infinity }),
        ),
      )(),
    appends: async () =>
      GRPCStreamCreator(StreamsClient, 'appends', (streams) =>
        streams.makeBidiStreamRequest(
          `${path}/BatchAppend`,
          encodeAppend,
          decodeAppend,
          ...callArguments({ requiresLeader: true }, { deadline: Infinity }),
        ),
      )(),
    close: () => client.dispose(),
  };
}

/** All answers of a read that has an end. Throws what the client makes of errors. */
export function answersOf(answers: Answers): Promise<readonly ReadAnswer[]> {
  return new Promise((resolve, reject) => {
    const all: ReadAnswer[] = [];
    answers.on('data', (answer: ReadAnswer) => all.push(answer));
    answers.on('end', () => resolve(all));
    answers.on('error', (error: Error) => reject(convertToCommandError(error)));
  });
}
