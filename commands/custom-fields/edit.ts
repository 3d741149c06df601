import { z } from 'zod';
import {
  changeField as decideChanged,
  createField as decideCreated,
  CustomFields,
  deleteField as decideDeleted,
} from '../../domain/custom-fields/custom-fields.ts';
import { customFieldFields } from '../../domain/custom-fields/fields.ts';
import { CustomFieldId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { people } from '../kernel/caller.ts';
import { type Call, decision } from '../kernel/command.ts';
import { businessUserOf } from '../kernel/business-user.ts';

const ownFields = ({ context }: Call) => {
  const desk = businessUserOf(context);
  return { ...desk, stream: streams.customFields(desk.businessId) };
};
const { name, kind, choices } = customFieldFields;

export const createField = decision({
  input: z.object({ fieldId: CustomFieldId, name, kind, choices }),
  by: people,
  aggregate: CustomFields,
  at: ownFields,
  decide: (given, fields, { businessId }) => decideCreated({ businessId, ...given }, fields),
});

/** Its kind and its key stay: values are read by them. */
export const changeField = decision({
  input: z.object({ fieldId: CustomFieldId, name, choices }),
  by: people,
  aggregate: CustomFields,
  at: ownFields,
  decide: (given, fields, { businessId }) => decideChanged({ businessId, ...given }, fields),
});

export const deleteField = decision({
  input: z.object({ fieldId: CustomFieldId }),
  by: people,
  aggregate: CustomFields,
  at: ownFields,
  decide: (given, fields, { businessId }) => decideDeleted({ businessId, ...given }, fields),
});
