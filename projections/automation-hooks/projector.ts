import {
  AutomationHookDeleted,
  AutomationHookMade,
  AutomationHookMapped,
  AutomationHookNamed,
  automationHookEvents,
} from '../../domain/automation/events.ts';
import { perSchema } from '../engine/arrays.ts';
import { is, typesOf } from '../engine/events.ts';
import { createAll } from '../engine/table.ts';
import type { Projector } from '../engine-types.ts';
import { automationHookIndexes, automationHookModel, automationHookTable } from './table.ts';

const upsert = perSchema((schema) => automationHookTable.upsert(schema, 'h'));

/** The addresses that other systems call to start automations. */
export const automationHooks: Projector = {
  ...automationHookModel,
  handles: typesOf(automationHookEvents),
  create: createAll(automationHookTable),
  index: automationHookIndexes,
  fold: (events, schema) => {
    const rows = automationHookTable.rows();
    for (const event of events) {
      const { businessId, hookId: id } = event.data as Record<'businessId' | 'hookId', string>;
      if (is(event, AutomationHookMade)) rows.say({ id, businessId, madeAt: event.metadata.occurredAt });
      else if (is(event, AutomationHookMapped)) rows.say({ id, businessId, mapped: true });
      else if (is(event, AutomationHookNamed)) rows.say({ id, businessId, name: event.data.name ?? '' });
      else if (is(event, AutomationHookDeleted)) rows.say({ id, businessId, deleted: true });
    }
    return rows.into(upsert(schema));
  },
};
