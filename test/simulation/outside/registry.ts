import {
  type Registrations,
  RegistrationUnavailable,
  type RegistrationEvent,
} from '../../../adapters/registrations/port.ts';
import { type BrandReport, type CampaignReport, inSeconds } from '../../../domain/registrations/a2p/decide.ts';
import type { Chance } from '../engine/chance.ts';
import type { Process } from '../engine/process.ts';
import type { Timeline } from '../engine/timeline.ts';
import type { Weather } from './weather.ts';

export const simulatedAccount = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'a token of the simulation' } as const;

type Kept =
  | { readonly kind: 'brand'; readonly report: BrandReport }
  | { readonly kind: 'campaign'; readonly report: CampaignReport };

export interface SimulatedRegistry {
  /** How a process reaches it. */
  from(process: Process): Registrations;
  /** What it says of a brand, or of a campaign by its service; undefined: it has none. */
  newest(reference: string): Kept | undefined;
  /** The carriers suspend a campaign that they verified, and after a while verify it again. */
  suspend(service: string, ms: number): void;
}

/**
 * The carriers' registry. What is made twice under one of our ids is there once. It has clocks of its own, decides
 * after seconds or hours, and tells of it late, twice, out of order or not at all.
 */
export function createRegistry(parts: {
  readonly start: Date;
  readonly timeline: Timeline;
  readonly chance: Chance;
  readonly weather: () => Weather;
  /** Tells the product. */
  readonly hear: (event: RegistrationEvent) => Promise<void>;
  readonly tell: (line: string) => void;
}): SimulatedRegistry {
  const { start, timeline, chance, weather, hear, tell } = parts;
  const kept = new Map<string, Kept>();
  const joined = new Set<string>();
  /** What was submitted, and how often: the next attempt is decided anew. */
  const submitted = new Set<string>();

  const at = (): string => inSeconds(start.getTime() + timeline.elapsed);
  /** A step of the registry's own clock, so that no two words of one record are of one second. */
  const soon = (): number => (chance.is(0.9) ? chance.between(1_500, 20_000) : chance.between(60_000, 7_200_000));

  function told(event: RegistrationEvent): void {
    const { loses, doubles, late } = weather().carrier;
    if (chance.is(loses)) return;
    for (let copy = chance.is(doubles) ? 2 : 1; copy > 0; copy -= 1)
      timeline.later(chance.is(late) ? chance.between(1_000, 600_000) : chance.between(5, 500), () => hear(event));
  }

  function says(reference: string, next: Kept): void {
    kept.set(reference, next);
    tell(`the registry says that the ${next.kind} ${reference.slice(0, 10)} is ${next.report.state}`);
    told({ kind: next.kind, reference, report: next.report } as RegistrationEvent);
  }

  const plain = (state: BrandReport['state']) =>
    ({
      state,
      raw: state.toUpperCase(),
      problems: state === 'refused' ? [{ code: '30909', message: 'It says too little.', fields: [] }] : [],
      reportedAt: at(),
      externalId: null,
    }) as const;
  const brandIs = (reference: string, state: BrandReport['state']): void =>
    says(reference, { kind: 'brand', report: { ...plain(state), identity: null, score: null } });
  const campaignIs = (service: string, state: CampaignReport['state'], knowsTier: boolean): void =>
    says(service, {
      kind: 'campaign',
      report: {
        ...plain(state),
        ...(knowsTier ?
          { attClass: 'T', attPerMinute: 75, tmobileTier: 'LOW' }
        : { attClass: null, attPerMinute: null, tmobileTier: null }),
      },
    });

  /** Reviewed at once, and decided later. */
  function review(name: string, becomes: (state: 'in-review' | 'verified' | 'refused') => void): void {
    if (submitted.has(name)) return;
    submitted.add(name);
    becomes('in-review');
    const verdict = chance.is(0.85) ? 'verified' : 'refused';
    timeline.later(soon(), () => becomes(verdict));
  }

  /** A request: it may be lost before or after it was done. */
  const request = <T>(process: Process, work: () => T): Promise<T> =>
    new Promise((resolve, reject) => {
      const { away, busy, broken, cutOff } = weather().carrier;
      const lost = (why: string): void => {
        timeline.in(chance.between(50, 2_000), () => reject(new RegistrationUnavailable(why)), process);
      };
      if (chance.is(away)) return lost('ECONNREFUSED');
      if (chance.is(busy)) return lost('HTTP 429');
      if (chance.is(Math.max(broken, cutOff))) {
        if (chance.is(0.5)) timeline.in(chance.between(5, 500), () => void work());
        return lost('ECONNRESET');
      }
      timeline.in(chance.between(20, 300), () => {
        const answer = work();
        timeline.in(chance.between(5, 80), () => resolve(answer), process);
      });
    });

  const from = (process: Process): Registrations => ({
    brandStep: (account, step, { id, attempt }) =>
      request(process, () => {
        if (step === 'account') return account.accountSid;
        if (step === 'service') return `MG-${id}`;
        if (step !== 'brand') return `${step}-${id}`;
        const reference = `BN-${id}`;
        review(`${id} ${attempt}`, (state) => brandIs(reference, state));
        return reference;
      }),
    campaignStep: (_, step, { id, attempt, references }) =>
      request(process, () => {
        const service = references['service'] ?? `MG-${id}`;
        if (step === 'service') return service;
        review(`${id} ${attempt}`, (state) => campaignIs(service, state, chance.is(0.6)));
        return `QE-${id}`;
      }),
    resendCode: () => request(process, () => undefined),
    brand: (_, reference) => request(process, () => kept.get(reference)!.report as BrandReport),
    campaign: (_, service) =>
      request(process, () => {
        const report = kept.get(service)?.report as CampaignReport | undefined;
        return report === undefined ? null : { ...report, attClass: 'T', attPerMinute: 75, tmobileTier: 'LOW' };
      }),
    join: (_, service, number) =>
      request(process, () => {
        if (joined.has(`${service} ${number}`)) return `PN-${number}`;
        joined.add(`${service} ${number}`);
        const becomes = (state: 'pending' | 'failed' | 'registered'): void => {
          tell(`the registry says that the number ${number} is ${state}`);
          told({ kind: 'number', reference: number, report: { state, raw: state, problems: [], reportedAt: at() } });
        };
        const fails = chance.is(0.15);
        timeline.later(chance.between(1_500, 3_000), () => becomes(fails ? 'failed' : 'pending'));
        timeline.later(3_000 + soon(), () => becomes('registered'));
        return `PN-${number}`;
      }),
    read: () => [],
    useCases: async () => [],
  });

  return {
    from,
    newest: (reference) => kept.get(reference),
    suspend(service, ms) {
      if (kept.get(service)?.report.state !== 'verified') return;
      campaignIs(service, 'suspended', true);
      timeline.later(ms, () => campaignIs(service, 'verified', true));
    },
  };
}
