import type { EmailOutcome, EmailProvider } from '../../../adapters/email/port.ts';
import type { EmailRoute } from '../../../workers/index.ts';
import type { Chance } from '../engine/chance.ts';
import type { Process } from '../engine/process.ts';
import type { Timeline } from '../engine/timeline.ts';
import type { Weather } from './weather.ts';

export interface Letter {
  readonly mailId: string;
  readonly to: string;
  /** Whether the one who sent it was told so. */
  told: boolean;
  readonly sender: Process;
}

export interface EmailServer {
  readonly letters: readonly Letter[];
  /** Null: none is set up, as it were. */
  routeFrom(process: Process): EmailRoute | null;
}

export function createEmailServer(parts: {
  readonly timeline: Timeline;
  readonly chance: Chance;
  readonly weather: () => Weather;
  /** Hears of each email that arrives. */
  readonly onTaken: (emailId: string) => void;
  readonly tell: (line: string) => void;
}): EmailServer {
  const { timeline, chance, weather, onTaken, tell } = parts;
  const letters: Letter[] = [];
  const provider = (process: Process): EmailProvider => ({
    name: 'smtp',
    send: async ({ to, messageId }, handOver) => {
      try {
        await handOver?.();
      } catch {
        return { kind: 'rejected', permanent: false, detail: 'not handed over' };
      }
      return new Promise<EmailOutcome>((resolve) => {
        const answer = (outcome: EmailOutcome, letter?: Letter): void => {
          timeline.in(
            chance.between(5, 300),
            () => {
              if (letter !== undefined) letter.told = true;
              resolve(outcome);
            },
            process,
          );
        };
        const { broken, cutOff, refuses } = weather().mail;
        if (chance.is(refuses))
          return answer({ kind: 'rejected', permanent: chance.is(0.3), detail: '550 no such mailbox' });
        if (chance.is(broken)) return answer({ kind: 'rejected', permanent: false, detail: '451 try again' });
        const isCut = chance.is(cutOff);
        if (isCut && chance.is(0.5)) return answer({ kind: 'unknown', detail: 'ECONNRESET' });
        timeline.in(chance.between(5, 200), () => {
          const letter: Letter = { mailId: messageId.slice(1).split('@')[0]!, to, told: false, sender: process };
          letters.push(letter);
          onTaken(letter.mailId);
          tell(`email ${letter.mailId.slice(0, 8)} arrives at ${to}`);
          if (isCut) answer({ kind: 'unknown', detail: 'ECONNRESET after the data' });
          else answer({ kind: 'accepted', providerMessageId: `<${letters.length}>` }, letter);
        });
      });
    },
    close: async () => {},
  });
  return {
    letters,
    routeFrom: (process) =>
      chance.is(weather().mail.nobody) ? null : (
        { provider: provider(process), from: { address: 'beckon@example.test', name: null }, tells: false }
      ),
  };
}
