import { expect, it } from 'vitest';
import { workerContext } from '../../../workers/context.ts';

it('of a row that stands for its tenant nothing but the tenant goes into the events of a worker', () => {
  const row = { agencyId: null, businessId: '706dd896-72cb-4289-a896-4bfcbae1c812', phase: 'stopping', position: 123n };
  const { caller } = workerContext('broadcasts', row, 'withhold', ['x'], { correlationId: 'x', causationId: null });
  expect(caller.tenant).toEqual({ agencyId: null, businessId: row.businessId });
});
