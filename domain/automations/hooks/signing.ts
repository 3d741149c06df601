import type { Aggregate } from '../../kernel/decider.ts';
import type { BusinessId } from '../../kernel/ids.ts';
import { AutomationSigningChanged, type AutomationSigningEvent } from '../events.ts';

/** With which secret what the automations of a business call is signed. `generation` 0: the one it has had from the start. */
export interface AutomationSigning {
  readonly generation: number;
  readonly changedAt: string | null;
}
export const AutomationSigning: Aggregate<AutomationSigning, AutomationSigningEvent> = {
  initial: { generation: 0, changedAt: null },
  evolve: (_, { data: { generation, at } }) => ({ generation, changedAt: at }),
};

export const changeSigning = (
  { businessId, now }: { readonly businessId: BusinessId; readonly now: string },
  { generation }: AutomationSigning,
): readonly AutomationSigningEvent[] => [
  AutomationSigningChanged.create({ businessId, generation: generation + 1, at: now }),
];

/** So long what is called is signed with the secret before as well: whoever checks it can change over without a gap. */
const bothMs = 24 * 3_600_000;

/** The secrets that are good now, the newest first. */
export const generationsAt = ({ generation, changedAt }: AutomationSigning, now: Date): readonly number[] =>
  changedAt !== null && now.getTime() < Date.parse(changedAt) + bothMs ? [generation, generation - 1] : [generation];
