import { CustomFields } from '../../domain/custom-fields/custom-fields.ts';
import type { BusinessId } from '../../domain/kernel/ids.ts';
import type { CustomMergeField } from '../../domain/personalization/fields.ts';
import { streams } from '../../domain/streams.ts';
import type { CommandServices } from '../kernel/unit-of-work.ts';

/** What texts of a business can merge besides what every contact has. */
export const customMergeFields = async (
  world: CommandServices,
  businessId: BusinessId,
): Promise<readonly CustomMergeField[]> =>
  [...(await world.loadState(streams.customFields(businessId), CustomFields))].flatMap(
    ([id, field]): CustomMergeField[] =>
      field.deleted ? [] : [{ id, key: field.key, name: field.name, kind: field.kind }],
  );
