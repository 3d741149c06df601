import { randomUUID } from 'node:crypto';
import { Empty, StreamIdentifier, UUID, WrongExpectedVersion } from '@eventstore/db-client/generated/shared_pb.js';
import { Status } from '@eventstore/db-client/generated/status_pb.js';
import { BatchAppendReq, BatchAppendResp, ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import fc from 'fast-check';
import { Any } from 'google-protobuf/google/protobuf/any_pb.js';
import { expect, test } from 'vitest';
import {
  decodeAppend,
  decodeRead,
  encodeAppend,
  encodeRead,
  ofNoInterest,
} from '../../../adapters/event-store/eventstoredb/messages.ts';

/** The client's own generated code says what the bytes mean. */

const position = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n });
const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 300 });
const utf8 = (text: string) => Buffer.from(text).toString('base64');

test('a reading of a stream', () => {
  fc.assert(
    fc.property(name, fc.nat(), fc.integer({ min: 1 }), (stream, revision, count) => {
      const options = ReadReq.deserializeBinary(encodeRead({ from: { stream, revision }, count })).getOptions()!;
      expect(options.getStream()!.getStreamIdentifier()!.getStreamName_asB64()).toBe(utf8(stream));
      expect(options.getStream()!.hasRevision()).toBe(true);
      expect(options.getStream()!.getRevision()).toBe(String(revision));
      expect(options.getCount()).toBe(String(count));
      expect(options.hasNoFilter()).toBe(true);
      expect(options.getReadDirection()).toBe(0);
      expect(options.getUuidOption()!.hasString()).toBe(true);
    }),
  );
});

test('a reading of everything, from a position, from either end, backwards', () => {
  fc.assert(
    fc.property(position, (at) => {
      const options = ReadReq.deserializeBinary(
        encodeRead({ from: { all: at }, backwards: true, count: 7 }),
      ).getOptions()!;
      expect(options.getAll()!.getPosition()!.getCommitPosition()).toBe(String(at));
      expect(options.getAll()!.getPosition()!.getPreparePosition()).toBe(String(at));
      expect(options.getReadDirection()).toBe(1);
    }),
  );
  const all = (from: 0n | 'end') =>
    ReadReq.deserializeBinary(encodeRead({ from: { all: from }, count: 1 }))
      .getOptions()!
      .getAll()!;
  expect(all(0n).hasStart()).toBe(true);
  expect(all('end').hasEnd()).toBe(true);
});

test('a subscription with a filter by types or by streams', () => {
  const decoded = (filter: Parameters<typeof encodeRead>[0]['filter'] & object) =>
    ReadReq.deserializeBinary(encodeRead({ from: { all: 5n }, filter })).getOptions()!;
  const byType = decoded({ typeRegex: '^(?:A|B)$' });
  expect(byType.hasSubscription()).toBe(true);
  expect(byType.getFilter()!.getEventType()!.getRegex()).toBe('^(?:A|B)$');
  expect(byType.getFilter()!.getMax()).toBe(256);
  expect(byType.getFilter()!.getCheckpointintervalmultiplier()).toBe(8);
  const byStream = decoded({ streamPrefixes: ['a-', 'b-'] });
  expect(byStream.getFilter()!.getStreamIdentifier()!.getPrefixList()).toEqual(['a-', 'b-']);
});

test('an append', () => {
  fc.assert(
    fc.property(
      name,
      fc.integer({ min: -1, max: 2 ** 31 - 2 }),
      fc.array(fc.json(), { minLength: 1, maxLength: 4 }),
      (stream, at, texts) => {
        const events = texts.map((data) => ({ id: randomUUID(), type: 'Tried', data, metadata: '{"a":"ä"}' }));
        const id = randomUUID();
        const request = BatchAppendReq.deserializeBinary(encodeAppend({ id, stream, at, deadline: 10, events }));
        expect(request.getCorrelationId()!.getString()).toBe(id);
        expect(request.getIsFinal()).toBe(true);
        const options = request.getOptions()!;
        expect(options.getStreamIdentifier()!.getStreamName_asB64()).toBe(utf8(stream));
        expect(options.hasNoStream()).toBe(at < 0);
        if (at >= 0) expect(options.getStreamPosition()).toBe(String(at));
        const messages = request.getProposedMessagesList();
        expect(messages.map((message) => message.getId()!.getString())).toEqual(events.map((event) => event.id));
        for (const [n, message] of messages.entries()) {
          expect(message.getMetadataMap().get('type')).toBe('Tried');
          expect(message.getMetadataMap().get('content-type')).toBe('application/json');
          expect(message.getData_asB64()).toBe(utf8(texts[n]!));
          expect(message.getCustomMetadata_asB64()).toBe(utf8('{"a":"ä"}'));
        }
      },
    ),
  );
});

