import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { BusinessId, UserId, WebhookEndpointId } from '../../../../domain/kernel/ids.ts';
import * as decide from '../../../../domain/webhooks/endpoint.ts';
import type { WebhookEndpointEvent } from '../../../../domain/webhooks/events.ts';
import { endpointFields } from '../../../../domain/webhooks/fields.ts';

const businessId = BusinessId.parse(randomUUID());
const endpointId = WebhookEndpointId.parse(randomUUID());
const of = { businessId, endpointId };
const now = new Date('2026-11-27T12:00:00Z');
const written = {
  url: 'https://example.com/hooks',
  description: '',
  types: ['message.received'],
  version: '2026-11-27',
};
const after = (...events: readonly WebhookEndpointEvent[]) =>
  events.reduce(decide.WebhookEndpoint.evolve, decide.WebhookEndpoint.initial);
const created = decide.createEndpoint(
  { ...of, ...written, createdBy: UserId.parse(randomUUID()), since: null, now },
  decide.WebhookEndpoint.initial,
);
const types = (events: readonly WebhookEndpointEvent[]) => events.map(({ type }) => type);

describe('a webhook endpoint', () => {
  it('begins in the past or now', () => {
    const from = (since: string) => () =>
      decide.createEndpoint(
        { ...of, ...written, createdBy: UserId.parse(randomUUID()), since, now },
        decide.WebhookEndpoint.initial,
      );
    expect(types(from('2026-11-01T00:00:00Z')())).toEqual(['WebhookEndpointCreated']);
    expect(from('2026-12-01T00:00:00Z')).toThrow('Choose a time in the past.');
  });

  it('is nobody else’s, and gone once it was deleted', () => {
    const live = after(...created);
    const theirs = { businessId: BusinessId.parse(randomUUID()), endpointId };
    expect(() => decide.deleteEndpoint(theirs, live)).toThrow('does not exist');
    expect(() => decide.testEndpoint({ ...theirs, testId: randomUUID() }, live)).toThrow('does not exist');
    const gone = after(...created, ...decide.deleteEndpoint(of, live));
    expect(decide.deleteEndpoint(of, gone)).toEqual([]);
    expect(() => decide.changeEndpoint({ ...of, ...written }, gone)).toThrow('does not exist');
  });

  it('counts its secrets, and says until when the one before signs', () => {
    const live = after(...created);
    const [rotated] = decide.rotateEndpoint({ ...of, overlapHours: 24, now }, live);
    expect(rotated).toMatchObject({ data: { generation: 1, previousUntil: '2026-11-28T12:00:00.000Z' } });
    const [again] = decide.rotateEndpoint({ ...of, overlapHours: 0, now }, after(...created, rotated!));
    expect(again).toMatchObject({ data: { generation: 2, previousUntil: now.toISOString() } });
  });

  it('is turned off once, for the first reason, and nothing is asked of it then', () => {
    const off = after(...created, ...decide.disableEndpoint({ ...of, reason: 'gone' }, after(...created)));
    expect(decide.disableEndpoint({ ...of, reason: 'failing' }, off)).toEqual([]);
    expect(() => decide.testEndpoint({ ...of, testId: randomUUID() }, off)).toThrow('is off');
    expect(() => decide.replayEndpoint({ ...of, since: '2026-11-01T00:00:00Z', now }, off)).toThrow('is off');
    expect(types(decide.enableEndpoint(of, off))).toEqual(['WebhookEndpointEnabled']);
    expect(decide.enableEndpoint(of, after(...created))).toEqual([]);
  });

  it('says nothing where nothing changes', () => {
    expect(decide.changeEndpoint({ ...of, ...written }, after(...created))).toEqual([]);
    expect(types(decide.changeEndpoint({ ...of, ...written, types: [] }, after(...created)))).toEqual([
      'WebhookEndpointChanged',
    ]);
  });

  it.each([
    ['https://example.com/hooks', true],
    ['http://127.0.0.1:4000/hooks', true],
    ['http://example.com/hooks', false],
    ['https://user:secret@example.com', false],
    ['ftp://example.com', false],
    ['example.com', false],
  ])('takes the address %s: %s', (url, accepted) => {
    expect(endpointFields.url.safeParse(url).success).toBe(accepted);
  });
});
