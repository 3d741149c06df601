import type { CommandContext, CommandOutcome } from '../../commands/kernel/caller.ts';
import type { Commands } from '../../commands/catalogue.ts';
import type { CommandDependencies } from '../../commands/kernel/dependencies.ts';
import { NewsId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';

const day = 86_400_000;
const news = [
  {
    after: 120,
    title: 'Rehearse an automation',
    body: 'Run a draft against your last 90 days before you publish it. Nothing is sent.',
  },
  {
    after: 180,
    title: 'Loops on pages and by text',
    body: 'Members get their link right away, whichever way they join.',
  },
] as const;

/** What the operator of the demo tells agencies. `began`: when all of it came into being. */
export async function helpDemo(
  commandsWith: (world: Partial<CommandDependencies>) => Commands,
  context: (...of: string[]) => CommandContext,
  began: Date,
): Promise<readonly CommandOutcome<unknown>[]> {
  const outcomes: CommandOutcome<unknown>[] = [
    await commandsWith({ now: () => began }).help.chooseSupport(context('support'), {
      text: 'Weekdays from 9 AM to 6 PM Pacific time. We answer within a day.',
      email: 'support@demo.test',
      phone: null,
      link: null,
    }),
  ];
  for (const { after, title, body } of news) {
    const at = new Date(began.getTime() + after * day);
    const newsId = NewsId.parse(uuidV5(namespaces.command, 'demo', title));
    outcomes.push(
      await commandsWith({ now: () => at }).help.publishNews(context('news', title), { newsId, title, body }),
    );
  }
  return outcomes;
}
