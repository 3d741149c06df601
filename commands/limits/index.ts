import { question } from '../kernel/command.ts';
import { contactLimitFor } from '../directory/contact-room.ts';
import { standingOf } from '../directory/payer-standing.ts';

/** How an agency, or a business through its agency, stands now; null: payments are off. */
export const standing = question(standingOf);

/** How many contacts a business may have; null: any number. */
export const contactLimit = question(contactLimitFor);
