import { Resolver } from 'node:dns/promises';
import type { EmailDomains } from './port.ts';

export type { EmailDomains } from './port.ts';

const nothingThere = new Set(['ENOTFOUND', 'ENODATA', 'NXDOMAIN']);

/** `servers`: `address` or `address:port`; left out: those of the system. `timeoutMs` is for one try of two. */
export function createEmailDomains({
  servers,
  timeoutMs = 1_500,
}: { readonly servers?: readonly string[]; readonly timeoutMs?: number } = {}): EmailDomains {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);

  /** What there is; an empty list when the DNS says that there is nothing; null when it did not say. */
  const ask = async <T>(question: Promise<readonly T[]>): Promise<readonly T[] | null> => {
    try {
      return await question;
    } catch (error) {
      return nothingThere.has((error as NodeJS.ErrnoException).code ?? '') ? [] : null;
    }
  };

  return {
    async takesEmail(domain) {
      const exchangers = await ask(resolver.resolveMx(domain));
      if (exchangers === null) return null;
      if (exchangers.length > 0) return exchangers.some(({ exchange }) => exchange !== '' && exchange !== '.');
      const [four, six] = await Promise.all([ask(resolver.resolve4(domain)), ask(resolver.resolve6(domain))]);
      if ((four?.length ?? 0) + (six?.length ?? 0) > 0) return true;
      return four === null || six === null ? null : false;
    },
  };
}
