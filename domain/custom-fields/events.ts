import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { BusinessId, CustomFieldId } from '../kernel/ids.ts';
import { storedField } from './fields.ts';

const field = { businessId: BusinessId, fieldId: CustomFieldId };
const { key, kind, name, choices } = storedField;

/** From now on every contact of the business may have this. Its key and its kind stay for life: values are read by them. */
export const CustomFieldCreated = event('CustomFieldCreated', 1, z.object({ ...field, key, kind, name, choices }));
/** What was changed of it. A choice that is gone stays with the contacts that have it. */
export const CustomFieldChanged = event(
  'CustomFieldChanged',
  1,
  z.object({ ...field, name: name.optional(), choices: choices.optional() }),
);
/** It is shown and asked for no more. What contacts said stays in the log. */
export const CustomFieldDeleted = event('CustomFieldDeleted', 1, z.object(field));

export const customFieldEvents = [CustomFieldCreated, CustomFieldChanged, CustomFieldDeleted] as const;
export type CustomFieldEvent = EventOf<(typeof customFieldEvents)[number]>;
