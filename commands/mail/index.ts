import { mails } from '../delivery/channels/mail.ts';
import { deliveryCommands } from '../delivery/commands.ts';

export { preview, sendTest } from './designed.ts';
export { recordFailed, recordSent } from './record.ts';
/** On their way out. */
export const delivery = deliveryCommands(mails);
