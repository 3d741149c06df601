import { AutomationId, BusinessId } from '../../domain/kernel/ids.ts';
import { type Used, usedAmong, type Users } from '../../domain/uses/uses.ts';
import { question } from '../kernel/command.ts';
import { customMergeFields } from '../custom-fields/merge.ts';
import { keptVersion } from './documents.ts';

type Asked = Omit<Users, 'automations' | 'fields'> & {
  /** Published and switched on. */
  readonly live: readonly { readonly id: string; readonly name: string; readonly version: number }[];
};

/** What is used by what in a business: the versions that run are read from the log, once each. */
export const usesInBusiness = question(
  async (world, business: string, { live, ...others }: Asked): Promise<readonly Used[]> => {
    const [fields, documents] = await Promise.all([
      customMergeFields(world, BusinessId.parse(business)),
      Promise.all(live.map(({ id, version }) => keptVersion(world, AutomationId.parse(id), version))),
    ]);
    const automations = live.flatMap(({ id, name }, at) => {
      const made = documents[at];
      return made == null ? [] : [{ id, name, document: made.document }];
    });
    return usedAmong({ ...others, automations, fields });
  },
);
