import { expect, test } from 'vitest';
import { asStoreError, wasTooSlow } from '../../../adapters/event-store/eventstoredb/errors.ts';
import { EventStoreUnavailable } from '../../../adapters/event-store/port.ts';

const tooSlow = new Error(
  '10 ABORTED: Operation timed out: Consumer too slow to handle event while live. Client resubscription required.',
);

test('a subscription that the server let go for being slow is no outage of the server', () => {
  expect(wasTooSlow(tooSlow)).toBe(true);
  // As it comes out of the port: still something to go on from, and still known for what it was.
  const known = asStoreError(tooSlow);
  expect(known).toBeInstanceOf(EventStoreUnavailable);
  expect(wasTooSlow(known)).toBe(true);
});

test.each([
  '14 UNAVAILABLE: No connection established',
  '4 DEADLINE_EXCEEDED',
  '10 ABORTED: Operation failed: unknown',
])('%s is one', (message) => expect(wasTooSlow(asStoreError(new Error(message)))).toBe(false));
