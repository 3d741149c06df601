import type { Channel } from '../../domain/kernel/channels.ts';
import { emails } from './channels/email.ts';
import { texts } from './channels/text.ts';
import { deliveryCommands } from './commands.ts';

/** What is asked and said of what each channel sends, on its way out. */
export const text = deliveryCommands(texts);
export const mail = deliveryCommands(emails);

/** A channel of which nothing can be said does not compile. */
({ text, mail }) satisfies Record<Channel, unknown>;
