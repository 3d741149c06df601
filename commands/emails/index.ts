import { emails } from '../delivery/channels/email.ts';
import { deliveryCommands } from '../delivery/commands.ts';

export { preview, sendTest } from './designed.ts';
export { recordFailed, recordSent } from './record.ts';
/** On their way out. */
export const delivery = deliveryCommands(emails);
