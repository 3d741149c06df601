import type { ExistingBusiness } from '../../domain/businesses/business.ts';
import { quietHours } from '../../domain/sms/quiet-hours.ts';
import type { CommandServices } from '../kernel/unit-of-work.ts';

/** One that a test goes to: as they are told of it, and when it goes out where it is night there; null: at once. */
export interface TestedOn {
  readonly to: string;
  readonly until: string | null;
}

/** When a text goes out that is asked for now, as the sender holds it back; null: at once. */
export function heldUntil(
  world: Pick<CommandServices, 'now'>,
  { timezone }: ExistingBusiness,
  to: string,
): string | null {
  const quiet = quietHours({ to, at: world.now(), fallbackZone: timezone });
  return quiet.kind === 'wait' ? quiet.until.toISOString() : null;
}
