import {
  automationHookCallEvents,
  AutomationHookDeleted,
  AutomationHookCreated,
  AutomationHookMapped,
  AutomationHookRenamed,
  AutomationHookReceived,
  automationHookEvents,
} from '../../domain/automations/events.ts';
import { perSchema } from '../engine/arrays.ts';
import { forgetting } from '../engine/erasures.ts';
import { is, typesOf } from '../engine/events.ts';
import { createAll } from '../engine/table.ts';
import type { Projector } from '../engine-types.ts';
import {
  automationHookCallTable,
  automationHookIndexes,
  automationHookModel,
  automationHookTable,
} from '../tables/automation-hooks.ts';

const upsert = perSchema((schema) => automationHookTable.upsert(schema, 'h'));
const insertCalls = perSchema((schema) => automationHookCallTable.upsert(schema, 'c'));

const remembered: Projector = {
  ...automationHookModel,
  handles: typesOf([...automationHookEvents, ...automationHookCallEvents]),
  create: createAll(automationHookTable, automationHookCallTable),
  index: automationHookIndexes,
  fold: (events, schema) => {
    const rows = automationHookTable.rows();
    const calls = automationHookCallTable.rows();
    for (const event of events) {
      if (is(event, AutomationHookReceived)) {
        const { position, stream, metadata } = event;
        const { contactId, businessId } = event.data;
        calls.merge({ contactId, position, businessId, stream, at: metadata.occurredAt });
        continue;
      }
      const { businessId, hookId: id } = event.data as Record<'businessId' | 'hookId', string>;
      if (is(event, AutomationHookCreated)) rows.merge({ id, businessId, madeAt: event.metadata.occurredAt });
      else if (is(event, AutomationHookMapped)) rows.merge({ id, businessId, mapped: true });
      else if (is(event, AutomationHookRenamed)) rows.merge({ id, businessId, name: event.data.name ?? '' });
      else if (is(event, AutomationHookDeleted)) rows.merge({ id, businessId, deleted: true });
    }
    return [...rows.toStatements(upsert(schema)), ...calls.toStatements(insertCalls(schema))];
  },
};

/** The addresses that other systems call to start automations, and of whom they called. */
export const automationHooks: Projector = forgetting(remembered, (schema) => [
  `delete from ${automationHookCallTable.in(schema)} where contact_id = any($1::uuid[])`,
]);
