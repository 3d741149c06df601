import { question } from '../kernel/command.ts';
import { roomLeft } from '../directory/contact-room.ts';
import { standingOf } from '../directory/payer-standing.ts';

export { changePayerAlerts, payerAlerts } from './alerts.ts';

/** How an agency, or a business through its agency, stands now; null: payments are off. */
export const standing = question(standingOf);

/** How many more contacts a business may have now; null: any number. */
export const contactRoom = question(roomLeft);
