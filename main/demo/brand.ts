import type { CommandContext } from '../../commands/kernel/caller.ts';
import type { Commands } from '../../commands/catalogue.ts';

/**
 * The demo agency's brand: its name, a subdomain (http://northwind.localhost:3000 opens it without any DNS) and a teal
 * on which white text has a contrast
 * of 5.5 : 1 (WCAG 2.2, 1.4.3 asks for 4.5).
 */
export const brandDemo = (
  commands: Commands,
  context: CommandContext,
  agencyId: string,
): ReturnType<Commands['whitelabels']['edit']> =>
  commands.whitelabels.edit(context, {
    agencyId,
    name: 'Northwind Marketing',
    color: '#0f766e',
    subdomain: 'northwind',
  });