test('an event, a checkpoint, and what is of no interest, which is never null: that would end the call', () => {
  fc.assert(
    fc.property(name, fc.nat(), position, fc.json(), (stream, revision, at, data) => {
      const id = randomUUID();
      const recorded = new ReadResp.ReadEvent.RecordedEvent();
      recorded.setId(new UUID().setString(id));
      recorded.setStreamIdentifier(new StreamIdentifier().setStreamName(utf8(stream)));
      recorded.setStreamRevision(String(revision)).setCommitPosition(String(at)).setPreparePosition(String(at));
      recorded.setData(utf8(data)).setCustomMetadata(utf8('{}'));
      recorded.getMetadataMap().set('created', '1').set('type', 'Tried').set('content-type', 'application/json');
      const bytes = new ReadResp().setEvent(new ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(String(at)));
      expect(decodeRead(Buffer.from(bytes.serializeBinary()))).toEqual({
        event: {
          id,
          stream: Buffer.from(stream).toString(),
          type: 'Tried',
          revision,
          position: at,
          data: Buffer.from(data),
          metadata: Buffer.from('{}'),
        },
      });
      const checkpoint = new ReadResp.Checkpoint().setCommitPosition(String(at)).setPreparePosition(String(at));
      expect(decodeRead(Buffer.from(new ReadResp().setCheckpoint(checkpoint).serializeBinary()))).toEqual({
        checkpoint: at,
      });
    }),
  );
  const of = (answer: ReadResp) => decodeRead(Buffer.from(answer.serializeBinary()));
  expect(of(new ReadResp().setStreamNotFound(new ReadResp.StreamNotFound()))).toEqual(ofNoInterest);
  expect(of(new ReadResp().setCaughtUp(new ReadResp.CaughtUp()))).toEqual(ofNoInterest);
  expect(of(new ReadResp().setConfirmation(new ReadResp.SubscriptionConfirmation().setSubscriptionId('x')))).toEqual(
    ofNoInterest,
  );
  expect(of(new ReadResp().setEvent(new ReadResp.ReadEvent().setNoPosition(new Empty())))).toEqual(ofNoInterest);
});

test('what became of an append', () => {
  const id = randomUUID();
  const of = (answer: BatchAppendResp) => decodeAppend(Buffer.from(answer.serializeBinary()));
  const answer = () => new BatchAppendResp().setCorrelationId(new UUID().setString(id));
  const success = new BatchAppendResp.Success().setCurrentRevision('41');
  expect(of(answer().setSuccess(success))).toEqual({ id, revision: 41, position: null });

  const structured = new UUID.Structured().setMostSignificantBits('-6557241057451442176').setLeastSignificantBits('1');
  const { id: read } = of(
    new BatchAppendResp().setCorrelationId(new UUID().setStructured(structured)).setSuccess(success),
  );
  expect(read).toBe('a5000000-0000-0000-0000-000000000001');

  const details = new Any();
  details.pack(new WrongExpectedVersion().serializeBinary(), 'event_store.client.WrongExpectedVersion');
  expect(of(answer().setError(new Status().setMessage('Wrong').setDetails(details)))).toEqual({
    id,
    refused: 'Wrong',
    kind: 'WrongExpectedVersion',
    most: 0,
  });
});

test('bytes that end too early are refused, not guessed', () => {
  const bytes = encodeRead({ from: { all: 300n }, count: 1 });
  expect(() => decodeRead(bytes.subarray(0, 1))).toThrow('in the middle of a field');
});
